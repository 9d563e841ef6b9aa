import Locking
import NodeDoubles
import Orders
import Primitives
import StrictJSON

@testable import Exchange

/// A relay on the loopback: it gives the books that a test fills it with, keeps what is posted, and does otherwise where a
/// test tells it to.
final class RelayDouble: Sendable {
  struct State: Sendable {
    var bids: [JSON] = []
    var asks: [JSON] = []
    /// The orders by hash, in hexadecimal.
    var orders: [String: JSON] = [:]
    /// Told with each answer; nil for a relay that tells none.
    var sequence: Int? = 1
    /// The number that is added to the sequence with each answer.
    var sequenceStep = 0
    /// The most records of a page.
    var perPage: Int?
    /// Whether the header `Link` tells the next page (version 0).
    var tellsNext = true
    /// The texts that were posted as orders.
    var posted: [String] = []
    /// In place of the relay's own answer; nil falls back to that one.
    var answers: (@Sendable (HostileServer.Request, inout State) -> [HostileServer.Act]?)?
  }

  private let server: HostileServer
  private let state: Guarded<State>
  private let api: RelayAPI

  var url: String { server.url }
  var requests: [HostileServer.Request] { server.requests }
  /// The texts that were posted as orders, as they came.
  var posted: [String] { state.withLock { $0.posted } }

  init(
    _ api: RelayAPI = .v0, _ orders: [AnySignedOrder] = [], _ change: (inout State) -> Void = { _ in }
  ) throws {
    self.api = api
    var start = State()
    for order in orders { start.add(order) }
    change(&start)
    let state = Guarded(start)
    self.state = state
    server = try HostileServer { request in
      state.withLock { state in state.answers?(request, &state) ?? state.answer(request, api) }
    }
  }

  deinit { server.stop() }

  func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  /// A client of the relay, by the clock of the orders.
  func client(
    limits: RelayReadingLimits = RelayReadingLimits(timeout: .seconds(120), totalTime: .seconds(600)),
    signerCheck: RelayClient.SignerCheck? = nil
  ) throws -> RelayClient {
    try RelayClient(
      url, api, for: api == .v0 ? RelayOrders.v1 : RelayOrders.v4, limits: limits, signerCheck: signerCheck,
      clock: { RelayOrders.now })
  }
}

extension RelayDouble.State {
  /// Puts an order on its side of the book, behind the others.
  mutating func add(_ order: AnySignedOrder) {
    let record = Self.record(order)
    orders[order.hash.hex] = record
    if RelayOrders.pair.side(of: order.order) == .bid { bids.append(record) } else { asks.append(record) }
  }

  /// The order as a list has it.
  static func record(_ order: AnySignedOrder, told hash: Hash32? = nil) -> JSON {
    switch order {
    case .v1: order.json
    case .v4:
      [
        "order": order.json,
        "metaData": [
          "orderHash": .string((hash ?? order.hash).hex),
          "remainingFillableTakerAmount": .string(order.order.takerAmount.description),
          "createdAt": "2026-11-23T12:00:00.000Z",
        ],
      ]
    }
  }

  fileprivate mutating func answer(_ request: HostileServer.Request, _ api: RelayAPI) -> [HostileServer.Act] {
    let headers = sequence.map { ["X-Book-Sequence: \($0)"] } ?? []
    sequence = sequence.map { $0 + sequenceStep }
    let path = String(request.path.prefix { $0 != "?" })
    let root = api == .v0 ? "/v0" : "/orderbook/v1"
    switch (request.method, path) {
    case ("POST", "\(root)/order"):
      posted.append(request.text)
      guard let json = try? JSON(parsing: request.body), let order = try? AnySignedOrder(json: json) else {
        return [.reply(#"{"code":101,"reason":"Malformed JSON"}"#, status: 400)]
      }
      add(order)
      return [.reply("", status: api == .v0 ? 201 : 200, headers: headers)]
    case ("GET", let place) where place == (api == .v0 ? "/v0/orderbook" : "/orderbook/v1"):
      return [
        .reply(book(request, api).serialized(), headers: headers + link(request, max(bids.count, asks.count), api))
      ]
    case ("GET", "\(root)/orders"):
      return [
        .reply(
          list(bids + asks, request, api).serialized(), headers: headers + link(request, bids.count + asks.count, api))
      ]
    case ("GET", let place) where place.hasPrefix("\(root)/order/"):
      guard let order = orders[String(place.dropFirst("\(root)/order/".count))] else {
        return [.reply(#"{"reason":"Not found"}"#, status: 404)]
      }
      return [.reply(order.serialized(), headers: headers)]
    default: return [.reply(#"{"reason":"Not found"}"#, status: 404)]
    }
  }

  private func book(_ request: HostileServer.Request, _ api: RelayAPI) -> JSON {
    ["bids": list(bids, request, api), "asks": list(asks, request, api)]
  }

  private func link(_ request: HostileServer.Request, _ count: Int, _ api: RelayAPI) -> [String] {
    guard api == .v0, tellsNext else { return [] }
    let isLast = page(request, api).end >= count
    return [isLast ? #"Link: <x>; rel="first""# : #"Link: <x>; rel="next", <y>; rel="last""#]
  }

  private func page(
    _ request: HostileServer.Request, _ api: RelayAPI
  ) -> (number: Int, size: Int, start: Int, end: Int) {
    let asked = RelayDouble.number(api == .v0 ? "per_page" : "perPage", request) ?? 20
    let size = min(asked, perPage ?? asked)
    let number = RelayDouble.number("page", request) ?? 1
    return (number, size, (number - 1) * size, number * size)
  }

  private func list(_ records: [JSON], _ request: HostileServer.Request, _ api: RelayAPI) -> JSON {
    let page = page(request, api)
    let part = Array(records.dropFirst(page.start).prefix(page.size))
    guard api == .v4 else { return .array(part) }
    return RelayDouble.collection(part, total: records.count, page: page.number, perPage: page.size)
  }
}

extension RelayDouble {
  /// A list as version 4 gives it.
  static func collection(_ records: [JSON], total: Int? = nil, page: Int = 1, perPage: Int = 1000) -> JSON {
    [
      "total": .number("\(total ?? records.count)"), "page": .number("\(page)"), "perPage": .number("\(perPage)"),
      "records": .array(records),
    ]
  }

  /// A number in a request's query.
  static func number(_ name: String, _ request: HostileServer.Request) -> Int? {
    let query = request.path.split(separator: "?").dropFirst().first ?? ""
    return query.split(separator: "&").first { $0.hasPrefix("\(name)=") }.flatMap { Int($0.dropFirst(name.count + 1)) }
  }
}

/// The error of a relay's client that a body throws; nil if it throws none.
func relayFailure<Value>(_ body: () async throws -> Value) async -> RelayClientError? {
  do {
    _ = try await body()
    return nil
  } catch { return error as? RelayClientError }
}
