import ContractClient
import LectureKit
import Primitives

/// A payment for a lecture that was taken back.
public struct Reclaim: Sendable {
  /// The lecture's number.
  public let lecture: UInt256
  /// The payment, by the contract's event; nil where the receipt has none.
  public let payment: ReclaimedPayment?
  /// The transaction that took it back, of this run or of an earlier one.
  public let receipt: CallReceipt
}

extension Planner {
  /// Plans to take back the payment for a lecture's run that was never settled.
  ///
  /// - Throws: The errors of ``LectureKit/LectureClient/planReclaim(_:from:options:)``.
  public func reclaim(_ number: UInt256, of client: LectureClient) async throws -> Planned<Reclaim> {
    try await lectureCall(client.market.reclaimPayment(lectureNumber: number)) {
      Reclaim(lecture: number, payment: try client.reclaimedPayment(in: $0), receipt: $0)
    } plan: {
      let call = try await client.planReclaim(number, from: account, options: options)
      return (call, .reclaim(number, of: try await client.agreedEnrolment(in: number, of: account, options)))
    }
  }
}
