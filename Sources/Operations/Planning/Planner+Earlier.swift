import ContractABI
import ContractClient
import LectureKit
import Outbox
import Sending

extension Planner {
  /// The outcome of an earlier run's action that is done only once; an interrupted one is completed.
  ///
  /// - Returns: nil if it is still to be done.
  func earlier<Outcome>(
    _ action: LectureAction, of client: LectureClient, outcome: (CallReceipt) async throws -> Outcome
  ) async throws -> Planned<Outcome>? {
    try await earlier(outcome) {
      if let hash = settings.named { try await client.name(hash, action, by: account) }
      return try await client.earlier(action, by: account, options: options)
    }
  }

  /// The outcome of an earlier send with the same idempotency key; an interrupted one is completed.
  ///
  /// - Parameters:
  ///   - errors: the custom errors that the contract may raise.
  ///   - isSame: whether the transaction sent under that key is the one wanted.
  /// - Returns: nil if it is still to be done, or was given no key.
  /// - Throws: `OutboxError` `.otherWithID`.
  func earlierWithKey<Outcome>(
    errors: [ABIError] = [], isSame: (Intent) -> Bool, outcome: (CallReceipt) async throws -> Outcome
  ) async throws -> Planned<Outcome>? {
    guard let key = options.intent.key else { return nil }
    return try await earlier(outcome) {
      if let hash = settings.named { try await connection.sender.restorer.name(hash, key, of: account, isSame: isSame) }
      return try await connection.earlier(key, of: account, errors: errors, options: options, isSame: isSame)
    }
  }

  /// The outcome of an earlier send that `look` finds.
  ///
  /// - Returns: nil if it is still to be done.
  func earlier<Outcome>(
    _ outcome: (CallReceipt) async throws -> Outcome, look: () async throws -> CallReceipt?
  ) async throws -> Planned<Outcome>? {
    guard !settings.isDryRun, !options.intent.again else { return nil }
    listen(.began(.lookingForEarlier))
    let receipt: CallReceipt?
    do {
      receipt = try await look()
    } catch let error where error.isOneNodesWord {
      // Nobody agrees to a second payment beforehand.
      guard case .atReview = settings.consent else { throw error }
      return .unproven(error)
    }
    guard let receipt else { return nil }
    return .done(try await outcome(receipt))
  }
}

extension Error {
  /// Whether it says that an equal transaction may have been sent, which only one node denies: a person can be asked.
  fileprivate var isOneNodesWord: Bool {
    switch self {
    case let error as SendingError: error.code == .notProven
    case let error as OutboxError: [.sameElsewhere, .sameFamily].contains(error.code)
    default: false
    }
  }
}
