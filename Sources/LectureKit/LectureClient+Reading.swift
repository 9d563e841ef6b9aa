import ContractABI
import ContractClient
import NodeRPC
import Primitives

extension LectureClient {
  /// More lectures than this no contract has: who claims it would have us read until the memory is full.
  static let mostLectures: UInt64 = 10_000_000

  /// The number of lectures.
  ///
  /// The old contracts do not count: they are asked for lecture after lecture until they refuse.
  ///
  /// - Throws: `LectureError` `.unknownContract` for more than ten million.
  public func count() async throws -> UInt256 {
    if let legacy { return try await legacy.count() }
    let count = try await market.lectureCount().call()
    guard count <= UInt256(Self.mostLectures) else { throw LectureError.absurdCount(count) }
    return count
  }

  /// One lecture.
  ///
  /// - Throws: `LectureError` `.unknownLecture`.
  public func lecture(_ number: UInt256) async throws -> Lecture {
    if let legacy { return try await legacy.lectures([number])[0] }
    return try await Lecture(market.answer(about: number, market.getLecture(lectureNumber: number), among: count))
  }

  /// Lectures in a row, from a number on; fewer at the end.
  ///
  /// - Complexity: A round trip for each 2,000 lectures; three on an old contract, and its logs.
  public func lectures(from first: UInt256 = 0, limit: Int = .max) async throws -> [Lecture] {
    let all = try await count()
    guard first < all, limit > 0 else { return [] }
    let numbers = first..<min(all, first + min(UInt256(limit), all - first))
    if let legacy {
      return try await legacy.lectures(stride(from: numbers.lowerBound, to: numbers.upperBound, by: 1).map { $0 })
    }
    let page: UInt256 = 100
    let pages = stride(from: numbers.lowerBound, to: numbers.upperBound, by: 100).map {
      market.getLectures(firstNumber: $0, limit: min(page, numbers.upperBound - $0))
    }
    return try await connection.results(of: pages, callsPerTrip: 20).flatMap { try $0.get().map(Lecture.init) }
  }

  /// The ratings of a lecture, added up over all its runs.
  ///
  /// - Throws: `LectureError` `.unknownLecture`.
  public func points(_ number: UInt256) async throws -> EvaluationPoints {
    try await EvaluationPoints(
      market.answer(about: number, market.getLectureEvaluationPoint(lectureNumber: number), among: count))
  }

  /// The average of a lecture as the contract counts it; nil when nobody rated it yet.
  ///
  /// - Throws: `LectureError` `.unknownLecture`.
  public func average(_ number: UInt256) async throws -> UInt256? { try await points(number).average }

  /// The averages of lectures, each nil when nobody rated it yet.
  ///
  /// They are made from the sums that the contract gives, by the contract's own rule, since its function for it fails
  /// when there is no rating and an old contract fails in the same way for a lecture that does not exist.
  ///
  /// - Throws: `LectureError` `.unknownLecture` for the first number that is none.
  /// - Complexity: A round trip for each 2,000 lectures.
  public func averages(_ numbers: [UInt256]) async throws -> [UInt256?] {
    try await market.answers(about: numbers) { market.getLectureEvaluationPoint(lectureNumber: $0) }
      .map { EvaluationPoints($0).average }
  }

  /// Whether an address is a student of a lecture's run.
  ///
  /// - Parameter run: From 0; nil is the present one.
  /// - Throws: `LectureError` `.unknownLecture`, `.unknownRun`, `.notSupported` for a run of the old contracts, which keep
  ///   none.
  public func isStudent(_ address: Address, of number: UInt256, run: UInt64? = nil) async throws -> Bool {
    guard let run else {
      return try await market.answer(
        about: number, market.isValidStudent(lectureNumber: number, studentAddress: address), among: count)
    }
    guard generation.hasRecords else { throw notSupported("which run an account bought") }
    _ = try await lecture(number).chosenRun(run)
    return try await record(number, run, address).isStudent
  }

