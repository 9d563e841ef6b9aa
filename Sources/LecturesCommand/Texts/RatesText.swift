import Localization
import Rates

/// The words of `lectures rates`.
enum RatesText: Phrase {
  case market(Market)
  case kind(RateKind)
  case currency, buy, sell, rate, change, asOf, source, bank, day, side
  case noData, old, suspect, crossed, meanOfList
  /// A list's heading: the market, and the currency that its rates are in.
  case heading(String, in: String)
  /// A headline, with its feed and age.
  case headline(String, feed: String, age: String)
  /// A pair that has no rate.
  case missing(String)
  case allHere
  case sold(String, String)
  case bought(String, String)
  case valued(String, String)
  /// A rate with its source and age.
  case leg(String, String, source: String, age: String)
  case noBanks(String)
  case site, phone, email, address, rating, licence, cash, card
  case news, noNews, allRead
  case unread(Int)
  case read, link, picture, feed, published
  case markedRead(Int)
  case lowest, highest, mean, changeOver(days: Int)
  case noHistory(String)
  case scaleFrom(String)
  case written(String)
  case state, lastTry, lastSuccess, nextTry, problem, terms, markets
  case on, off, keyMissing, never, now, neverTriedLive, unofficial

  var english: String {
    switch self {
    case .market(let market):
      switch market {
      case .cash: "Cash"
      case .banks: "Average in banks"
      case .interbank: "Interbank"
      case .nbu: "NBU"
      case .crypto: "Crypto"
      case .korea: "Korea"
      case .ecb: "ECB"
      case .chain: "Feeds on the chain"
      }
    case .kind(let kind): kind.rawValue
    case .currency: "Currency"
    case .buy: "Buy"
    case .sell: "Sell"
    case .rate: "Rate"
    case .change: "Change"
    case .asOf: "As of"
    case .source: "Source"
    case .bank: "Bank"
    case .day: "Day"
    case .side: "Side"
    case .noData: "NO DATA"
    case .old: "old"
    case .suspect: "suspect"
    case .crossed: "crossed"
    case .meanOfList: "mean of its banks"
    case .heading(let market, let currency): "\(market), in \(currency)"
    case .headline(let title, let feed, let age): "News: \(title) (\(feed), \(age))"
    case .missing(let pair): "\(pair): NO DATA"
    case .allHere: "All that this market has:"
    case .sold(let amount, let value): "\(amount) sold is \(value)"
    case .bought(let amount, let value): "\(amount) bought costs \(value)"
    case .valued(let amount, let value): "\(amount) is \(value)"
    case .leg(let pair, let price, let source, let age): "\(pair) \(price), \(source), \(age)"
    case .noBanks(let currency): "No bank's rate for \(currency) is known."
    case .site: "Site"
    case .phone: "Phone"
    case .email: "E-mail"
    case .address: "Address"
    case .rating: "Rating"
    case .licence: "Licence"
    case .cash: "Cash"
    case .card: "Card"
    case .news: "News"
    case .noNews: "There is no news yet."
    case .allRead: "All news is read."
    case .unread(let count): "\(count) unread"
    case .read: "read"
    case .link: "Link"
    case .picture: "Picture"
    case .feed: "Feed"
    case .published: "Published"
    case .markedRead(let count): "\(count) \(Plural.english(count, "item is", "items are")) marked as read."
    case .lowest: "Lowest"
    case .highest: "Highest"
    case .mean: "Mean"
    case .changeOver(let days): "Change in \(days) \(Plural.english(days, "day", "days"))"
    case .noHistory(let pair): "No day's rate of \(pair) is known."
    case .scaleFrom(let value): "The scale begins at \(value)."
    case .written(let file): "Written: \(file)"
    case .state: "State"
    case .lastTry: "Last try"
    case .lastSuccess: "Last success"
    case .nextTry: "Next try"
    case .problem: "Problem"
    case .terms: "Terms"
    case .markets: "Markets"
    case .on: "on"
    case .off: "off"
    case .keyMissing: "key missing"
    case .never: "never"
    case .now: "now"
    case .neverTriedLive: "never tried live"
    case .unofficial: "unofficial"
    }
  }

