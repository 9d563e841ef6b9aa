import Devnet
import Primitives
import StrictJSON
import Testing

@Suite("Events of a devnet")
struct EventTests {
  private func text(_ event: Devnet.Event) -> String {
    switch event {
    case .added(let block): "added \(block.number) \(block.receipts.count)"
    case .removed(let block): "removed \(block.number)"
    case .pending: "pending"
    case .dropped: "dropped"
    }
  }

  /// The next so many events.
  private func next(_ count: Int, of events: inout AsyncStream<Devnet.Event>.Iterator) async -> [String] {
    var texts: [String] = []
    while texts.count < count, let event = await events.next() { texts.append(text(event)) }
    return texts
  }

  @Test("who listens hears of transactions, blocks, and blocks taken back, in their order")
  func order() async throws {
    let chain = try await Devnet.start()
    try await chain.mine()
    var events = await chain.events().makeAsyncIterator()
    let snapshot = await chain.snapshot()
    try await chain.send(DevnetCall(to: chain.accounts[1].address, value: 1))
    try await chain.mine(blocks: 2)
    try await chain.revert(to: snapshot)
    try await chain.mine()
    #expect(
      await next(8, of: &events) == [
        "pending", "added 2 1", "added 3 0", "added 4 0", "removed 4", "removed 3", "removed 2", "added 2 0",
      ])
  }

  @Test("each of several listeners hears everything, and one that fell too far behind is at its end")
  func several() async throws {
    let chain = try await Devnet.start()
    var slow = await chain.events().makeAsyncIterator()
    let count = Devnet.mostEvents + 1
    try await chain.mine(blocks: UInt64(count))
    var quick = await chain.events().makeAsyncIterator()
    try await chain.mine()
    #expect(await next(1, of: &quick) == ["added \(count + 1) 0"])
    let heard = await next(count + 5, of: &slow)
    #expect(heard.count == Devnet.mostEvents && heard.last == "added \(Devnet.mostEvents) 0")
  }

  @Test("subscriptions tell what was asked for, and of logs taken back")
  func subscriptions() async throws {
    let chain = try await Devnet.start()
    let market = try await Market.open(chain, cost: 1)
    var events = await chain.events().makeAsyncIterator()
    let snapshot = await chain.snapshot()
    let hash = try await chain.send(market.purchase(value: ether(1)))
    let block = try #require(await chain.block())
    try await chain.revert(to: snapshot)
    var heard: [Devnet.Event] = []
    while heard.count < 3, let event = await events.next() { heard.append(event) }
    func results(_ parameters: JSON...) throws -> [JSON] {
      let subscription = try Devnet.Subscription(parameters: parameters)
      return heard.flatMap { subscription.results(of: $0) }
    }
    let heads = try results("newHeads")
    #expect(heads.map { $0["hash"] } == [.string(block.hash.hex)])
    #expect(heads[0]["parentHash"]?.string == block.header.parentHash.hex && heads[0]["transactions"] == nil)
    let address = JSON.string(market.address.checksummed)
    let logs = try results("logs", ["address": address])
    #expect(logs.map { $0["removed"] } == [false, true])
    #expect(logs.allSatisfy { $0["transactionHash"]?.string == hash.hex })
    #expect(try results("logs") == logs)
    #expect(try results("logs", ["address": address, "topics": [logs[0]["topics"]?[0] ?? .null]]) == logs)
    #expect(try results("logs", ["topics": [.string(hash.hex)]]) == [])
    #expect(try results("logs", ["address": "0x00000000000000000000000000000000000000aa"]) == [])
    #expect(try results("newPendingTransactions") == [.string(hash.hex)])
    #expect(try results("newPendingTransactions", true)[0]["hash"]?.string == hash.hex)
    #expect(try results("syncing") == [])
    for wrong: [JSON] in [
      [], ["nothing"], [5], ["logs", 5], ["logs", ["address": "0x1"]], ["newPendingTransactions", 1],
    ] { #expect(throws: DevnetError.self) { try Devnet.Subscription(parameters: wrong) } }
  }
}