  /// The students of a lecture's run, in the order they bought; those who reclaimed left out.
  ///
  /// - Parameter run: From 0; nil is the present one.
  /// - Throws: `LectureError` `.unknownLecture`, `.unknownRun`, `.notSupported` for the old contracts, which keep no such
  ///   list.
  public func students(of number: UInt256, run: UInt64? = nil) async throws -> [Student] {
    guard generation.hasRecords else { throw notSupported("who its students are") }
    let lecture = try await lecture(number)
    let run = try lecture.chosenRun(run)
    let bought = try await market.events(
      LectureMarket.PurchasingLecture.self,
      indexed: [[Hash32(number)], nil, [Hash32(UInt256(run))]],
      from: (run == lecture.run ? lecture.openedAtBlock : nil) ?? session.deploymentBlock)
    let records = try await connection.results(
      of: bought.map {
        market.getPurchase(lectureNumber: number, run: UInt256(run), studentAddress: $0.event.student)
      })
    return try zip(bought, records).compactMap { purchase, record in
      let record = try record.get()
      guard record.isStudent else { return nil }
      return Student(
        address: purchase.event.student, run: run, price: try Price(klay: purchase.event.lectureCost),
        block: purchase.log.blockNumber, scores: try record.scores)
    }
  }

  /// The purchases and ratings of an account in all runs of all lectures, and what it can still rate; by lecture, run.
  ///
  /// Of a lecture that was reopened more often, the last 100 runs are looked at.
  ///
  /// - Complexity: Two round trips for each 2,000 runs.
  public func enrolments(of account: Address) async throws -> [Enrolment] {
    try await enrolments(of: account, in: lectures())
  }

  /// The purchases and ratings of an account in all runs of some lectures, as ``enrolments(of:)``.
  package func enrolments(of account: Address, in lectures: [Lecture]) async throws -> [Enrolment] {
    if let legacy { return try await legacy.enrolments(of: account, in: lectures) }
    let all = lectures.flatMap { lecture in
      let last = lecture.run ?? 0
      return (last - min(last, 99)...last).map { (lecture: lecture, run: $0) }
    }
    let answers = try await connection.results(
      of: all.map {
        market.getPurchase(lectureNumber: $0.lecture.number, run: UInt256($0.run), studentAddress: account)
      })
    let own = try zip(all, answers).compactMap { place, answer in
      let record = try answer.get()
      return record.purchased || record.reclaimed ? (place: place, record: record) : nil
    }
    // The price of a past run is in the run itself alone.
    let runs = try await connection.results(
      of: own.map { market.getRun(lectureNumber: $0.place.lecture.number, run: UInt256($0.place.run)) })
    return try zip(own, runs).map { own, run in
      try Enrolment(
        lecture: own.place.lecture, run: own.place.run, price: try? Price(klay: run.get().lectureCost), own.record)
    }
  }

  /// The purchase and rating of a lecture's present run by an account; nil where it never bought it.
  ///
  /// - Complexity: One round trip.
  package func enrolment(in lecture: Lecture, of account: Address) async throws -> Enrolment? {
    guard generation.hasRecords else {
      return try await enrolments(of: account, in: [lecture]).first(where: \.isPresent)
    }
    let run = lecture.run ?? 0
    let record = try await record(lecture.number, run, account)
    guard record.purchased || record.reclaimed else { return nil }
    return try Enrolment(lecture: lecture, run: run, price: lecture.price, record)
  }

  /// The amount that waits for an account's withdrawal, because a payment to it was refused.
  public func credit(of account: Address) async throws -> Amount {
    guard generation.hasRecords else { return .zero }
    return Amount(wei: try await market.creditOf(arg0: account).call())
  }

  /// The owner of the contract.
  public func owner() async throws -> Address { try await market.owner().call() }

  // MARK: Ratings and prices

  /// The ratings of a lecture's present run, in the order in which their students bought it; those who reclaimed left out.
  ///
  /// - Throws: `LectureError` `.notSupported` for the old contracts, which show no ratings.
  /// - Complexity: A search of the logs since the run was opened, and a round trip for each 2,000 students.
  public func ratings(of number: UInt256) async throws -> [Scores] {
    try await students(of: number).compactMap(\.scores)
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

extension LectureClient {
  /// A client of the contract as another connection has it, which uses nothing that others were answered.
  ///
  /// - Throws: As ``connect(_:over:isChainChecked:)``.
  package func asking(_ connection: ContractConnection) async throws -> LectureClient {
    var session = session
    (session.contract, session.cacheDirectory) = (market.address, nil)
    return try await LectureClient.connect(session, over: connection, isChainChecked: true)
  }
}
