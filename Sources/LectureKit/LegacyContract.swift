import ContractClient
import NodeRPC
import Primitives

/// A contract of 2018, which keeps no records: identifiers and sums come from the contract, the rest from its logs.
struct LegacyContract: Sendable {
  let market: LectureMarket
  let generation: ContractGeneration
  let openings: OpeningCache

  /// Counts by asking for lecture after lecture until the contract refuses.
  ///
  /// - Complexity: A round trip for each 64 lectures.
  func count() async throws -> UInt256 {
    let stride: UInt64 = 64
    var first: UInt64 = 0
    while first <= LectureClient.mostLectures {
      let answers = try await market.connection.results(
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
  func lectures(_ numbers: [UInt256]) async throws -> [Lecture] {
    let ids = try await market.answers(about: numbers) { market.getLectureID(lectureNumber: $0) }
    let points = try await market.answers(about: numbers) { market.getLectureEvaluationPoint(lectureNumber: $0) }
    let totals = try await market.answers(about: numbers) { market.getLectureTotalCost(lectureNumber: $0) }
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
        // The contracts of 2018 take any cost, 0 and such as overflow; one such lecture must not hide all the others.
        price: opened.last.flatMap { try? Price(klay: $0.cost) }, studentCount: nil, escrow: Amount(wei: totals[index]),
        openedAt: nil, openedAtBlock: opened.last?.block, settledAt: nil, points: EvaluationPoints(points[index]))
    }
  }

  /// Whether lectures are open: v2 gives the number of an open one and refuses that of a closed one; v1 does neither.
  func areOpen(_ ids: [Hash32]) async throws -> [Bool?] {
    guard generation == .v2 else { return ids.map { _ in nil } }
    let answers = try await market.connection.results(of: ids.map { market.getLectureNumber(lectureID: $0) })
    return try answers.map { answer in
      do {
        _ = try answer.get()
        return true
      } catch let error as ContractError {
        // The call looks through all lectures: where it runs out of gas, none is closed for that.
        return (error.cause as? NodeError)?.revertData == nil ? nil : false
      }
    }
  }

  /// The enrolments of an account in lectures, in whichever run; these contracts do not show its ratings.
  func enrolments(of account: Address, in all: [Lecture]) async throws -> [Enrolment] {
    let answers = try await market.connection.results(
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

  /// Whether it is a lecture that is known to be closed: one of v2.
  func isClosed(_ number: UInt256) async throws -> Bool {
    guard generation == .v2 else { return false }
    return try await areOpen([market.answer(about: number, market.getLectureID(lectureNumber: number), among: count)])
      == [false]
  }
}

extension LectureError {
  static func settledAlready(_ number: UInt256) -> LectureError {
    LectureError(
      .closed, "Lecture \(number) is settled already; nothing was sent.",
      reason: "This contract would settle it once more, and pay nobody.",
      advice: "A run is settled once; its teacher can reopen the lecture.")
  }

  static func paidAlready(_ number: UInt256) -> LectureError {
    LectureError(
      .boughtAlready, "You have bought lecture \(number) already; nothing was sent.",
      reason: "This contract would take the money once more. It does not tell which run you bought.")
  }

  static func unknownPrice(of lecture: Lecture, from first: UInt64) -> LectureError {
    guard lecture.openedAtBlock == nil else {
      return LectureError(
        .priceUnknown, "Lecture \(lecture.number) cannot be bought: its price cannot be paid.",
        reason: "Its teacher opened it for nothing or for more than there is, which this contract lets pass.")
    }
    return LectureError(
      .priceUnknown, "The price of lecture \(lecture.number) is not known.",
      reason: "This contract tells prices only in its logs, and from block \(first) on the node has none of it.",
      facts: .logs(from: first))
  }
}
