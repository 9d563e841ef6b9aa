import ChainSupport
import ContractABI
import ContractClient
import Keys
import LectureKit
import NodeRPC
import Primitives
import Sending
import StrictJSON
import Testing
import Transactions

extension LegacyTests {
  @Test(
    "Prices are kept with a block's hash, the newest blocks' are not, and all are read again after a reorganisation")
  func priceCache() async throws {
    let chain = try await Chain.other()
    let old = try await open("LegacyMarketV2", on: chain)
    let snapshot = try await chain.snapshot()
    _ = try await old.create(10)
    #expect(try await old.client().lecture(0).price == (try klay(10)))
    #expect(old.cache.names().isEmpty, "a block that others may yet replace")
    try await chain.set("maxLogRange", 5)
    try await chain.mine(40)
    #expect(try await old.client().lecture(0).price == (try klay(10)))

    // What is kept is believed by another program, and read by no one again.
    var kept = try old.kept()
    #expect(kept.openings.count == 1)
    kept.openings[0]["cost"] = "0xb"
    try old.keep(kept.openings)
    #expect(try await old.client().lecture(0).price == (try klay(11)))
    try await chain.set("maxLogRange", 0)
    await #expect(throws: ContractError(.logsUnavailable, "")) { try await old.client().lecture(0) }
    try await chain.set("maxLogRange", 5)

    // The chain takes another course, in which the lecture has another price in a block of the same height.
    try await chain.revert(to: snapshot)
    _ = try await chain.account()
    _ = try await old.create(33)
    try await chain.mine(60)
    #expect(try await old.client().lectures().map(\.price) == [try klay(33)])
    #expect(try await old.client().planPurchase(0, from: old.student.address).value == .klay(33))
  }

  @Test("A node that once told too few logs is not believed for ever", arguments: names, [false, true])
  func incompleteLogs(name: String, kaia: Bool) async throws {
    let chain = try await Chain.start(kaia: kaia)
    let old = try await open(name, on: chain)
    let (teacher, student, owner) = (old.teacher, old.student, old.owner)
    _ = try await old.create(10)
    let client = try await old.client()
    _ = try await client.planPurchase(0, from: student.address).send(from: student)
    _ = try await client.planEvaluation(0, scores: Scores([9, 9, 9, 9, 9]), from: student.address).send(from: student)
    _ = try await client.planSettlement(0, from: owner.address).send(from: owner)
    _ = try await client.planReopen(0, price: klay(12), from: teacher.address).send(from: teacher)
    try await chain.mine(40)
    #expect(try await client.lecture(0).run == 1)
    let all = try old.kept().openings
    try #require(all.count == 2)

    // No opening of a lecture that exists.
    try old.keep([])
    #expect(try await old.client().lecture(0).price == klay(12))
    #expect(try old.kept().openings.count == 2, "mended")

    // Its present run is missing, and the contract refuses the old price.
    let buyer = try await chain.account()
    try old.keep([all[0]])
    #expect(try await old.client().planPurchase(0, from: buyer.address).value == .klay(12))
    #expect(try old.kept().openings.count == 2, "mended")
    try old.keep([all[0]])
    let dear = try await chain.refusal(spending: buyer) {
      _ = try await old.client().planPurchase(0, agreed: klay(10), from: buyer.address)
    }
    #expect(dear.lectureCode == .priceChanged)

    // Its first run is missing: how many there were is not known, what it costs is.
    try old.keep([all[1]])
    let present = try await old.client().lecture(0)
    #expect(try present.run == nil && present.price == klay(12))
  }

  @Test(
    "A damaged cache costs another reading and nothing else", arguments: ["", "{", "[]", "{\"firstBlock\":\"0x0\"}"])
  func damagedCache(text: String) async throws {
    let old = try await open("LegacyMarketV1")
    _ = try await old.create(10)
    try await old.chain.mine(40)
    _ = try await old.client().lecture(0)
    let name = try #require(old.cache.names().first)
    try old.cache.write(text, to: name)
    #expect(try await old.client().lecture(0).price == (try klay(10)))
  }

  @Test("Without the block in which it was opened, a lecture has no price, and is not bought")
  func beginTooLate() async throws {
    let old = try await open("LegacyMarketV2")
    _ = try await old.create(10)
    var late = old.session
    late.deploymentBlock = try await old.chain.node.blockNumber() + 1
    let client = try await LectureClient.connect(late, over: late.patientConnection())
    #expect(try await client.lecture(0).price == nil)
    let error = try await old.chain.refusal(spending: old.student) {
      _ = try await client.planPurchase(0, from: old.student.address)
    }
    #expect(error.lectureCode == .priceUnknown)
    #expect((error as? LectureError)?.facts == .logs(from: late.deploymentBlock))
  }

  @Test("Two lectures of v1 that share an id, as they do in one block, share all there is; v2 takes only the first")
  func sharedID() async throws {
    let chain = try await Chain.start()
    let (old, ids) = try await openTwice("LegacyMarketV1", on: chain)
    try #require(ids.count == 2 && ids[0] == ids[1])
    let (client, student) = (try await old.client(), old.student)
    _ = try await client.planPurchase(0, from: student.address).send(from: student)
    await #expect(throws: LectureError(.boughtAlready, "")) { try await client.planPurchase(1, from: student.address) }
    _ = try await client.planEvaluation(1, scores: Scores([9, 9, 9, 9, 9]), from: student.address).send(from: student)
    _ = try await client.planSettlement(0, from: old.owner.address).send(from: old.owner)
    _ = try await client.planReopen(1, price: klay(30), from: old.teacher.address).send(from: old.teacher)
    #expect(try await client.lectures().map(\.price) == [try klay(30), try klay(30)])
    #expect(try await client.lectures().map(\.run) == [1, 1])
    let buyer = try await chain.account()
    #expect(try await client.planPurchase(1, from: buyer.address).value == .klay(30))
    #expect(try await openTwice("LegacyMarketV2", on: chain).ids.count == 1)
  }

  /// The same lecture, sent twice into one block.
  private func openTwice(_ name: String, on chain: Chain) async throws -> (old: Old, ids: [Hash32]) {
    let old = try await open(name, on: chain)
    let teacher = old.teacher
    try await chain.automine(false)
    let client = try await old.client()
    let plan = try await client.planCreate(price: klay(10), from: teacher.address)
    for nonce in 0..<2 as Range<UInt64> {
      _ = try await chain.node.sendRawTransaction(plan.prepared.transaction(nonce: nonce).signed(by: teacher).encoded)
    }
    try await chain.mine()
    try await chain.automine(true)
    return (old, try await client.lectures().map(\.id))
  }

  @Test(
    "Lectures that nobody counts are found all the same: 70 of them", arguments: names)
  func many(name: String) async throws {
    let chain = try await Chain.other("--max-log-range", "3")
    let old = try await open(name, on: chain)
    let client = try await old.client()
    try await chain.automine(false)
    for number in 0..<70 {
      let plan = try await client.planCreate(price: klay(number + 1), from: old.teacher.address)
      let transaction = try plan.prepared.transaction(nonce: UInt64(number)).signed(by: old.teacher)
      _ = try await chain.node.sendRawTransaction(transaction.encoded)
    }
    while try await client.count() < 70 { try await chain.mine() }
    #expect(try await client.lectures().map(\.price) == (1...70).map { try klay($0) })
    #expect(try await client.lectures(from: 65, limit: 3).map(\.number) == [65, 66, 67])
  }
}
