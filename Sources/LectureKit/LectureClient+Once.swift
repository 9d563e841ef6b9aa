import ContractClient
import Keys
import Outbox
import Primitives
import Sending
import Transactions

// The whole way for a program that shows nobody a plan: looked up in the outbox, checked, priced, sent, confirmed.
extension LectureClient {
  /// Connects to the session's contract, and keeps what is sent in an outbox.
  ///
  /// - Parameter outbox: The record of all sends; in memory it is forgotten with the process, and what was under way then
  ///   may be paid twice.
  /// - Throws: The errors of ``connect(_:over:)``.
  public static func connect(_ session: Session, outbox: Outbox) async throws -> LectureClient {
    try await connect(session, over: session.connect(outbox: outbox))
  }

  /// Buys the present run of a lecture once, however often it is called, and waits for the receipt.
  ///
  /// - Parameter price: The most the student agreed to pay; a higher price on the chain is refused.
  /// - Returns: The receipt; of the earlier purchase, if there was one.
  /// - Throws: The errors of ``planPurchase(_:agreed:from:options:)`` and ``PlannedCall/send(from:options:)``.
  @discardableResult
  public func purchase(
    _ number: UInt256, for price: Price, by student: any Signer, options: SendOptions = SendOptions()
  ) async throws -> CallReceipt {
    try await once(.purchase(number), by: student, options) {
      try await planPurchase(number, agreed: price, from: student.address, options: options)
    }
  }

  /// Rates the present run of a lecture once, however often it is called, and waits for the receipt.
  ///
  /// - Returns: The receipt; of the earlier rating, if there was one with these scores.
  /// - Throws: `LectureError` `.ratedAlready` for a rating with other scores; the errors of
  ///   ``planEvaluation(_:scores:from:options:)`` and ``PlannedCall/send(from:options:)``.
  @discardableResult
  public func evaluate(
    _ number: UInt256, scores: Scores, by student: any Signer, options: SendOptions = SendOptions()
  ) async throws -> CallReceipt {
    let receipt = try await once(.evaluation(number), by: student, options) {
      try await planEvaluation(number, scores: scores, from: student.address, options: options)
    }
    try receipt.check(gave: scores)
    return receipt
  }

  private func once(
    _ action: LectureAction, by signer: any Signer, _ options: SendOptions, plan: () async throws -> PlannedCall
  ) async throws -> CallReceipt {
    let search = { options.intent.again ? nil : try await earlier(action, by: signer.address, options: options) }
    if let receipt = try await search() { return receipt }
    do {
      return try await plan().send(from: signer, options: options)
    } catch let error as LectureError where error.code == .boughtAlready || error.code == .ratedAlready {
      // Perhaps by another process with the same outbox, a moment ago.
      guard let receipt = try await search() else { throw error }
      return receipt
    }
  }
}

extension CallReceipt {
  /// Checks that the scores of an earlier rating are these: a rating reported as done must have the scores that were
  /// asked for.
  ///
  /// - Throws: `LectureError` `.ratedAlready` for a rating with other scores.
  public func check(gave scores: Scores) throws(LectureError) {
    guard let given = Scores(calldata: confirmation.transaction.transaction.data), given != scores else { return }
    throw .ratedOtherwise(given, call: call)
  }
}
