import Localization
import Rates

/// The words of the pages of rates that the terminal has none for.
enum RatesPageText: Phrase {
  case title(String), caption(String, in: String)
  case banks, banksOf(String), noBanks(String), order(BankOrder)
  case sources, sourcesHint, underWay, fiveMinutes, all, toldIn
  case past(String), days(Int), bounds(low: String, high: String), noPast(String)
  case convert, amount, from, to, side, sideName(Rate.Side), calculate, turn, sameCurrency
  case news, mark, markAll, leaves(String), openSource

  var english: String {
    switch self {
    case .title(let market): "Rates: \(market)"
    case .caption(let market, let currency): "\(market), in \(currency)"
    case .banks: "Banks"
    case .banksOf(let currency): "Banks: \(currency)"
    case .noBanks(let currency): "No bank's rate for \(currency) is known."
    case .order(let order):
      switch order {
      case .name: "By name"
      case .buy: "Pays most first"
      case .sell: "Wants least first"
      }
    case .sources: "Sources"
    case .sourcesHint:
      "No address is asked more often than once in five minutes. What a source told is kept and shown with its age."
    case .underWay: "Sources are being asked; what is kept stands here meanwhile."
    case .toldIn: "Rates in this currency"
    case .fiveMinutes: "A source that gave no answer is asked again after five minutes."
    case .all: "All currencies of this market"
    case .past(let currency): "\(currency) over time"
    case .days(let days): "\(days) \(Plural.english(days, "day", "days"))"
    case .bounds(let low, let high): "From \(low) to \(high)."
    case .noPast(let pair): "No day's rate of \(pair) is known."
    case .convert: "Converter"
    case .amount: "Amount"
    case .from: "From"
    case .to: "To"
    case .side: "You"
    case .sideName(let side):
      switch side {
      case .sell: "sell the amount"
      case .buy: "buy the amount"
      case .mid: "look at the middle"
      }
    case .calculate: "Convert"
    case .turn: "The other way round"
    case .sameCurrency: "Both sides are one currency."
    case .news: "News"
    case .mark: "Mark as read"
    case .markAll: "Mark all as read"
    case .leaves(let host): "The whole text is at \(host). Opening it leaves these pages."
    case .openSource: "Open it there"
    }
  }

  var korean: String {
    switch self {
    case .title(let market): "환율: \(market)"
    case .caption(let market, let currency): "\(market), 단위 \(currency)"
    case .banks: "은행"
    case .banksOf(let currency): "은행: \(currency)"
    case .noBanks(let currency): "\(currency) 환율을 알려 주는 은행이 없습니다."
    case .order(let order):
      switch order {
      case .name: "이름순"
      case .buy: "매입가 높은 순"
      case .sell: "매도가 낮은 순"
      }
    case .sources: "출처"
    case .sourcesHint: "같은 주소에는 5분에 한 번만 묻습니다. 받은 값은 보관되며 시각과 함께 표시됩니다."
    case .underWay: "출처에 묻는 중입니다. 그동안 보관된 값을 표시합니다."
    case .toldIn: "이 통화로 환율 보기"
    case .fiveMinutes: "응답하지 않은 출처에는 5분 뒤에 다시 묻습니다."
    case .all: "이 시장의 모든 통화"
    case .past(let currency): "\(currency) 추이"
    case .days(let days): "\(days)일"
    case .bounds(let low, let high): "\(low)에서 \(high)까지."
    case .noPast(let pair): "\(pair)의 날짜별 환율이 없습니다."
    case .convert: "환산"
    case .amount: "금액"
    case .from: "보유 통화"
    case .to: "바꿀 통화"
    case .side: "방향"
    case .sideName(let side):
      switch side {
      case .sell: "금액을 팔 때"
      case .buy: "금액을 살 때"
      case .mid: "중간값"
      }
    case .calculate: "환산"
    case .turn: "반대로"
    case .sameCurrency: "두 통화가 같습니다."
    case .news: "뉴스"
    case .mark: "읽음으로 표시"
    case .markAll: "모두 읽음으로 표시"
    case .leaves(let host): "전체 글은 \(host)에 있습니다. 열면 이 페이지를 벗어납니다."
    case .openSource: "그곳에서 열기"
    }
  }

  var ukrainian: String {
    switch self {
    case .title(let market): "Курси: \(market)"
    case .caption(let market, let currency): "\(market), у \(currency)"
    case .banks: "Банки"
    case .banksOf(let currency): "Банки: \(currency)"
    case .noBanks(let currency): "Курсів банків для \(currency) немає."
    case .order(let order):
      switch order {
      case .name: "За назвою"
      case .buy: "Спершу найвища купівля"
      case .sell: "Спершу найнижчий продаж"
      }
    case .sources: "Джерела"
    case .sourcesHint:
      "Жодну адресу не питають частіше, ніж раз на п'ять хвилин. Почуте зберігається й показується з часом."
    case .underWay: "Джерела саме опитуються; тим часом тут збережене."
    case .toldIn: "Курси в цій валюті"
    case .fiveMinutes: "Джерело, що не відповіло, питають знову за п'ять хвилин."
    case .all: "Усі валюти цього ринку"
    case .past(let currency): "\(currency): історія"
    case .days(let days): "\(days) \(Plural.ukrainian(days, "день", "дні", "днів"))"
    case .bounds(let low, let high): "Від \(low) до \(high)."
    case .noPast(let pair): "Курсів \(pair) за дні немає."
    case .convert: "Конвертер"
    case .amount: "Сума"
    case .from: "З"
    case .to: "У"
    case .side: "Ви"
    case .sideName(let side):
      switch side {
      case .sell: "продаєте суму"
      case .buy: "купуєте суму"
      case .mid: "середній курс"
      }
    case .calculate: "Обчислити"
    case .turn: "Навпаки"
    case .sameCurrency: "З обох боків та сама валюта."
    case .news: "Новини"
    case .mark: "Позначити прочитаним"
    case .markAll: "Позначити все прочитаним"
    case .leaves(let host): "Увесь текст — на \(host). Посилання веде геть із цих сторінок."
    case .openSource: "Відкрити там"
    }
  }
}
