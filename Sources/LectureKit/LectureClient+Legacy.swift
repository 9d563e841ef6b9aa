import ContractClient
import NodeRPC
import Primitives

// Reading the contracts of 2018, which keep no records: identifiers and sums from the contract, the rest from its logs.
extension LectureClient {
  /// Counts by asking for lecture after lecture until the contract refuses.
  ///
  /// - Complexity: A round trip for each 64 lectures.
  func legacyCount() async throws -> UInt256 {
    let stride: UInt64 = 64
    var first: UInt64 = 0
    while first <= Self.mostLectures {
      let answers = try await connection.results(
        of: (first..<first + stride).map { market.getLectureID(lectureNumber: UInt256($0)) })
      if let end = answers.firstIndex(where: { (try? $0.get()) == nil }) {
        if case .failure(let error) = answers[end], !(error is ContractError) { throw error }
        return UInt256(first + UInt64(end))
      }
      first += stride
    }
    throw LectureError.absurdCount(UInt256(first))
  }

  /// Lectures by their numbers.
  ///
  /// - Throws: `LectureError` `.unknownLecture` for the first number that is none.
  /// - Complexity: Three or four round trips for each 2,000 lectures, and the logs that were not read yet.
  func legacyLectures(_ numbers: [UInt256]) async throws -> [Lecture] {
    let ids = try await answers(about: numbers) { market.getLectureID(lectureNumber: $0) }
    let points = try await answers(about: numbers) { market.getLectureEvaluationPoint(lectureNumber: $0) }
    let totals = try await answers(about: numbers) { market.getLectureTotalCost(lectureNumber: $0) }
    let states = try await areOpen(ids)
    var openings = Dictionary(grouping: try await openings.all(), by: \.lectureID)
    // All that exist were opened.
    if !ids.allSatisfy({ openings[$0] != nil }), let again = try await self.openings.readAgain() {
      openings = Dictionary(grouping: again, by: \.lectureID)
    }
    return numbers.indices.map { index in
      let (number, id) = (numbers[index], ids[index])
      let opened = openings[id] ?? []
      return Lecture(
        number: number, id: id, teacher: opened.last?.teacher, title: "",
        // The number of openings before the first that was read is unknown.
        run: opened.first?.isFirst == true ? UInt64(opened.count - 1) : nil, isOpen: states[index],
        // These contracts take any cost, 0 and such as overflow; one of them must not hide all the other lectures.
        price: opened.last.flatMap { try? Price(klay: $0.cost) }, studentCount: nil, escrow: Amount(wei: totals[index]),
        openedAt: nil, openedAtBlock: opened.last?.block, settledAt: nil, points: EvaluationPoints(points[index]))
    }
  }

  /// Whether lectures are open: v2 gives the number of an open one and refuses that of a closed one; v1 does neither.
  func areOpen(_ ids: [Hash32]) async throws -> [Bool?] {
    guard generation == .v2 else { return ids.map { _ in nil } }
    let answers = try await connection.results(of: ids.map { market.getLectureNumber(lectureID: $0) })
    return try answers.map { answer in
      do {
        _ = try answer.get()
        return true
      } catch let error as ContractError {
        // It looks through all lectures: one that ends for lack of gas is no closed one.
        return (error.cause as? NodeError)?.revertData == nil ? nil : false
      }
    }
  }

  /// The lectures whose student an account is, in whichever run; these contracts do not show its ratings.
  func legacyEnrolments(of account: Address) async throws -> [Enrolment] {
    let all = try await lectures()
    let answers = try await connection.results(
      of: all.map { market.isValidStudent(lectureNumber: $0.number, studentAddress: account) })
    return try zip(all, answers).compactMap { lecture, answer in
      guard try answer.get() else { return nil }
      // Students stay students: only of a lecture that was never reopened it is known which run they bought.
      let run: UInt64? = lecture.run == 0 ? 0 : nil
      return Enrolment(
        lecture: lecture, run: run, price: run == nil ? nil : lecture.price, bought: true, boughtAt: nil, scores: nil,
        reclaimed: false, reclaimable: false, reclaimableFrom: nil, tellsRating: false)
    }
  }

  /// The answers of a view about each lecture. These contracts refuse an unknown number without a word, and some nodes
  /// show that as an empty answer.
  private func answers<Output>(
    about numbers: [UInt256], _ view: (UInt256) -> ContractCall<Output>
  ) async throws -> [Output] {
    let answers = try await connection.results(of: numbers.map(view))
    return try zip(numbers, answers).map { number, answer in
      do {
        return try answer.get()
      } catch let error as ContractError where error.code == .reverted || error.code == .unexpectedAnswer {
        throw Self.unknownLecture(number)
      }
    }
  }
}
