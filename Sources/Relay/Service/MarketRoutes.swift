import HTTPTypes
import OrderBook
import Orders
import Primitives
import StrictJSON

/// The relay's own routes: trades, candles and price levels.
struct MarketRoutes: Sendable {
  let book: RelayBook
  let policy: RelayPolicy

  private static let mostOfPage = 1_000
  private static let mostTime = 1 << 40

  /// Trades, the latest first.
  func trades(_ request: RelayRequest) async throws(RelayRefusal) -> RelayAnswer {
    var query = request.query
    let (base, quote) = (query.address("base"), query.address("quote"))
    if (base == nil) != (quote == nil) {
      query.refuse(base == nil ? "base" : "quote", .required, "is missing beside the other token")
    }
    var filter = TradeFilter()
    filter.maker = query.address("maker")
    filter.taker = query.address("taker")
    filter.from = query.number("from", in: 0...Self.mostTime).map(UInt64.init)
    filter.to = query.number("to", in: 0...Self.mostTime).map(UInt64.init)
    let (number, size) = query.page(size: "perPage", most: Self.mostOfPage)
    try query.finish(strictly: true)
    if let base, let quote { filter.pair = TokenPair(base: base, quote: quote) }
    let page: TradePage
    do throws(OrderBookError) {
      page = try await book.trades(filter, PageRequest(number, size: size))
    } catch { throw RelayRefusal(error) }
    let records = page.trades.map { MarketRecords.trade($0, in: filter.pair) }
    var answer = RelayAnswer(OrderRecords.collection(records, total: page.total, page.request))
    answer.fields[.link] = request.links(page: number, size: size, total: page.total)
    return answer
  }

  /// The candles of a pair, the first first.
  func candles(_ request: RelayRequest) async throws(RelayRefusal) -> RelayAnswer {
    var query = request.query
    let (base, quote) = (query.required("base"), query.required("quote"))
    let name = query.text("interval")
    let interval = name.flatMap { CandleInterval(rawValue: $0) }
    if name == nil {
      query.refuse("interval", .required, "is missing")
    } else if interval == nil {
      query.refuse("interval", .format, "has to be one of \(CandleInterval.names)")
    }
    let to = query.number("to", in: 0...Self.mostTime).map(UInt64.init)
    let from = query.number("from", in: 0...Self.mostTime).map(UInt64.init)
    if let from, let to, from > to { query.refuse("from", .range, "is after to") }
    try query.finish(strictly: true)
    guard let base, let quote, let interval else { throw .notFound }
    let head = await book.status.head
    let end = to ?? (head?.time ?? 0) + 1
    do throws(OrderBookError) {
      let candles = try await book.candles(
        of: TokenPair(base: base, quote: quote), interval, from: from ?? 0, to: end, limit: Self.mostOfPage)
      return RelayAnswer(.array(candles.map(MarketRecords.candle)))
    } catch { throw RelayRefusal(error) }
  }

  /// The price levels of a pair with what makers' money reaches for.
  func depth(_ request: RelayRequest) async throws(RelayRefusal) -> RelayAnswer {
    var query = request.query
    let (base, quote) = (query.required("base"), query.required("quote"))
    let levels = query.number("levels", in: 1...Self.mostOfPage) ?? 20
    try query.finish(strictly: true)
    guard let base, let quote else { throw .notFound }
    let filter = OrderFilter().with { $0.includesPrivate = policy.rules.showsPrivateOrders }
    let pair = TokenPair(base: base, quote: quote)
    return RelayAnswer(MarketRecords.depth(await book.read { $0.depth(of: pair, levels: levels, filter) }))
  }
}
