import HTTPTypes
import OrderBook
import Orders
import Primitives
import StrictJSON

/// The Standard Relayer API, version 0, of orders of version 1.
struct StandardRoutes: Sendable {
  let book: RelayBook
  let policy: RelayPolicy
  let entry: OrderEntry

  private static let mostOfPage = 100

  /// The pairs that are traded.
  func tokenPairs(_ request: RelayRequest) async throws(RelayRefusal) -> RelayAnswer {
    var query = request.query
    let (first, second) = (query.address("tokenA"), query.address("tokenB"))
    let (number, size) = query.page(size: "per_page", most: Self.mostOfPage)
    try query.finish()
    let rules = policy.rules
    var pairs = rules.pairs
    for pair in await book.read({ $0.pairs })
    where !pairs.contains(where: { $0[pair.base] != nil && $0[pair.quote] != nil }) {
      if let rule = rules.pair(pair.base, pair.quote) { pairs.append(rule) }
    }
    pairs = pairs.filter { pair in [first, second].compactMap { $0 }.allSatisfy { pair[$0] != nil } }
    let shown = pairs.dropFirst((number - 1) * size).prefix(size)
    var answer = RelayAnswer(
      .array(shown.map { ["tokenA": OrderRecords.token($0.tokenA), "tokenB": OrderRecords.token($0.tokenB)] }))
    answer.fields[.link] = request.links(page: number, size: size, total: pairs.count)
    return answer
  }

  /// The open orders that filters leave.
  func orders(_ request: RelayRequest) async throws(RelayRefusal) -> RelayAnswer {
    var query = request.query
    let filter = publicFilter.with { filter in
      filter.exchange = query.address("exchangeContractAddress")
      filter.token = query.address("tokenAddress")
      filter.makerToken = query.address("makerTokenAddress")
      filter.takerToken = query.address("takerTokenAddress")
      filter.maker = query.address("maker")
      filter.taker = query.address("taker")
      filter.trader = query.address("trader")
      filter.feeRecipient = query.address("feeRecipient")
    }
    let (number, size) = query.page(size: "per_page", most: Self.mostOfPage)
    try query.finish()
    let page = await book.read { $0.orders(filter, PageRequest(number, size: size)) }
    var answer = RelayAnswer(.array(page.entries.map(\.order.signed.json)))
    answer.fields[.link] = request.links(page: number, size: size, total: page.total)
    return answer
  }

  /// An order by its hash, also one that has ended.
  func order(_ text: String) async throws(RelayRefusal) -> RelayAnswer {
    let found = try await OrderLookup(book: book).entry(text, version: .v1)
    var answer = RelayAnswer(found.order.signed.json)
    if !found.status.state.isInBook { answer.fields[.orderState] = found.status.state.rawValue }
    return answer
  }

  /// Both sides of a pair's book.
  func orderbook(_ request: RelayRequest) async throws(RelayRefusal) -> RelayAnswer {
    var query = request.query
    let (base, quote) = (query.required("baseTokenAddress"), query.required("quoteTokenAddress"))
    let (number, size) = query.page(size: "per_page", most: Self.mostOfPage)
    try query.finish()
    guard let base, let quote else { throw .notFound }
    let (pair, filter, page) = (TokenPair(base: base, quote: quote), publicFilter, PageRequest(number, size: size))
    let (bids, asks) = await book.read { $0.sides(of: pair, filter, page) }
    var answer = RelayAnswer([
      "bids": .array(bids.entries.map(\.order.signed.json)), "asks": .array(asks.entries.map(\.order.signed.json)),
    ])
    answer.fields[.link] = request.links(page: number, size: size, total: max(bids.total, asks.total))
    return answer
  }

  /// The fees of an order that is not signed yet.
  func fees(_ request: RelayRequest) throws(RelayRefusal) -> RelayAnswer {
    let order = try PostedOrderReader.terms(
      try PostedOrderReader.json(request.body), as: OrderV1.self,
      names: [
        "exchangeContractAddress", "maker", "taker", "makerTokenAddress", "takerTokenAddress", "makerTokenAmount",
        "takerTokenAmount", "expirationUnixTimestampSec", "salt",
      ], others: ["feeRecipient": .string(Address.zero.lowercaseHex), "makerFee": "0", "takerFee": "0"])
    let moment = policy.at(entry.clock())
    let pair = try TermChecks(moment, at: 0).pair(of: order)
    let rule = moment.rules.fees(of: pair)
    let isFree = rule.maker == 0 && rule.taker == 0
    return RelayAnswer([
      "feeRecipient": .string((isFree ? .zero : moment.rules.feeRecipient).lowercaseHex),
      "makerFee": .string(rule.maker.description), "takerFee": .string(rule.taker.description),
    ])
  }

  /// Takes an order.
  func newOrder(_ request: RelayRequest) async throws(RelayRefusal) -> RelayAnswer {
    let signed = try PostedOrderReader.read(try PostedOrderReader.json(request.body), as: OrderV1.self)
    try await entry.take([.v1(signed)], of: request.client)
    return RelayAnswer(status: 201)
  }

  private var publicFilter: OrderFilter { policy.rules.filter(.v1) }
}

/// Orders by the hash in a path.
struct OrderLookup: Sendable {
  let book: RelayBook

  /// An order of one version, open or ended.
  ///
  /// - Throws: a refusal where the text is no hash, or there is no such order.
  func entry(_ text: String, version: OrderVersion) async throws(RelayRefusal) -> BookEntry {
    guard text.utf8.count == 66, text.hasPrefix("0x"), let hash = try? Hash32(text) else {
      throw .fields([FieldError("orderHash", .format, "is no hash of 32 bytes")])
    }
    let found: BookEntry?
    do throws(OrderBookError) {
      found = try await book.entry(hash)
    } catch { throw RelayRefusal(error) }
    guard let found, found.order.version == version else { throw .notFound }
    return found
  }
}
