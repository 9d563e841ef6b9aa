import Localization
import Primitives
import Terminal

/// The texts about fills, candles and depth, and those of the watch over a pair.
enum ExchangeTradeText: Phrase {
  // Fills.
  case reading
  case trades(String), ownTrades(String)
  /// The blocks that were looked at, the time of the last one, and whether a list below begins with it.
  case blocks(UInt64, UInt64, String, isLatestFirst: Bool)
  case noTrades
  /// Earlier blocks were wanted.
  case cut(UInt64)
  /// Trades that are there and not in the list.
  case older(Int)
  case strangers(Int)
  case written(String)

  // Candles and depth.
  case candles(String, interval: String)
  case noPrice
  case averageOf(Int)
  case depth(buys: String, sells: String)
  case farAway
  case volume(String)

  // The watch.
  case watching(String)
  case noRelay
  case block(UInt64, String)
  case lastTrades
  case came, changed, went, undone
  case gone
  case more(Int)
  case replaced(after: UInt64)
  case missed(UInt64, UInt64)
  case bookLost, tradesLost
  case bookBack, tradesBack

  var english: String {
    switch self {
    case .reading: "Reading the trades"
    case .trades(let pair): "Trades of \(pair)"
    case .ownTrades(let account): "Trades of \(account)"
    case .blocks(let first, let last, let time, let isLatestFirst):
      "Blocks \(first) to \(last) (\(time))\(isLatestFirst ? ", the latest first" : "")"
    case .noTrades: "Nothing was traded."
    case .cut(let first): "Blocks before \(first) were not looked at; a later --since asks for less."
    case .older(let count): "\(count) older \(Plural.english(count, "trade", "trades")) not shown; --count shows more."
    case .strangers(let count):
      "\(count) \(Plural.english(count, "trade", "trades")) of tokens that are not known here not shown."
    case .written(let file): "Written: \(file)"
    case .candles(let pair, let interval): "\(pair), candles of \(interval), UTC"
    case .noPrice: "There is no price in this time."
    case .averageOf(let count): "Average of \(count)"
    case .depth(let buys, let sells): "buyers up to \(buys), sellers from \(sells)"
    case .farAway: "Orders far from the best prices are not drawn."
    case .volume(let token): "Volume, \(token)"
    case .watching(let pair): "Watching \(pair); Ctrl-C ends it."
    case .noRelay: "No relay is configured: only trades are watched."
    case .block(let number, let time): "Block \(number), \(time)"
    case .lastTrades: "The last trades"
    case .came: "new order"
    case .changed: "order changed"
    case .went: "order gone"
    case .undone: "trade undone"
    case .gone: "no relay gives it"
    case .more(let count): "\(count) more \(Plural.english(count, "change", "changes")) of orders not shown."
    case .replaced(let block): "The chain replaced its blocks after \(block)."
    case .missed(let first, let last): "Blocks \(first) to \(last) were not looked at: too many came at once."
    case .bookLost: "The book cannot be read and is asked for again."
    case .tradesLost: "The trades cannot be read and are asked for again."
    case .bookBack: "The book is there again; what came and went meanwhile was not seen."
    case .tradesBack: "The trades are there again."
    }
  }

  var korean: String {
    switch self {
    case .reading: "체결 내역을 읽는 중"
    case .trades(let pair): "\(pair) 체결 내역"
    case .ownTrades(let account): "\(account) 체결 내역"
    case .blocks(let first, let last, let time, let isLatestFirst):
      "블록 \(first)–\(last) (\(time))\(isLatestFirst ? ", 최신순" : "")"
    case .noTrades: "체결된 거래가 없습니다."
    case .cut(let first): "블록 \(first) 이전은 확인하지 않았습니다. `--since`로 더 짧은 기간을 지정하십시오."
    case .older(let count): "더 오래된 거래 \(count)건은 표시하지 않았습니다. `--count`로 늘릴 수 있습니다."
    case .strangers(let count): "알려지지 않은 토큰의 거래 \(count)건은 표시하지 않았습니다."
    case .written(let file): "저장했습니다: \(file)"
    case .candles(let pair, let interval): "\(pair), \(interval) 캔들, UTC"
    case .noPrice: "이 기간에는 가격이 없습니다."
    case .averageOf(let count): "\(count)개 평균"
    case .depth(let buys, let sells): "매수 \(buys) 이하, 매도 \(sells) 이상"
    case .farAway: "최우선 가격에서 먼 주문은 그리지 않았습니다."
    case .volume(let token): "거래량, \(token)"
    case .watching(let pair): "\(pair) 거래쌍을 지켜보고 있습니다. 끝내려면 Ctrl-C를 누르십시오."
    case .noRelay: "설정된 릴레이가 없어 체결 내역만 지켜봅니다."
    case .block(let number, let time): "블록 \(number), \(time)"
    case .lastTrades: "최근 체결"
    case .came: "새 주문"
    case .changed: "주문 변경"
    case .went: "주문 사라짐"
    case .undone: "거래 취소됨"
    case .gone: "어느 릴레이에도 없음"
    case .more(let count): "표시하지 않은 주문 변경: \(count)건."
    case .replaced(let block): "체인에서 블록 \(block) 이후가 바뀌었습니다."
    case .missed(let first, let last): "블록 \(first)–\(last): 한 번에 너무 많이 늘어나 확인하지 못했습니다."
    case .bookLost: "호가를 읽을 수 없어 다시 시도합니다."
    case .tradesLost: "체결 내역을 읽을 수 없어 다시 시도합니다."
    case .bookBack: "호가를 다시 읽었습니다. 그사이의 변경은 알 수 없습니다."
    case .tradesBack: "체결 내역을 다시 읽었습니다."
    }
  }