  var korean: String {
    switch self {
    case .market(let market):
      switch market {
      case .cash: "현금"
      case .banks: "은행 평균"
      case .interbank: "은행 간"
      case .nbu: "우크라이나 국립은행"
      case .crypto: "암호화폐"
      case .korea: "한국"
      case .ecb: "유럽중앙은행"
      case .chain: "체인의 가격 피드"
      }
    case .kind(let kind):
      switch kind {
      case .official: "고시"
      case .bank: "은행"
      case .card: "카드"
      case .cash: "현금"
      case .interbank: "은행 간"
      case .exchange: "거래소"
      case .aggregate: "집계"
      case .chain: "체인"
      case .manual: "직접 입력"
      }
    case .currency: "통화"
    case .buy: "매입"
    case .sell: "매도"
    case .rate: "환율"
    case .change: "변동"
    case .asOf: "기준"
    case .source: "출처"
    case .bank: "은행"
    case .day: "날짜"
    case .side: "구분"
    case .noData: "데이터 없음"
    case .old: "오래됨"
    case .suspect: "의심"
    case .crossed: "역전"
    case .meanOfList: "은행별 환율의 평균"
    case .heading(let market, let currency): "\(market), \(currency) 기준"
    case .headline(let title, let feed, let age): "뉴스: \(title) (\(feed), \(age))"
    case .missing(let pair): "\(pair): 데이터 없음"
    case .allHere: "이 시장의 모든 환율:"
    case .sold(let amount, let value): "\(amount) 판매 시 \(value)"
    case .bought(let amount, let value): "\(amount) 구매 시 \(value)"
    case .valued(let amount, let value): "\(amount) = \(value)"
    case .leg(let pair, let price, let source, let age): "\(pair) \(price), \(source), \(age)"
    case .noBanks(let currency): "\(currency) 환율을 알려 준 은행이 없습니다."
    case .site: "누리집"
    case .phone: "전화"
    case .email: "전자우편"
    case .address: "주소"
    case .rating: "평점"
    case .licence: "인가"
    case .cash: "현금"
    case .card: "카드"
    case .news: "뉴스"
    case .noNews: "아직 뉴스가 없습니다."
    case .allRead: "뉴스를 모두 읽었습니다."
    case .unread(let count): "읽지 않은 뉴스 \(count)건"
    case .read: "읽음"
    case .link: "링크"
    case .picture: "그림"
    case .feed: "피드"
    case .published: "게시"
    case .markedRead(let count): "\(count)건을 읽음으로 표시했습니다."
    case .lowest: "최저"
    case .highest: "최고"
    case .mean: "평균"
    case .changeOver(let days): "\(days)일간 변동"
    case .noHistory(let pair): "\(pair)의 일별 환율이 없습니다."
    case .scaleFrom(let value): "눈금은 \(value)에서 시작합니다."
    case .written(let file): "저장했습니다: \(file)"
    case .state: "상태"
    case .lastTry: "마지막 시도"
    case .lastSuccess: "마지막 성공"
    case .nextTry: "다음 시도"
    case .problem: "문제"
    case .terms: "조건"
    case .markets: "시장"
    case .on: "켬"
    case .off: "끔"
    case .keyMissing: "키 없음"
    case .never: "없음"
    case .now: "지금"
    case .neverTriedLive: "실제로 시험한 적 없음"
    case .unofficial: "비공식"
    }
  }

  var ukrainian: String {
    switch self {
    case .market(let market):
      switch market {
      case .cash: "Готівковий"
      case .banks: "Середній в банках"
      case .interbank: "Міжбанк"
      case .nbu: "НБУ"
      case .crypto: "Криптовалюта"
      case .korea: "Корея"
      case .ecb: "ЄЦБ"
      case .chain: "Цінові потоки мережі"
      }
    case .kind(let kind):
      switch kind {
      case .official: "офіційний"
      case .bank: "банк"
      case .card: "картка"
      case .cash: "готівка"
      case .interbank: "міжбанк"
      case .exchange: "біржа"
      case .aggregate: "зведений"
      case .chain: "мережа"
      case .manual: "власний"
      }
    case .currency: "Валюта"
    case .buy: "Купівля"
    case .sell: "Продаж"
    case .rate: "Курс"
    case .change: "Зміна"
    case .asOf: "Станом на"
    case .source: "Джерело"
    case .bank: "Банк"
    case .day: "День"
    case .side: "Сторона"
    case .noData: "Немає даних"
    case .old: "застарілий"
    case .suspect: "сумнівний"
    case .crossed: "перехрещений"
    case .meanOfList: "середнє за банками"
    case .heading(let market, let currency): "\(market), у \(currency)"
    case .headline(let title, let feed, let age): "Новина: \(title) (\(feed), \(age))"
    case .missing(let pair): "\(pair): немає даних"
    case .allHere: "Усе, що є на цьому ринку:"
    case .sold(let amount, let value): "За продаж \(amount) ви отримаєте \(value)"
    case .bought(let amount, let value): "Купівля \(amount) коштує \(value)"
    case .valued(let amount, let value): "\(amount) — це \(value)"
    case .leg(let pair, let price, let source, let age): "\(pair) \(price), \(source), \(age)"
    case .noBanks(let currency): "Жоден банк не повідомив курсу \(currency)."
    case .site: "Сайт"
    case .phone: "Телефон"
    case .email: "Ел. пошта"
    case .address: "Адреса"
    case .rating: "Оцінка"
    case .licence: "Ліцензія"
    case .cash: "Готівка"
    case .card: "Картка"
    case .news: "Новина"
    case .noNews: "Новин ще немає."
    case .allRead: "Усі новини прочитано."
    case .unread(let count): "непрочитаних: \(count)"
    case .read: "прочитано"
    case .link: "Посилання"
    case .picture: "Зображення"
    case .feed: "Стрічка"
    case .published: "Опубліковано"
    case .markedRead(let count):
      "Позначено прочитаними: \(count) \(Plural.ukrainian(count, "новину", "новини", "новин"))."
    case .lowest: "Найнижчий"
    case .highest: "Найвищий"
    case .mean: "Середній"
    case .changeOver(let days): "Зміна за \(days) \(Plural.ukrainian(days, "день", "дні", "днів"))"
    case .noHistory(let pair): "Денних курсів \(pair) немає."
    case .scaleFrom(let value): "Шкала починається з \(value)."
    case .written(let file): "Записано: \(file)"
    case .state: "Стан"
    case .lastTry: "Остання спроба"
    case .lastSuccess: "Останній успіх"
    case .nextTry: "Наступна спроба"
    case .problem: "Проблема"
    case .terms: "Умови"
    case .markets: "Ринки"
    case .on: "увімкнено"
    case .off: "вимкнено"
    case .keyMissing: "немає ключа"
    case .never: "ніколи"
    case .now: "зараз"
    case .neverTriedLive: "наживо не перевірено"
    case .unofficial: "неофіційне"
    }
  }
}
