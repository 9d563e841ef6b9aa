import ContractClient
import Failures
import LectureKit
import NodeRPC
import Primitives
import Sending
import StrictJSON

extension LectureClient {
  /// Plans to buy a lecture. Where endpoints have to agree it is bought as enough of them tell it, whatever the node says
  /// that is asked first: at that price and no other.
  ///
  /// - Throws: The errors of ``LectureKit/LectureClient/planPurchase(_:agreed:from:options:)``; `ReadingError` `.disputed`
  ///   where too few agree, and where the trial contradicts those that do.
  func planAgreedPurchase(
    _ number: UInt256, agreed: Price?, from student: Address, options: SendOptions
  ) async throws -> PlannedCall {
    let quorum = options.tracking.quorum
    guard quorum > 1 else { return try await planPurchase(number, agreed: agreed, from: student, options: options) }
    let told = try await compared(number, quorum)
    do {
      return try await planPurchase(of: told.value, agreed: agreed, from: student, options: options) {
        try await compared(number, quorum).value
      }
    } catch let error as LectureError where error.cause != nil {
      guard let fact = contradiction(error, to: told) else { throw error }
      // Reopened or settled in this moment, perhaps: then the trial is right.
      let now = try await compared(number, quorum).value
      guard (now.price, now.isOpen, now.run) == (told.value.price, told.value.isOpen, told.value.run) else {
        throw error
      }
      throw ReadingError.disputed([fact], silent: told.silent)
    }
  }

  private func compared(_ number: UInt256, _ quorum: Int) async throws -> AgreedReading<Lecture> {
    try await connection.agreed(
      quorum: quorum, coin: session.unit.symbol, words: { $0.inOneLine }, facts: Self.facts, telling: { _ in Telling() }
    ) { try await alone(over: $0).lecture(number) }
  }

  private static func facts(of lecture: Lecture) -> JSON {
    func number(_ value: (some BinaryInteger)?) -> JSON { value.map { .number("\($0)") } ?? .null }
    return [
      "number": .number("\(lecture.number)"), "title": .string(lecture.title),
      "teacher": lecture.teacher.map { .string($0.checksummed) } ?? .null,
      "price": lecture.price.map { .number("\($0.klay)") } ?? .null, "open": lecture.isOpen.map { .bool($0) } ?? .null,
      "run": number(lecture.run),
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
    let name = FactName().naming(Self.facts(of: told.value)).member(kind.rawValue)
    // The trial is the first node's, unless that one failed.
    let others = connection.node.distinctEndpoints.filter { !told.tellers.contains($0) }
    let speaker = Set((others.isEmpty ? connection.node.distinctEndpoints : others).prefix(1))
    return DisputedFact(
      name: name, places: [name.place],
      answers: [ToldAnswer(agreed, by: told.tellers.subtracting(speaker)), ToldAnswer(other, by: speaker)],
      agreed: agreed)
  }
}
