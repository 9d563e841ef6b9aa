import ContractClient
import LectureKit
import Primitives

/// Money that waited for an account in a lecture contract.
public struct Withdrawal: Sendable {
  /// The amount that waited.
  public let amount: Amount
  /// The transaction that withdrew it, of this run or of an earlier one; nil where nothing waited.
  public let receipt: CallReceipt?
}

extension Planner {
  /// Plans to take back the payment for a lecture's run that was never settled.
  ///
  /// - Throws: The errors of ``LectureKit/LectureClient/planReclaim(_:from:options:)``.
  public func reclaim(_ number: UInt256, of client: LectureClient) async throws -> Planned<CallReceipt> {
    try await lectureCall(client.market.reclaimPayment(lectureNumber: number), .reclaim(number)) {
      $0
    } plan: {
      try await client.planReclaim(number, from: account, options: options)
    }
  }

  /// Plans to withdraw what waits for the account; where nothing waits, that is done.
  ///
  /// - Throws: The errors of ``LectureKit/LectureClient/planWithdrawal(from:options:)``.
  public func withdrawal(of client: LectureClient) async throws -> Planned<Withdrawal> {
    listen(.began(.checking))
    let credit = try await client.credit(of: account)
    guard credit > .zero else { return .done(Withdrawal(amount: .zero, receipt: nil)) }
    return try await lectureCall(client.market.withdraw(), .withdrawal(credit)) {
      Withdrawal(amount: credit, receipt: $0)
    } plan: {
      try await client.planWithdrawal(from: account, options: options)
    }
  }
}
