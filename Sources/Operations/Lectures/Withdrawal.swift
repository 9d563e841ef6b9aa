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
  /// Plans to withdraw what waits for the account; where nothing waits, that is done.
  ///
  /// - Throws: The errors of ``LectureKit/LectureClient/planWithdrawal(from:options:)``.
  public func withdrawal(of client: LectureClient) async throws -> Planned<Withdrawal> {
    listen(.began(.checking))
    let credit = try await client.credit(of: account)
    guard credit > .zero else { return .done(Withdrawal(amount: .zero, receipt: nil)) }
    return try await lectureCall(client.market.withdraw()) {
      Withdrawal(amount: credit, receipt: $0)
    } plan: {
      (try await client.planWithdrawal(from: account, options: options), .withdrawal(credit))
    }
  }
}
