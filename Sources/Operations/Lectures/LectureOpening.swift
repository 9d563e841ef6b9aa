import ContractClient
import LectureKit
import Primitives
import Sending

/// A lecture that was opened.
public struct LectureOpening: Sendable {
  /// The lecture's number; nil of a contract that does not tell it.
  public let lecture: UInt256?
  /// The price for a student.
  public let price: Price
  /// The transaction that opened it, of this run or of an earlier one.
  public let receipt: CallReceipt
}

extension Planner {
  /// Plans to open a new lecture.
  ///
  /// - Throws: The errors of ``LectureKit/LectureClient/planCreate(price:title:from:options:)``.
  public func opening(
    at price: Price, title: String, of client: LectureClient
  ) async throws -> Planned<LectureOpening> {
    try await lectureCall(client.creation(price: price, title: title)) {
      LectureOpening(lecture: try client.createdNumber(in: $0), price: price, receipt: $0)
    } plan: {
      let call = try await client.planCreate(price: price, title: title, from: account, options: options)
      return (call, .opening(price, title: title))
    }
  }

  /// Plans to open the next run of a settled lecture.
  ///
  /// - Throws: The errors of ``LectureKit/LectureClient/planReopen(_:price:from:options:)``.
  public func reopening(
    _ number: UInt256, at price: Price, of client: LectureClient
  ) async throws -> Planned<LectureOpening> {
    try await lectureCall(client.market.recreateLecture(lectureNumber: number, lectureCost: price.klay)) {
      LectureOpening(lecture: number, price: price, receipt: $0)
    } plan: {
      let call = try await client.planAgreedReopening(number, price: price, from: account, options: options)
      return (call, .reopening(number, price, of: call.lecture))
    }
  }

  /// Plans a call of a lecture contract, unless it was done under the same idempotency key.
  func lectureCall<Outcome>(
    _ call: ContractCall<Void>, outcome: @escaping @Sendable (CallReceipt) async throws -> Outcome,
    plan: () async throws -> (PlannedCall, PlannedAction)
  ) async throws -> Planned<Outcome> {
    let request = call.sendRequest(from: account)
    if let earlier = try await earlierWithKey(
      errors: call.errors, isSame: { $0.isSame(as: request) }, outcome: outcome)
    {
      return earlier
    }
    listen(.began(.checking))
    let (planned, action) = try await plan()
    return try await self.plan(TransactionWork(planned, action, outcome: outcome))
  }
}
