import ContractClient
import Primitives

extension LectureClient {
  /// The ratings of a lecture's present run, in the order in which their students bought it; those who reclaimed left out.
  ///
  /// - Throws: `LectureError` `.notSupported` for the old contracts, which show no ratings.
  /// - Complexity: A search of the logs since the run was opened, and a round trip for each 2,000 students, twice.
  public func ratings(of number: UInt256) async throws -> [Scores] {
    let students = try await students(of: number)
    let records = try await connection.results(
      of: students.map {
        market.getPurchase(lectureNumber: number, run: UInt256($0.run), studentAddress: $0.address)
      })
    return try records.compactMap { answer in
      let record = try answer.get()
      let sums = [
        record.preparationPoint, record.contentPoint, record.proceedPoint, record.communicationPoint,
        record.satisfactionPoint,
      ]
      return record.rated ? try Scores(sums.map { Int(clamping: $0) }) : nil
    }
  }

  /// The prices of a lecture's runs by their numbers, the first run first; none of an old contract, which keeps none.
  ///
  /// Of a lecture that was reopened more often, the last 100 runs are looked at.
  ///
  /// - Complexity: One round trip.
  public func prices(of lecture: Lecture) async throws -> [(run: UInt64, price: Price)] {
    guard generation.hasRecords, let last = lecture.run else { return [] }
    let runs = last - min(last, 99)...last
    let records = try await connection.results(
      of: runs.map { market.getRun(lectureNumber: lecture.number, run: UInt256($0)) })
    return try zip(runs, records).compactMap { run, record in
      let cost = try record.get().lectureCost
      return (try? Price(klay: cost)).map { (run, $0) }
    }
  }
}
