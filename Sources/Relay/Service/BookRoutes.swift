import HTTPTypes
import JSONFields
import OrderBook
import Orders
import Primitives
import StrictJSON

/// The order book API of version 4, of limit orders.
struct BookRoutes: Sendable {
  let book: RelayBook
  let policy: RelayPolicy
  let entry: OrderEntry

  private static let mostOfPage = 1_000
  private static let mostOfList = 100

  /// Both sides of a pair's book.
  func orderbook(_ request: RelayRequest) async throws(RelayRefusal) -> RelayAnswer {
    var query = request.query
    let (base, quote) = (query.required("baseToken"), query.required("quoteToken"))
    let page = page(&query)
    try query.finish()
    guard let base, let quote else { throw .notFound }
    let (pair, filter) = (TokenPair(base: base, quote: quote), publicFilter)
    let (bids, asks) = await book.read { $0.sides(of: pair, filter, page) }
    var answer = RelayAnswer(["bids": OrderRecords.collection(bids), "asks": OrderRecords.collection(asks)])
    answer.fields[.link] = request.links(page: page.page, size: page.size, total: max(bids.total, asks.total))
    return answer
  }

  /// The orders that filters leave; with `unfillable` all of a maker's that are watched.
  func orders(_ request: RelayRequest) async throws(RelayRefusal) -> RelayAnswer {
    var query = request.query
    let sender = query.address("sender")
    var filter = publicFilter.with { filter in
      filter.exchange = query.address("verifyingContract")
      filter.makerToken = query.address("makerToken")
      filter.takerToken = query.address("takerToken")
      filter.maker = query.address("maker")
      filter.taker = query.address("taker")
      filter.trader = query.address("trader")
      filter.feeRecipient = query.address("feeRecipient")
    }
    filter.includesHidden = query.flag("unfillable")
    if filter.includesHidden, filter.maker == nil { query.refuse("maker", .required, "is missing beside unfillable") }
    let page = page(&query)
    try query.finish()
    // No order with a sender is ever taken.
    guard sender ?? .zero == .zero else { return RelayAnswer(OrderRecords.collection([], total: 0, page)) }
    let found = await book.read { [filter] in $0.orders(filter, page) }
    var answer = RelayAnswer(OrderRecords.collection(found, tellsState: filter.includesHidden))
    answer.fields[.link] = request.links(page: page.page, size: page.size, total: found.total)
    return answer
  }

  /// An order by its hash, also one that has ended.
  func order(_ text: String) async throws(RelayRefusal) -> RelayAnswer {
    let found = try await OrderLookup(book: book).entry(text, version: .v4)
    let state = found.status.state
    var answer = RelayAnswer(OrderRecords.record(found, word: state.isInBook ? nil : state.word))
    if !state.isInBook { answer.fields[.orderState] = state.rawValue }
    return answer
  }

  /// The account that receives the fees.
  func feeRecipients(_ request: RelayRequest) throws(RelayRefusal) -> RelayAnswer {
    var query = request.query
    let page = page(&query)
    try query.finish()
    let all = [JSON.address(policy.rules.feeRecipient)]
    return RelayAnswer(OrderRecords.collection(page.page == 1 ? all : [], total: all.count, page))
  }

  /// The members that the relay wants of an order that is not signed yet.
  func orderConfig(_ request: RelayRequest) throws(RelayRefusal) -> RelayAnswer {
    let moment = policy.at(entry.clock())
    let order = try PostedOrderReader.terms(
      try PostedOrderReader.json(request.body), as: LimitOrder.self,
      names: [
        "maker", "taker", "makerAmount", "takerAmount", "makerToken", "takerToken", "verifyingContract", "expiry",
      ], others: ["salt": "0", "chainId": .number(moment.rules.chainID.description)])
    let rule = moment.rules.fees(of: try TermChecks(moment, at: 0).pair(of: order))
    return RelayAnswer([
      "sender": .address(.zero),
      "feeRecipient": .address(rule.takerBasisPoints == 0 ? .zero : moment.rules.feeRecipient),
      "takerTokenFeeAmount": .string(rule.takerFee(of: order.takerAmount).description),
    ])
  }

  /// Takes an order.
  func newOrder(_ request: RelayRequest) async throws(RelayRefusal) -> RelayAnswer {
    try readConfirmation(request)
    let signed = try PostedOrderReader.read(try PostedOrderReader.json(request.body), as: LimitOrder.self)
    try await entry.take([.v4(signed)], of: request.client)
    return RelayAnswer(status: 200)
  }

  /// Takes a list of orders, all or none.
  func newOrders(_ request: RelayRequest) async throws(RelayRefusal) -> RelayAnswer {
    try readConfirmation(request)
    guard case .array(let items) = try PostedOrderReader.json(request.body, PostedOrderReader.listLimits) else {
      throw .malformed("a list of orders is due")
    }
    guard items.count <= Self.mostOfList else {
      throw .fields([FieldError("orders", .range, "has more than \(Self.mostOfList) orders")])
    }
    var (orders, errors) = ([AnySignedOrder](), [FieldError]())
    for (index, item) in items.enumerated() {
      do throws(RelayRefusal) {
        orders.append(.v4(try PostedOrderReader.read(item, as: LimitOrder.self)))
      } catch {
        guard error.code == 100 else { throw error }
        errors += error.inside("[\(index)]").errors
      }
    }
    guard errors.isEmpty else { throw .fields(errors) }
    try await entry.take(orders, isList: true, of: request.client)
    return RelayAnswer(status: 200)
  }

  /// Reads the parameter that changes nothing here: every order is on the disk before it is answered.
  private func readConfirmation(_ request: RelayRequest) throws(RelayRefusal) {
    var query = request.query
    _ = query.flag("skipConfirmation")
    try query.finish()
  }

  private func page(_ query: inout RelayQuery) -> PageRequest {
    let (number, size) = query.page(size: "perPage", most: Self.mostOfPage)
    return PageRequest(number, size: size)
  }

  private var publicFilter: OrderFilter { policy.rules.filter(.v4) }
}
