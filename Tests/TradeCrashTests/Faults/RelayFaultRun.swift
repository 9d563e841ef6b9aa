import ContractClient
import Devnet
import Exchange
import NodeDoubles
import Orders
import Primitives
import Relay
import Testing

@testable import TradeWorker

/// An order that is placed at a relay over a way on which something goes wrong, and once more when it is well.
struct RelayFaultRun {
  let fixture: TradeFixture
  let relay: RelayServer

  /// What happens to an order, and to the reading of the book.
  func outcomes(of fault: WayFault) async throws -> [WayTable.Cell] {
    [
      try await placed(fault, lasts: false), try await placed(fault, lasts: true),
      try await read(fault, lasts: false), try await read(fault, lasts: true),
    ]
  }

  private func tell(_ fault: WayFault, to proxy: HTTPProxy, on method: String, lasts: Bool) {
    switch fault.kind {
    case .refused: proxy.stop()
    case .fault(let fault): proxy.fail(fault, on: method, times: lasts ? 1_000 : 1)
    }
  }

  /// Listens again a little after it left.
  private func comeBack(_ proxy: HTTPProxy) -> Task<Void, any Error> {
    Task {
      try await Task.sleep(for: .milliseconds(100))
      try proxy.heal()
    }
  }

  private func client(_ version: OrderVersion, _ proxy: HTTPProxy, _ fault: WayFault?) throws -> RelayClient {
    let timeout = fault?.isSlow ?? false ? Duration.milliseconds(WayFault.patience) : .seconds(60)
    return try RelayClient(
      proxy.url, version.api, for: try #require(fixture.contracts.exchange(of: version)),
      limits: RelayReadingLimits(timeout: timeout, totalTime: .seconds(120)))
  }

  private func placed(_ fault: WayFault, lasts: Bool) async throws -> WayTable.Cell {
    let (folder, maker, port) = (try TradeFolder(), try await fixture.account(), relay.port)
    try await fixture.fund(maker.address, fixture.market.base)
    try await fixture.waitUntilCurrent(port)
    let proxy = try HTTPProxy(to: { port })
    let job = TradeJob(
      port: fixture.server.port, relay: proxy.port, door: port, market: fixture.market, secret: maker.secret,
      folder: folder.path, expiry: await fixture.expiry())
    tell(fault, to: proxy, on: "POST", lasts: lasts)
    let tools = try job.tools(chain: fixture.server.url)
    let hurried = TradeJob.Tools(
      connection: tools.connection, journal: tools.journal, relays: [try client(.v4, proxy, fault)])
    let comment = Comment(rawValue: "\(fault.name), \(lasts ? "each time" : "once")")
    var cell = WayTable.Cell("posted")
    do {
      try await job.carryOut(0, Trade(kind: .order), with: hurried)
    } catch let error as RelayClientError {
      let state = try await tools.journal.orders().first?.postings.first?.state.rawValue ?? "nothing"
      cell = WayTable.Cell("\(state): \(error.code)", error.description)
    }
    try proxy.heal()
    // Nothing more was lost than the answer: the next run posts it, or finds it there.
    try await job.carryOut(0, Trade(kind: .order), with: tools)
    let orders = try await tools.journal.orders()
    #expect(orders.count == 1 && orders.first?.state == .posted, comment)
    if let signed = orders.first?.signed {
      #expect(try await client(.v4, proxy, nil).order(signed.hash)?.signed == signed, comment)
    }
    proxy.stop()
    return cell
  }

  private func read(_ fault: WayFault, lasts: Bool) async throws -> WayTable.Cell {
    let port = relay.port
    let proxy = try HTTPProxy(to: { port })
    tell(fault, to: proxy, on: "GET", lasts: lasts)
    let back = !lasts ? comeBack(proxy) : nil
    defer {
      back?.cancel()
      proxy.stop()
    }
    do {
      _ = try await client(.v4, proxy, fault).book(of: try fixture.market.pair())
      return WayTable.Cell("read")
    } catch let error as RelayClientError {
      return WayTable.Cell("\(error.code)", error.description)
    }
  }
}
