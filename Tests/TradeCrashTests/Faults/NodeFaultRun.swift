import Devnet
import Exchange
import NodeDoubles
import NodeRPC
import Orders
import Primitives
import Relay
import StrictJSON
import Testing
import WireSupport

@testable import TradeWorker

/// A relay between which and its node something goes wrong, as clients see it.
struct NodeFaultRun {
  let fixture: TradeFixture

  /// What a post of an order hears where it goes wrong once, and each time; and a reader meanwhile.
  func outcomes(of fault: WayFault) async throws -> [WayTable.Cell] {
    let (devnet, maker, taker) = (fixture.devnet, try await fixture.account(), try await fixture.account())
    try await fixture.fund(maker.address, fixture.market.base)
    try await fixture.fund(taker.address, fixture.market.quote)
    let way = try FaultProxy(FaultProxy.node { await devnet.answer($0) })
    let work = RelayWork(port: way.port, market: fixture.market, store: nil, place: "")
    let relay = try await work.start(over: Self.node(way, fault))
    try await fixture.waitUntilCurrent(relay.port)
    let audit = RelayAudit(fixture: fixture, relay: relay)
    var orders: [AnySignedOrder] = []
    for _ in 0..<3 { orders.append(try await fixture.ask(.v4, 1_000, for: 3_000, by: maker)) }
    let comment = Comment(rawValue: fault.name)

    // Known from before, and filled while the relay looks away.
    #expect(try await Self.post(orders[0], relay) == WayTable.Cell("200"), comment)
    Self.tell(fault, to: way, lasts: false)
    let once = try await Self.post(orders[1], relay)
    try Self.heal(way)
    try await fixture.waitUntilCurrent(relay.port)
    Self.tell(fault, to: way, lasts: true)
    try await fixture.fill(orders[0], by: taker)
    let always = try await Self.post(orders[2], relay)
    let reader = try await RelayTalk.get("/orderbook/v1/order/\(orders[0].hash)", relay.port)
    try Self.heal(way)

    // Whoever was not answered asks again, and the book is that of the chain.
    try await fixture.waitUntilCurrent(relay.port)
    for order in orders {
      #expect(try await Self.post(order, relay) == WayTable.Cell("200"), comment)
      #expect(try await audit.has(order, comment), comment)
    }
    #expect(try await audit.openOrders() == orders.count, comment)
    await relay.stop()
    way.stop()
    return [once, always, WayTable.Cell("\(reader?.status ?? 0)")]
  }

  private static func node(_ way: FaultProxy, _ fault: WayFault) throws -> NodeClient {
    try NodeClient(
      way.url,
      options: NodeClient.Options().with {
        $0.requestTimeout = fault.isSlow ? .milliseconds(WayFault.patience) : .seconds(60)
        $0.retries = 1
        $0.firstBackoff = .milliseconds(50)
        $0.maximumBackoff = .milliseconds(200)
      })
  }

  private static func tell(_ fault: WayFault, to way: FaultProxy, lasts: Bool) {
    switch fault.kind {
    case .refused:
      way.stop()
      guard !lasts else { return }
      Task {
        try await Task.sleep(for: .milliseconds(20))
        try heal(way)
      }
    case .fault(let fault): way.fail(fault, times: lasts ? 1_000_000 : 1)
    }
  }

  private static func heal(_ way: FaultProxy) throws { try way.heal() }

  /// The answer to a post. Where it is 503 chance tells which reason is first: that the node does not answer, or that the
  /// book is behind the chain since.
  private static func post(_ order: AnySignedOrder, _ relay: RelayServer) async throws -> WayTable.Cell {
    var conversation = try Conversation(relay.port)
    await conversation.wire.send(
      Conversation.request(
        order.json.serialized(), path: "/orderbook/v1/order", headers: ["Content-Type: application/json"]))
    let reply = try #require(try await conversation.reply())
    #expect(reply.status != 503 || reply.json?["reason"]?.string != nil && reply.header("retry-after") != nil)
    return WayTable.Cell("\(reply.status)")
  }
}
