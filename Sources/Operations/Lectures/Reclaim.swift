import ContractClient
import LectureKit
import Primitives

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
}