  var ukrainian: String {
    switch self {
    case .reading: "Читаємо угоди"
    case .trades(let pair): "Угоди \(pair)"
    case .ownTrades(let account): "Угоди \(account)"
    case .blocks(let first, let last, let time, let isLatestFirst):
      "Блоки \(first)–\(last) (\(time))\(isLatestFirst ? ", спершу найновіші" : "")"
    case .noTrades: "Угод не було."
    case .cut(let first): "Блоки до \(first) не переглянуто; пізніше `--since` потребує менше."
    case .older(let count):
      "Не показано \(count) \(Plural.ukrainian(count, "давнішу угоду", "давніші угоди", "давніших угод")); більше покаже `--count`."
    case .strangers(let count):
      "Не показано \(count) \(Plural.ukrainian(count, "угоду", "угоди", "угод")) з невідомими токенами."
    case .written(let file): "Записано: \(file)"
    case .candles(let pair, let interval): "\(pair), свічки \(interval), UTC"
    case .noPrice: "За цей час ціни немає."
    case .averageOf(let count): "Середня за \(count)"
    case .depth(let buys, let sells): "купівля до \(buys), продаж від \(sells)"
    case .farAway: "Ордери, далекі від найкращих цін, не намальовано."
    case .volume(let token): "Обсяг, \(token)"
    case .watching(let pair): "Стежимо за \(pair); Ctrl-C завершує."
    case .noRelay: "Ретранслятора не налаштовано: стежимо лише за угодами."
    case .block(let number, let time): "Блок \(number), \(time)"
    case .lastTrades: "Останні угоди"
    case .came: "новий ордер"
    case .changed: "ордер змінився"
    case .went: "ордер зник"
    case .undone: "угоду скасовано"
    case .gone: "немає в жодного ретранслятора"
    case .more(let count):
      "Не показано ще \(count) \(Plural.ukrainian(count, "зміну", "зміни", "змін")) ордерів."
    case .replaced(let block): "Ланцюг замінив свої блоки після \(block)."
    case .missed(let first, let last): "Блоки \(first)–\(last) не переглянуто: надійшло забагато одразу."
    case .bookLost: "Книгу ордерів не прочитати; спробуємо ще."
    case .tradesLost: "Угоди не прочитати; спробуємо ще."
    case .bookBack: "Книга ордерів знову є; що змінилося за цей час, невідомо."
    case .tradesBack: "Угоди знову читаються."
    }
  }
}

/// The headings of tables of fills and candles.
enum ExchangeTradeLabel: Phrase {
  case taker, transaction, open, high, low, close, count

  var english: String {
    switch self {
    case .taker: "Taker"
    case .transaction: "Transaction"
    case .open: "Open"
    case .high: "High"
    case .low: "Low"
    case .close: "Close"
    case .count: "Trades"
    }
  }

  var korean: String {
    switch self {
    case .taker: "체결자"
    case .transaction: "트랜잭션"
    case .open: "시가"
    case .high: "고가"
    case .low: "저가"
    case .close: "종가"
    case .count: "체결 수"
    }
  }

  var ukrainian: String {
    switch self {
    case .taker: "Виконавець"
    case .transaction: "Транзакція"
    case .open: "Відкриття"
    case .high: "Найвища"
    case .low: "Найнижча"
    case .close: "Закриття"
    case .count: "Угод"
    }
  }
}
