import ChainIndex
import ChainSupport
import ContractClient
import Database
import FixtureSupport
import Keys
import LectureKit
import NodeDoubles
import NodeRPC
import Outbox
import Primitives
import Sending
import StrictJSON
import Testing

@testable import LectureIndex

@Suite("An index of the contract on a devnet")
struct DevnetTests {
  @Test("agrees with the contract after a life of lectures and reorganisations of 1 to 20 blocks")
  func life() async throws {
    let fixture = try await IndexFixture.open()
    var random = Seeded(42)
    func act() async throws {
      let lecture = UInt256(random.next() % 3)
      let price = try Price(klay: lecture + 1)
      let student = Int(random.next() % 5) + 1
      // What the contract refuses is mined, and logs nothing.
      switch random.next() % 3 {
      case 0:
        try? await fixture.send(
          fixture.market.purchaseLecture(lectureNumber: lecture, value: price.amount), from: student)
      case 1:
        try? await fixture.send(
          fixture.market.evaluateLecture(
            lectureNumber: lecture, preparationPoint: 100, contentPoint: 80, proceedPoint: UInt256(random.next() % 101),
            communicationPoint: 77, satisfactionPoint: 99), from: student)
      default: try await fixture.chain.mine()
      }
    }
    for number in 0..<3 as Range<UInt64> {
      try await fixture.send(
        fixture.market.createLecture(lectureCost: UInt256(number + 1), title: "강의 \(number)"), from: 0)
    }
    for _ in 0..<30 { try await act() }
    try await fixture.catchUp()
    #expect(try await fixture.verification().differences.isEmpty)
    for _ in 0..<6 {
      let snapshot = try await fixture.chain.snapshot()
      let depth = Int(random.next() % 20) + 1
      for _ in 0..<depth { try await act() }
      try await fixture.catchUp()
      try await fixture.chain.revert(to: snapshot)
      for _ in 0...depth { try await act() }
      try await fixture.chain.mine(20)
      try await fixture.catchUp()
      let found = try await fixture.verification()
      #expect(found.differences.isEmpty && found.lectures == 3 && found.blocks > 10)
    }
    let rated = try await IndexReader(.file(fixture.path)).read { view in
      try (0..<3).map { try view.ratings(of: UInt256(UInt64($0))).count }
    }
    #expect(rated.reduce(0, +) > 0)
  }

