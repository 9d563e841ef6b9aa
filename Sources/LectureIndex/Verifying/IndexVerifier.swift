import ChainIndex
import Database
import LectureKit
import NodeRPC
import Primitives

/// The result of a comparison of an index with its contract.
package struct IndexVerification: Sendable {
  /// The block that the index was as of when the comparison began.
  package let head: IndexHead
  /// The number of lectures that were compared.
  package let lectures: Int
  /// The number of blocks that were compared.
  package let blocks: Int
  /// The number of events that were compared.
  package let events: Int
  /// The number of runs, purchases with their ratings, and settlements that were compared.
  package let records: Int
  /// Whether all old blocks and all records were compared, and not some of them.
  package let isWhole: Bool
  /// The headers that could not be checked when they were read.
  package let unchecked: UncheckedHeaders
  /// The differences, the first ``mostDifferences`` of them.
  package let differences: [IndexDifference]

  /// The most differences that are reported.
  package static let mostDifferences = 1_000
}

/// The comparison of an index with the contract itself: every lecture as the contract has it at the index's block, the
/// newest blocks and events as a node tells them now, and old events, runs, purchases, ratings and settlements, all or some.
package struct IndexVerifier<Node: IndexNode>: Sendable {
  private let store: IndexStore
  private let node: Node
  private let market: LectureMarket

  /// A comparison; nothing is asked yet.
  ///
  /// - Parameter place: An index that is there.
  /// - Throws: `noIndex`, `storeFailed`.
  package init(_ place: DatabasePlace, _ node: Node, _ market: LectureMarket) throws(ChainIndexError) {
    self.init(try IndexReader(place).store, node, market)
  }

  init(_ store: IndexStore, _ node: Node, _ market: LectureMarket) {
    (self.store, self.node, self.market) = (store, node, market)
  }

  /// The number of lectures that are compared at once.
  private static var page: UInt64 { 2_000 }

  /// The number of ranges of old blocks that are compared where not all are.
  private static var pastRanges: Int { 16 }
  /// The number of lectures whose records are compared where not all are.
  private static var sampledLectures: Int { 50 }

  /// Compares every lecture, the newest blocks and events, and of what is older all or some at random.
  ///
  /// - Parameters:
  ///   - isWhole: Whether all old blocks and all records are compared.
  ///   - progress: Gets the number of lectures that are done, and of all.
  /// - Throws: `noIndex` where nothing was read yet; `badAnswer`; the errors of node and contract.
  package func verify(
    isWhole: Bool = false, progress: @Sendable (Int, Int) -> Void = { _, _ in }
  ) async throws -> IndexVerification {
    guard let head = try await store.head() else {
      throw ChainIndexError(.noIndex, "The index has no block yet.", reason: "Nothing was read so far.")
    }
    let check = WindowCheck(node, [LectureEvent.source(at: market.address)])
    let window = try await check.differences(in: store)
    var (found, blocks, events, compared, records) = (window.found, window.blocks, window.events, 0, 0)
    let past: PastRanges = isWhole ? .all : .some(Self.pastRanges)
    for range in try await past.ranges(of: store) where found.count < IndexVerification.mostDifferences {
      let part = try await check.differences(in: range, of: store)
      found += part.found
      (blocks, events) = (blocks + range.count, events + part.events)
    }
    // Without its block the node cannot tell how the contract was.
    if !found.contains(where: { $0.subject == .block(head.number) }) {
      var first: UInt64 = 0
      while found.count < IndexVerification.mostDifferences {
        let part = try await differences(from: first)
        found += part.found
        compared += part.compared
        progress(compared, part.count)
        guard part.compared == Int(Self.page) else { break }
        first += Self.page
      }
      let check = RecordCheck(store: store, market: market)
      for lectures in try await check.parts(isWhole ? nil : Self.sampledLectures)
      where found.count < IndexVerification.mostDifferences {
        let part = try await check.differences(of: lectures)
        found += part.found
        records += part.compared
      }
    }
    return IndexVerification(
      head: head, lectures: compared, blocks: blocks, events: events, records: records, isWhole: isWhole,
      unchecked: try await store.unchecked(), differences: Array(found.prefix(IndexVerification.mostDifferences)))
  }

  /// The differences of a part of the lectures, as of the block that the index has now.
  private func differences(from first: UInt64) async throws -> (found: [IndexDifference], compared: Int, count: Int) {
    let (head, rows, count) = try await store.read { db in
      let view = IndexView(db: db, now: 0)
      let rows = try db.rows(
        "SELECT \(LectureRow.columns) FROM lecture WHERE number >= ? ORDER BY number LIMIT ?", [first, Self.page]
      ).map { try LectureRow($0) }
      return (try view.head(), rows, try view.lectureCount())
    }
    guard let head else { return ([], 0, 0) }
    let (facts, block) = (MarketFacts(market), BlockTag.hash(head.hash))
    var found: [IndexDifference] = []
    let there = try await facts.count(at: block)
    if first == 0, there != UInt256(count) {
      found.append(IndexDifference(.contract, "lectures", index: "\(count)", chain: "\(there)"))
    }
    let end = min(first + UInt64(rows.count), UInt64(clamping: there))
    let records = try await facts.records(of: first..<max(first, end), at: block)
    for (row, record) in zip(rows, records) { found += differences(row, record) }
    return (found, rows.count, count)
  }

  private func differences(_ row: LectureRow, _ record: LectureMarket.LectureRecord) -> [IndexDifference] {
    let facts: [(String, String, String)] = [
      ("id", row.id.hex, record.lectureID.hex), ("teacher", row.teacher.checksummed, record.teacher.checksummed),
      ("title", row.title, record.title), ("run", "\(row.run)", "\(record.run)"),
      ("open", "\(row.isOpen)", "\(record.isOpen)"), ("price", "\(row.price)", "\(record.lectureCost)"),
      ("students", "\(row.students)", "\(record.studentCount)"),
      ("held", "\(row.held)", "\(record.totalLectureCost)"),
      ("openedAt", "\(row.openedTime)", "\(record.openedAt)"),
      ("openedAtBlock", "\(row.openedBlock)", "\(record.openedAtBlock)"),
      ("settledAt", "\(row.settledTime ?? 0)", "\(record.settledAt)"),
      ("ratings", "\(row.ratings)", "\(record.evaluationCount)"),
    ]
    let sums = [
      record.preparationPoint, record.contentPoint, record.proceedPoint, record.communicationPoint,
      record.satisfactionPoint,
    ]
    return (facts + zip(LectureRow.questions, zip(row.sums, sums)).map { ($0, "\($1.0)", "\($1.1)") })
      .compactMap { field, index, chain in
        index == chain ? nil : IndexDifference(.entry(row.number), field, index: index, chain: chain)
      }
  }
}
