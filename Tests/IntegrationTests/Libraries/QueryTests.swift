import ChainSupport
import ContractClient
import Keys
import LectureKit
import Locking
import NodeRPC
import Primitives
import Sending
import StrictJSON
import Testing
import Transactions

@Suite(
  "Reading much from a node that gives little", .enabled(if: TestTools.areInstalled, "\(TestTools.advice)"),
  .timeLimit(.minutes(20)))
struct QueryTests {
  @Test("All events come, however few blocks or logs the node gives at once")
  func events() async throws {
    let chain = try await Chain.other("--max-log-range", "10")
    let fixture = try await ContractFixture.open(on: chain)
    for price in 1...6 {
      try await fixture.create(price: price)
      try await chain.mine(23)
    }
    let prices = (1...6).map { UInt256($0) }
    let from = fixture.client.session.deploymentBlock
    let progress = Guarded<[UInt64]>([])
    let records = try await fixture.market.events(LectureMarket.CreatingLecture.self, from: from) { done, all in
      progress.withLock { $0.append(done) }
      #expect(done <= all)
    }
    #expect(records.map(\.event.lectureCost) == prices, "in the order in which they happened")
    let reported = progress.withLock { $0 }
    #expect(reported == reported.sorted() && reported.count > 10)
    let second = try await fixture.market.events(
      LectureMarket.CreatingLecture.self, indexed: [nil, [Hash32(UInt256(fixture.teacher.address))], [Hash32(1)]],
      from: from)
    #expect(second.map(\.event.lectureNumber) == [1])

    // Now as many blocks as one likes, but few logs.
    try await chain.set("maxLogRange", .null)
    try await chain.set("maxLogs", 1)
    #expect(
      try await fixture.market.events(LectureMarket.CreatingLecture.self, from: from).map(\.event.lectureCost) == prices
    )
    // Nothing at all, not even for a block: that is an error, not an empty answer.
    try await chain.set("maxLogRange", 0)
    await #expect(throws: ContractError(.logsUnavailable, "")) {
      try await fixture.market.events(LectureMarket.CreatingLecture.self, from: from)
    }
  }

  @Test("The averages of 500 lectures come in a few batches, in whatever order the node answers")
  func averages() async throws {
    let chain = try await Chain.other("--shuffle-batches", "--max-batch", "100")
    let fixture = try await ContractFixture.open(on: chain)
    try await fixture.create(500)
    let rated = stride(from: 0, to: 500, by: 50)
    for number in rated {
      try await fixture.buy(UInt256(number))
      try await fixture.rate(UInt256(number), Array(repeating: number / 5, count: 5))
    }
    let numbers = (0..<500).map { UInt256($0) }
    let expected = numbers.map { $0 % 50 == 0 ? $0 / 5 : nil }
    #expect(try await fixture.client.averages(numbers) == expected)
    await #expect(throws: LectureError(.unknownLecture, "")) { try await fixture.client.averages(numbers + [500]) }
    // One by one it is the same.
    for number in rated { #expect(try await fixture.client.averages([numbers[number]]) == [expected[number]]) }
  }

  @Test("Lists have pages: 230 lectures, from any number on")
  func list() async throws {
    let fixture = try await ContractFixture.open(on: try await Chain.start())
    try await fixture.create(230)
    let all = try await fixture.client.lectures()
    #expect(all.map(\.number) == (0..<230).map { UInt256($0) })
    #expect(Set(all.map(\.id)).count == 230, "ids are unique, in one block too")
    #expect(try await fixture.client.lectures(from: 95, limit: 110).map(\.number) == (95..<205).map { UInt256($0) })
    #expect(try await fixture.client.lectures(from: 229).count == 1)
    #expect(try await fixture.client.lectures(from: 230).isEmpty)
    #expect(try await fixture.client.lectures(limit: 0).isEmpty)
  }

  @Test("A call asks the state of the block that it is given")
  func past() async throws {
    let fixture = try await ContractFixture.open()
    let before = fixture.client.session.deploymentBlock
    try await fixture.create()
    #expect(try await fixture.market.lectureCount().call(at: .number(before)) == 0)
    #expect(try await fixture.market.lectureCount().call() == 1)
    let head = try #require(try await fixture.node.block(.latest))
    #expect(try await fixture.market.lectureCount().call(at: .hash(head.hash)) == 1)
  }
}
