import ContractClient
import LectureKit
import Primitives

/// A lecture that was bought.
public struct Purchase: Sendable {
  /// The lecture's number.
  public let lecture: UInt256
  /// The account that bought it.
  public let student: Address
  /// The transaction that paid for it, of this run or of an earlier one.
  public let receipt: CallReceipt
}

extension Planner {
  /// Plans to buy a lecture at the price that the chain has now.
  ///
  /// - Parameters:
  ///   - number: the lecture's number.
  ///   - agreed: the most that the student agreed to pay; nil is shown in the review and agreed to there.
  /// - Throws: The errors of ``LectureKit/LectureClient/planPurchase(_:agreed:from:options:)``; `ReadingError` `.disputed`
  ///   where endpoints have to agree on the lecture and do not.
  public func purchase(
    _ number: UInt256, agreed: Price? = nil, of client: LectureClient
  ) async throws -> Planned<Purchase> {
    let outcome: @Sendable (CallReceipt) -> Purchase = {
      [account] in Purchase(lecture: number, student: account, receipt: $0)
    }
    if let earlier = try await earlier(.purchase(number), of: client, outcome: outcome) { return earlier }
    listen(.began(.checking))
    do {
      let call = try await client.planAgreedPurchase(number, agreed: agreed, from: account, options: options)
      let runs = try await client.runsBought(by: account, before: call.lecture, options)
      return try await plan(TransactionWork(call, .purchase(number, of: call.lecture, after: runs), outcome: outcome))
    } catch let error as LectureError where error.code == .boughtAlready {
      // Perhaps by another run since.
      guard let earlier = try await earlier(.purchase(number), of: client, outcome: outcome) else { throw error }
      return earlier
    }
  }
}
