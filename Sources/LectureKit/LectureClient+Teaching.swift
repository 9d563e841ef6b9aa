import ContractClient
import Primitives

extension LectureClient {
  /// The lectures of a teacher, with the students and the money of all their runs.
  ///
  /// An old contract has of a lecture its present run alone, and of that neither students nor what was paid. Of a lecture
  /// that was reopened more often, the last 100 runs are looked at.
  ///
  /// - Parameter progress: called after each range of blocks with the blocks done and all blocks.
  /// - Throws: `ContractError` `.logsUnavailable`; a `NodeError`.
  /// - Complexity: A round trip for each 2,000 lectures and each 2,000 runs, and a search of the logs since the contract's
  ///   deployment.
  public func teaching(
    of teacher: Address, progress: (@Sendable (_ done: UInt64, _ all: UInt64) -> Void)? = nil
  ) async throws -> Teaching {
    let own = try await lectures().filter { $0.teacher == teacher }
    guard generation.hasRecords else {
      return Teaching(
        own.map { lecture in
          Teaching.Entry(
            lecture: lecture,
            runs: [
              Teaching.Run(
                number: lecture.run, price: lecture.price, studentCount: nil, isOpen: lecture.isOpen,
                held: lecture.escrow)
            ])
        }, tellsIncome: false)
    }
    guard !own.isEmpty else { return Teaching([]) }
    let places = own.flatMap { lecture in
      let last = lecture.run ?? 0
      return (last - min(last, 99)...last).map { (lecture: lecture.number, run: $0) }
    }
    let records = try await connection.results(
      of: places.map { market.getRun(lectureNumber: $0.lecture, run: UInt256($0.run)) })
    let settlements = try await market.events(
      LectureMarket.SettlingLecture.self, indexed: [nil, [Hash32(UInt256(teacher))]], from: session.deploymentBlock,
      progress: progress
    ).map { try Settlement($0.event) }
    var runs: [UInt256: [Teaching.Run]] = [:]
    for (place, record) in zip(places, records) {
      let settlement = settlements.last { $0.lectureNumber == place.lecture && $0.run == place.run }
      runs[place.lecture, default: []].append(try Teaching.Run(place.run, record.get(), settlement))
    }
    return Teaching(own.map { Teaching.Entry(lecture: $0, runs: runs[$0.number] ?? []) })
  }
}
