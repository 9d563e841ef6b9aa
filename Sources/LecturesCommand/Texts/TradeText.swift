import Localization
import Terminal

/// The texts of past trades and their charts.
enum TradeText: Phrase {
  case reading
  /// The pair, and whether only the own ones are meant.
  case trades(String, own: Bool)
  case ownTrades
  /// The pair and the interval of its candles.
  case candles(String, String)
  case none
  /// The stretch of time that was read, and the last block.
  case within(String, UInt64)
  /// The first and the last block that were read.
  case sinceBlock(UInt64, UInt64)
  /// The number of trades that are shown, where there are more.
  case cut(Int)
  case depth(String)
  case open, high, low, close, volume, count, transaction

  var english: StyledText {
    switch self {
    case .reading: "Reading the trades"
    case .trades(let pair, let own): "\(own ? "Your trades" : "Trades") of \(pair, .strong)"
    case .ownTrades: "Your trades"
    case .candles(let pair, let interval): "\(pair, .strong), candles of \(interval)"
    case .none: "Nobody traded in that time."
    case .within(let time, let block): "The last \(time), as of block \(block)."
    case .sinceBlock(let first, let block): "From block \(first) to block \(block)."
    case .cut(let count): "There are more: only the last \(count) are read; name a later time or block."
    case .depth(let pair): "Depth of \(pair, .strong)"
    case .open: "Open"
    case .high: "High"
    case .low: "Low"
    case .close: "Close"
    case .volume: "Volume"
    case .count: "Trades"
    case .transaction: "Transaction"
    }
  }

  var korean: StyledText {
    switch self {
    case .reading: "체결 내역을 읽는 중"
    case .trades(let pair, let own): "\(pair, .strong) \(own ? "내 체결 내역" : "체결 내역")"
    case .ownTrades: "내 체결 내역"
    case .candles(let pair, let interval): "\(pair, .strong), \(interval) 캔들"
    case .none: "그 기간에는 체결이 없습니다."
    case .within(let time, let block): "최근 \(time), 블록 \(block) 기준입니다."
    case .sinceBlock(let first, let block): "블록 \(first)부터 \(block)까지입니다."
    case .cut(let count): "더 있습니다. 최근 \(count)건만 읽었습니다. 더 늦은 시각이나 블록을 지정하십시오."
    case .depth(let pair): "\(pair, .strong) 호가 잔량"
    case .open: "시가"
    case .high: "고가"
    case .low: "저가"
    case .close: "종가"
    case .volume: "거래량"
    case .count: "체결 수"
    case .transaction: "거래"
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .reading: "Читаємо угоди"
    case .trades(let pair, let own): "\(own ? "Ваші угоди" : "Угоди") \(pair, .strong)"
    case .ownTrades: "Ваші угоди"
    case .candles(let pair, let interval): "\(pair, .strong), свічки по \(interval)"
    case .none: "За цей час ніхто не торгував."
    case .within(let time, let block): "За останні \(time), станом на блок \(block)."
    case .sinceBlock(let first, let block): "Від блока \(first) до блока \(block)."
    case .cut(let count): "Є ще: прочитано лише останні \(count); вкажіть пізніший час або блок."
    case .depth(let pair): "Глибина ринку \(pair, .strong)"
    case .open: "Відкриття"
    case .high: "Найвища"
    case .low: "Найнижча"
    case .close: "Закриття"
    case .volume: "Обсяг"
    case .count: "Угод"
    case .transaction: "Транзакція"
    }
  }
}
