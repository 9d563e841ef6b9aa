import ContractClient
import LectureKit
import Primitives

/// A lecture that was settled.
public struct LectureSettlement: Sendable {
  /// The lecture's number.
  public let lecture: UInt256
  /// The payments, by the contract's event; nil of a contract that tells none.
  public let payments: Settlement?
  /// The transaction that settled it, of this run or of an earlier one.
  public let receipt: CallReceipt
}

extension Planner {
  /// Plans to settle a lecture's present run: teacher and owner are paid, the run is closed.
  ///
  /// - Throws: The errors of ``LectureKit/LectureClient/planSettlement(_:from:options:)``.
  public func settlement(_ number: UInt256, of client: LectureClient) async throws -> Planned<LectureSettlement> {
    let outcome: @Sendable (CallReceipt) throws -> LectureSettlement = {
      LectureSettlement(lecture: number, payments: try client.settlement(in: $0), receipt: $0)
    }
    if let earlier = try await earlier(.settlement(number), of: client, outcome: outcome) { return earlier }
    listen(.began(.checking))
    let call = try await client.planAgreedSettlement(number, from: account, options: options)
    let lecture = try await client.agreedLecture(number, options)
    return try await plan(
      TransactionWork(
        call, .settlement(number, of: lecture, paying: client.shares(of: lecture)),
        warnings: lecture.escrow == .zero && !client.generation.hasRecords ? [.nothingHeld(number)] : [],
        outcome: outcome))
  }
}

extension LectureClient {
  /// The shares that settling a lecture pays; nil of the contracts of 2018, whose rule is another.
  func shares(of lecture: Lecture) -> SettlementShares? {
    generation.hasRecords ? SettlementShares(of: lecture) : nil
  }
}