  @Test("tells each account what it bought and what it earned as the contract does")
  func accounts() async throws {
    let fixture = try await IndexFixture.open()
    for (price, title) in [(10, "First"), (3, "Second"), (4, "Third")] as [(UInt256, String)] {
      try await fixture.send(fixture.market.createLecture(lectureCost: price, title: title), from: 0)
    }
    let teacher = fixture.chain.accounts[0]
    func buy(_ lecture: UInt256, for price: UInt256, by student: Int) async throws {
      try await fixture.send(
        fixture.market.purchaseLecture(lectureNumber: lecture, value: try Price(klay: price).amount), from: student)
    }
    try await buy(0, for: 10, by: 1)
    try await buy(0, for: 10, by: 2)
    try await buy(1, for: 3, by: 1)
    try await fixture.send(
      fixture.market.evaluateLecture(
        lectureNumber: 0, preparationPoint: 100, contentPoint: 80, proceedPoint: 34, communicationPoint: 77,
        satisfactionPoint: 99), from: 1)
    _ = try await fixture.market.acceptAdmin(lectureNumber: 0).send(from: fixture.owner)
    try await fixture.chain.advance(seconds: 8 * 86_400)
    try await fixture.send(fixture.market.recreateLecture(lectureNumber: 0, lectureCost: 12), from: 0)
    try await buy(0, for: 12, by: 1)
    _ = try await fixture.market.acceptAdmin(lectureNumber: 0).send(from: fixture.owner)
    // A payment that was taken back.
    try await buy(2, for: 4, by: 1)
    try await fixture.chain.advance(seconds: 91 * 86_400)
    try await fixture.send(fixture.market.reclaimPayment(lectureNumber: 2), from: 1)
    try await fixture.catchUp()
    let time = try #require(try await fixture.chain.node.block(.latest, full: false)).timestamp
    let reader = try IndexReader(.file(fixture.path), clock: IndexClock { time * 1_000 })
    for student in 1...3 {
      let account = fixture.chain.accounts[student]
      let bought = try await reader.read { try $0.purchases(of: account).rows.map(\.enrolment) }
      let told = try await fixture.client.enrolments(of: account)
      #expect(Set(bought) == Set(told) && bought.count == told.count, "\(student)")
    }
    let student = fixture.chain.accounts[1]
    let all = try await reader.read { try $0.purchases(of: student) }
    #expect(all.total == 4 && all.rows.map(\.block) == all.rows.map(\.block).sorted(by: >))
    #expect(all.rows.map(\.enrolment.price?.klay) == [4, 12, 3, 10])
    #expect(try await reader.read { try $0.purchases(of: student, limit: 2, offset: 1).rows.count } == 2)
    let first = try await reader.read { try $0.purchase(of: 0, run: 0, by: student) }
    #expect(first?.enrolment.scores?.values == [100, 80, 34, 77, 99])
    #expect(try await reader.read { try $0.purchase(of: 1, run: 0, by: fixture.chain.accounts[2]) } == nil)
    // The third lecture's only student took the payment back.
    for (lecture, run) in [(0, 0), (0, 1), (1, 0), (2, 0)] as [(UInt256, UInt64)] {
      let told = try await fixture.client.students(of: lecture, run: run)
      #expect(try await reader.read { try $0.students(of: lecture, run: run) } == told, "\(lecture) \(run)")
      #expect(told.isEmpty == (lecture == 2), "\(told)")
    }
    #expect(try await reader.read { try $0.students(of: 0, run: 0) }.contains { $0.scores != nil })
    let taught = try await fixture.client.teaching(of: teacher)
    let kept = try await reader.read { try $0.lectures(of: teacher) }
    #expect(kept.total == 3 && kept.rows == taught.entries, "\(kept.rows) \(taught.entries)")
    let shares = taught.entries.flatMap(\.runs).compactMap { $0.settlement?.teacherShare.wei }.reduce(0, +)
    let weeks = try await reader.read { try $0.incomeByWeek(of: teacher) }
    #expect(weeks.count == 2 && weeks.map(\.settlements) == [1, 1])
    #expect(weeks.map(\.amount.wei).reduce(0, +) == shares && shares > 0)
    #expect(weeks.allSatisfy { ($0.start / 86_400) % 7 == 4 })
    let prices = try await reader.read { try $0.priceHistory(0) }
    #expect(prices.map(\.price.klay) == [10, 12] && prices.map(\.run) == [0, 1])
    #expect(prices[0].since < prices[1].since)
  }

  @Test("is told to differ where a row was changed by hand")
  func tampering() async throws {
    let fixture = try await IndexFixture.open()
    try await fixture.send(fixture.market.createLecture(lectureCost: 7, title: "One"), from: 0)
    try await fixture.catchUp()
    let store = try LectureIndexFile.open(.file(fixture.path))
    let lease = try #require(try await store.takeLease("a hand"))
    try await store.write(lease) { db in
      try db.execute("UPDATE lecture SET price = 8, students = 3 WHERE number = ?", [0])
      try db.execute("DELETE FROM event WHERE kind = ?", ["CreatingLecture"])
    }
    let found = try await fixture.verification().differences
    #expect(Set(found.map(\.field)) == ["price", "students", "held", "data"])
  }

  @Test("is not made of a contract of 2018, nor of no contract")
  func unfit() throws {
    #expect(throws: ChainIndexError(.noContract, "")) { try LectureIndexFile.check(code: [], of: .zero) }
    #expect(throws: ChainIndexError(.notIndexable, "")) { try LectureIndexFile.check(code: [1, 2, 3], of: .zero) }
  }
}
