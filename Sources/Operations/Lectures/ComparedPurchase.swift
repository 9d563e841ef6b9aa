import ContractClient
import Failures
import LectureKit
import NodeRPC
import Primitives
import Sending
import StrictJSON

extension LectureClient {
  /// Plans to buy a lecture. Where endpoints have to agree it is bought as enough of them tell it, whatever the node
  /// says that is asked first: at that price and no other.
  ///
  /// - Throws: The errors of ``LectureKit/LectureClient/planPurchase(_:agreed:from:options:)``; `ReadingError`
  ///   `.disputed` where too few agree, and where the trial contradicts those that do.
  func planAgreedPurchase(
    _ number: UInt256, agreed: Price?, from student: Address, options: SendOptions
  ) async throws -> PlannedCall {
    let quorum = options.tracking.quorum
    guard quorum > 1 else { return try await planPurchase(number, agreed: agreed, from: student, options: options) }
    let told = try await compared(quorum, facts(of:)) { try await $0.lecture(number) }
    do {
      return try await planPurchase(of: told.value, agreed: agreed, from: student, options: options) {
        try await agreedLecture(number, options)
      }
    } catch let error as LectureError where error.cause != nil {
      guard let fact = contradiction(error, to: told) else { throw error }
      // Reopened or settled in this moment, perhaps: then the trial is right.
      let now = try await agreedLecture(number, options)
      guard (now.price, now.isOpen, now.run) == (told.value.price, told.value.isOpen, told.value.run) else {
        throw error
      }
      throw ReadingError.disputed([fact], silent: told.silent)
    }
  }

  /// Plans to rate a lecture, likewise: as enough endpoints tell it where they have to agree.
  func planAgreedEvaluation(
    _ number: UInt256, scores: Scores, from student: Address, options: SendOptions
  ) async throws -> PlannedCall {
    try await planEvaluation(number, scores: scores, from: student, options: options, reading: reading(number, options))
  }

  /// Plans to settle a lecture's present run, likewise.
  func planAgreedSettlement(
    _ number: UInt256, from owner: Address, options: SendOptions
  ) async throws -> PlannedCall {
    try await planSettlement(number, from: owner, options: options, reading: reading(number, options))
  }

  /// Plans to open the next run of a settled lecture, likewise.
  func planAgreedReopening(
    _ number: UInt256, price: Price, from teacher: Address, options: SendOptions
  ) async throws -> PlannedCall {
    try await planReopen(number, price: price, from: teacher, options: options, reading: reading(number, options))
  }

  /// Reads a lecture as endpoints agree on it; nil where the node's word is enough.
  private func reading(_ number: UInt256, _ options: SendOptions) -> (@Sendable () async throws -> Lecture)? {
    options.tracking.quorum > 1 ? { @Sendable in try await agreedLecture(number, options) } : nil
  }

  /// A lecture that a review shows: as enough endpoints tell it where they have to agree, else as the node does.
  ///
  /// - Throws: `ReadingError` `.disputed` where too few agree.
  func agreedLecture(_ number: UInt256, _ options: SendOptions) async throws -> Lecture {
    try await agreed(options, facts(of:)) { try await $0.lecture(number) }
  }

  /// The purchase of a lecture's present run by an account, likewise; nil where it never bought it.
  func agreedEnrolment(in number: UInt256, of account: Address, _ options: SendOptions) async throws -> Enrolment? {
    try await agreed(options, facts(of:)) { try await $0.enrolment(in: $0.lecture(number), of: account) }
  }

  /// The runs before a lecture's present one that an account bought, and did not take its payment back for, likewise;
  /// none of a contract that keeps no runs.
  func runsBought(by account: Address, before lecture: Lecture?, _ options: SendOptions) async throws -> [UInt64] {
    guard generation.hasRecords, let lecture, let present = lecture.run, present > 0 else { return [] }
    func facts(of runs: [UInt64]) -> JSON { ["bought": .string(runs.map { "\($0)" }.joined(separator: ", "))] }
    return try await agreed(options, facts(of:)) { client in
      try await client.enrolments(of: account, in: [lecture]).filter { !$0.isPresent && !$0.reclaimed }.compactMap(
        \.run)
    }
  }

  /// A reading as enough endpoints tell it where they have to agree, else as the node does.
  func agreed<Value: Sendable & Hashable>(
    _ options: SendOptions, _ facts: (Value) -> JSON, _ read: (LectureClient) async throws -> Value
  ) async throws -> Value {
    let quorum = options.tracking.quorum
    return quorum > 1 ? try await compared(quorum, facts, read).value : try await read(self)
  }

  private func compared<Value: Sendable & Hashable>(
    _ quorum: Int, _ facts: (Value) -> JSON, _ read: (LectureClient) async throws -> Value
  ) async throws -> AgreedReading<Value> {
    try await connection.agreed(
      quorum: quorum, coin: session.unit.symbol, words: { $0.inOneLine }, facts: facts,
      endpointEvidence: { _ in EndpointEvidence() }
    ) { try await read(alone(over: $0)) }
  }

  /// The facts of a purchase about which endpoints may disagree.
  func facts(of enrolment: Enrolment?) -> JSON {
    guard let enrolment else { return ["bought": .bool(false)] }
    var facts = facts(of: enrolment.lecture).object ?? [:]
    facts["bought"] = .bool(enrolment.bought)
    facts["reclaimed"] = .bool(enrolment.reclaimed)
    facts["reclaimable"] = .bool(enrolment.reclaimable)
    return .object(facts)
  }

  /// The facts of a lecture about which endpoints may disagree.
  func facts(of lecture: Lecture) -> JSON {
    func number(_ value: (some BinaryInteger)?) -> JSON { value.map { .number("\($0)") } ?? .null }
    return [
      "number": .number("\(lecture.number)"), "title": .string(lecture.title),
      "teacher": lecture.teacher.map { .string($0.checksummed) } ?? .null,
      "price": lecture.price.map { .number("\($0.klay)") } ?? .null, "open": lecture.isOpen.map { .bool($0) } ?? .null,
      "run": number(lecture.run),
      "escrow": lecture.escrow.map {
        [
          "wei": .string("\($0.wei)"), "value": .string($0.formatted(in: session.unit)),
          "symbol": .string(session.unit.symbol),
        ]
      } ?? .null,
    ]
  }

  /// The fact about which a trial's refusal contradicts what endpoints agree on; nil for a refusal of another kind.
  private func contradiction(_ error: LectureError, to told: AgreedReading<Lecture>) -> DisputedFact? {
    let (kind, agreed, other): (FactKind, FactValue, FactValue)
    switch error.code {
    case .priceChanged:
      guard let price = told.value.price else { return nil }
      let amount = price.amount.formatted(in: session.unit)
      (kind, agreed) = (.price, .amount(amount, symbol: session.unit.symbol))
      guard case .refusal(let refusal)? = error.facts else { return nil }
      other = .text(refusal.rawValue)
    case .closed where told.value.isOpen == true: (kind, agreed, other) = (.open, .flag(true), .flag(false))
    default: return nil
    }
    let name = FactName().naming(facts(of: told.value)).member(kind.rawValue)
    // The trial is the first node's, unless that one failed.
    let others = connection.node.distinctEndpoints.filter { !told.agreeingEndpoints.contains($0) }
    let speaker = Set((others.isEmpty ? connection.node.distinctEndpoints : others).prefix(1))
    return DisputedFact(
      name: name, places: [name.place],
      answers: [
        EndpointAnswer(agreed, by: told.agreeingEndpoints.subtracting(speaker)), EndpointAnswer(other, by: speaker),
      ],
      agreed: agreed)
  }
}
