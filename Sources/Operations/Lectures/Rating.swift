import ContractClient
import LectureKit
import Primitives
import Sending
import Transactions

/// A lecture that was rated.
public struct Rating: Sendable {
  /// The lecture's number.
  public let lecture: UInt256
  /// The five scores.
  public let scores: Scores
  /// The lecture's average with this rating; nil where the contract has none.
  public let average: UInt256?
  /// The transaction that rated it, of this run or of an earlier one.
  public let receipt: CallReceipt
}

extension Planner {
  /// Makes sure that the account can rate a lecture, before a person thinks about scores: a rating is tried and not sent.
  ///
  /// - Throws: The errors of ``LectureKit/LectureClient/planEvaluation(_:scores:from:options:)``.
  public func checkRating(_ number: UInt256, of client: LectureClient) async throws {
    listen(.began(.checking))
    let lowest = try Scores(Scores.questions.map { _ in 0 })
    do {
      _ = try await client.planEvaluation(number, scores: lowest, from: account, options: options)
    } catch let error as LectureError {
      // The call has scores that nobody gave.
      throw LectureError(
        error.code, error.message, reason: error.reason, advice: error.advice, facts: error.facts)
    }
  }

  /// Plans to rate a lecture.
  ///
  /// - Throws: The errors of ``LectureKit/LectureClient/planEvaluation(_:scores:from:options:)``; `LectureError`
  ///   `.ratedAlready` where an earlier run gave other scores.
  public func rating(_ number: UInt256, _ scores: Scores, of client: LectureClient) async throws -> Planned<Rating> {
    let outcome: @Sendable (CallReceipt) async throws -> Rating = { receipt in
      try receipt.check(gave: scores)
      return Rating(
        lecture: number, scores: scores, average: try await client.averages([number]).first ?? nil, receipt: receipt)
    }
    if let earlier = try await earlier(.evaluation(number), of: client, outcome: outcome) { return earlier }
    listen(.began(.checking))
    let call = try await client.planAgreedEvaluation(number, scores: scores, from: account, options: options)
    return try await plan(TransactionWork(call, .rating(number, scores, of: call.lecture), outcome: outcome))
  }
}
