import ChainIndex
import FixtureSupport
import LectureKit
import Locking
import NodeRPC
import Primitives
import Testing

@testable import LectureIndex

@Suite("An index that follows a chain")
struct FollowingTests {
  @Test("has the lectures, students and ratings that the contract has", arguments: [1, 2, 3] as [UInt64])
  func agrees(seed: UInt64) async throws {
    let market = ModelMarket(seed)
    for _ in 0..<300 { market.mine(actions: 3) }
    let index = try await Indexing(market, width: 7)
    try await index.catchUp()
    let world = market.head.world
    let count = try await index.read { try $0.lectureCount() }
    #expect(count == world.lectures.count && count > 20)
    for (number, entry) in world.lectures.enumerated() {
      let lecture = try #require(try await index.read { try $0.lecture(UInt256(UInt64(number))) })
      #expect(lecture.title == entry.title && lecture.teacher == entry.teacher && lecture.run == entry.run)
      #expect(lecture.isOpen == entry.isOpen && lecture.studentCount == UInt256(entry.students0))
      #expect(lecture.points.count == UInt256(UInt64(entry.ratings.count)))
      for question in 0..<5 {
        let sum = entry.ratings.map { $0.values[question] }.reduce(0, +)
        #expect(lecture.points.sums[question] == UInt256(UInt64(sum)))
      }
    }
  }

  @Test("has one set of tables, however wide the ranges are that it reads", arguments: [1, 17] as [UInt64])
  func widths(width: UInt64) async throws {
    let market = ModelMarket(7)
    for _ in 0..<200 { market.mine(actions: 2) }
    let wide = try await Indexing(market)
    try await wide.catchUp()
    market.state.withLock { $0.widest = width }
    let narrow = try await Indexing(market)
    try await narrow.catchUp()
    #expect(try await wide.dump() == narrow.dump())
  }

  @Test("is after any reorganisation as if it had been made from scratch", arguments: 1...12 as ClosedRange<UInt64>)
  func reorganisations(seed: UInt64) async throws {
    var random = Seeded(seed &* 77)
    let market = ModelMarket(seed)
    for _ in 0..<(20 + Int(random.next() % 200)) { market.mine(actions: 2) }
    let index = try await Indexing(market)
    try await index.catchUp()
    var undone = 0
    for _ in 0..<15 {
      let depth = Int(random.next() % 20) + 1
      market.drop(depth)
      for _ in 0..<(depth + Int(random.next() % 4)) { market.mine(actions: Int(random.next() % 4)) }
      for _ in 0..<20 {
        let step = try await index.follower.step(under: index.lease)
        if case .undone = step { undone += 1 }
        if case .upToDate = step { break }
      }
      let scratch = try await Indexing(market)
      try await scratch.catchUp()
      #expect(try await index.dump() == scratch.dump())
    }
    #expect(undone > 5)
  }

  @Test("stops where the chain changed deeper than it can go back, and keeps what it has")
  func tooDeep() async throws {
    let market = ModelMarket(5)
    for _ in 0..<400 { market.mine(actions: 1) }
    let index = try await Indexing(market)
    try await index.catchUp()
    let before = try await index.dump()
    market.drop(150)
    for _ in 0..<200 { market.mine(actions: 1) }
    await #expect(throws: ChainIndexError(.reorganisedTooDeep, "")) {
      try await index.follower.step(under: index.lease)
    }
    #expect(try await index.dump() == before)
  }

  @Test("believes a shorter chain only when it is seen again and again")
  func shorter() async throws {
    let market = ModelMarket(6)
    for _ in 0..<30 { market.mine(actions: 2) }
    let index = try await Indexing(market)
    try await index.catchUp()
    market.drop(3)
    #expect(try await index.follower.step(under: index.lease) == .behind(node: 27))
    #expect(try await index.follower.step(under: index.lease) == .behind(node: 27))
    guard case .undone(3, let head) = try await index.follower.step(under: index.lease) else {
      Issue.record("nothing was undone")
      return
    }
    #expect(head.number == 27)
    let scratch = try await Indexing(market)
    try await scratch.catchUp()
    #expect(try await index.dump() == scratch.dump())
  }

  @Test("goes on where it was left, whenever the node failed")
  func interrupted() async throws {
    let market = ModelMarket(8)
    for _ in 0..<280 { market.mine(actions: 2) }
    let index = try await Indexing(market, width: 20)
    var random = Seeded(3)
    var failures = 0
    for _ in 0..<1_000 {
      if random.next() % 2 == 0 {
        market.state.withLock {
          $0.failures = [NodeError(.unreachable, kind: .refused)]
        }
      }
      do {
        if case .upToDate = try await index.follower.step(under: index.lease) { break }
      } catch is NodeError { failures += 1 }
    }
    let scratch = try await Indexing(market)
    try await scratch.catchUp()
    #expect(try await index.dump() == scratch.dump())
    #expect(failures > 3)
  }
}
