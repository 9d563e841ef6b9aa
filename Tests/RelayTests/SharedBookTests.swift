import Database
import DatabaseSupport
import Devnet
import Orders
import Primitives
import StrictJSON
import Testing
import WireSupport

@testable import Relay

/// Relays over HTTP that share a book on a server of PostgreSQL.
@Suite("Relays that share a book", .enabled(if: PostgresCluster.isInstalled, PostgresCluster.advice))
struct SharedBookTests {
  private func place() throws -> DatabasePlace {
    let cluster = try PostgresCluster.shared
    return .server(try PostgresAddress(cluster.address(of: try cluster.makeDatabase()), isSecret: true))
  }

  /// A relay that goes on by itself, and takes orders.
  private func relay(
    at place: DatabasePlace, _ choose: @Sendable (inout RelayServer.Options) -> Void = { _ in }
  ) async throws -> RelayFixture {
    let fixture = try await RelayFixture(
      at: place,
      options: { options in
        options.follows = true
        (options.pollInterval, options.sharingPause) = (.milliseconds(20), .milliseconds(20))
        choose(&options)
      })
    while try await fixture.get("/readyz").status != 200 { try await Task.sleep(for: .milliseconds(5)) }
    return fixture
  }

  private func isKeeper(_ relay: RelayFixture) async throws -> Bool? {
    try await relay.get("/relay/v1/status").json?["keeper"]?.bool
  }

  @Test("an order that a follower was posted is in both books when it is answered, and is answered alike again")
  func handOver() async throws {
    let place = try place()
    let (keeper, follower) = (try await relay(at: place), try await relay(at: place))
    #expect(try await isKeeper(keeper) == true)
    #expect(try await isKeeper(follower) == false)
    let chain = keeper.chain
    let first = try await follower.post(chain.orderV1())
    let second = try await follower.post(try chain.limitOrder())
    for relay in [keeper, follower] {
      #expect(try await relay.get("/v0/order/\(first.hash)").json == first.json)
      #expect(try await relay.get("/orderbook/v1/order/\(second.hash)").status == 200)
    }
    #expect(try await follower.post("/v0/order", first.json).status == 201)
    #expect(try await keeper.post("/orderbook/v1/order", second.json).status == 200)
    #expect(try await follower.get("/v0/orders").header("x-book-sequence") == "2")
    #expect(try await keeper.get("/v0/orders").header("x-book-sequence") == "2")
    // Each looks at the chain by itself, one a moment after the other.
    func block(_ relay: RelayFixture) async throws -> String? {
      try await relay.get("/v0/orders").header("x-book-block")
    }
    for _ in 0..<2_000 where try await block(keeper) != block(follower) {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(try await block(keeper) == block(follower))
    await follower.server.stop()
    await keeper.server.stop()
  }

  @Test("a follower refuses what the keeper refuses, in the same words, and takes a list whole or not at all")
  func refusals() async throws {
    let place = try place()
    let (keeper, follower) = (try await relay(at: place), try await relay(at: place))
    let chain = keeper.chain
    let poor = try await chain.signed(try chain.limitOrder(maker: chain.accounts[5].address))
    let good = try await chain.signed(try chain.limitOrder())
    for (path, body) in [
      ("/orderbook/v1/order", poor.json), ("/orderbook/v1/orders", .array([good.json, poor.json])),
      ("/v0/order", try await chain.signed(chain.orderV1(makerAmount: 1)).json), ("/v0/order", ["maker": "0x1"]),
    ] {
      let (one, other) = (try await follower.post(path, body), try await keeper.post(path, body))
      #expect(one.status == 400)
      #expect(one.status == other.status)
      #expect(one.json == other.json)
    }
    #expect(try await follower.get("/orderbook/v1/order/\(good.hash)").status == 404)
    await follower.server.stop()
    await keeper.server.stop()
  }

  @Test("an order that no keeper answers is not known yet, by its hash, and posted again it is taken")
  func unanswered() async throws {
    let place = try place()
    let keeper = try await relay(at: place) { $0.follows = false }
    let follower = try await RelayFixture(at: place, options: { $0.answerTime = .milliseconds(200) })
    // Of its keeper a follower knows when it heard two words of it.
    try await keeper.advance()
    try await follower.advance()
    try await Task.sleep(for: .milliseconds(30))
    try await keeper.advance()
    try await follower.advance()
    let order = try await keeper.chain.signed(keeper.chain.orderV1())
    let reply = try await follower.post("/v0/order", order.json)
    #expect(reply.status == 503)
    #expect(reply.header("retry-after") != nil)
    #expect(reply.json?["reason"]?.string?.contains("\(order.hash)") == true)
    #expect(try await keeper.server.service.answerPosts() == 1)
    try await follower.advance()
    #expect(try await follower.post("/v0/order", order.json).status == 201)
    #expect(try await keeper.get("/v0/orders").json == .array([order.json]))
    await follower.server.stop()
    await keeper.server.stop()
  }

  @Test("when the keeper stops another goes on at once with all that it answered")
  func succession() async throws {
    let place = try place()
    let (first, second) = (try await relay(at: place), try await relay(at: place))
    let order = try await first.post(first.chain.orderV1())
    await first.server.stop()
    while try await isKeeper(second) != true { try await Task.sleep(for: .milliseconds(5)) }
    // It reads what came meanwhile first.
    while try await second.get("/readyz").status != 200 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(try await second.get("/v0/orders").json == .array([order.json]))
    try await second.post(second.chain.orderV1())
    #expect(try await second.get("/v0/orders").header("x-book-sequence") == "2")
    await second.server.stop()
  }
}
