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
    let call = try await client.planEvaluation(number, scores: scores, from: account, options: options)
    return try await plan(Work(call, .rating(number, scores), outcome: outcome))
  }
}
