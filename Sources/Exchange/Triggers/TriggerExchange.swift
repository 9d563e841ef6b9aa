import Orders
import Primitives

/// The exchange as a watch of conditional orders sees it and acts on it.
public protocol TriggerExchange: Sendable {
  /// Whether it can do what the terms ask for: a deal needs the account's key.
  func serves(_ terms: TriggerTerms) -> Bool

  /// The book of a pair at the newest block, with what an account can take of it.
  ///
  /// - Throws: what keeps it from being seen whole.
  func snapshot(of pair: TokenPair, for account: Address) async throws -> BookSnapshot

  /// Whether a block is still that of the chain on which a pair is traded.
  func isStanding(_ block: UInt64, _ hash: Hash32, of pair: TokenPair) async throws -> Bool

  /// Carries out the deal of a conditional order that fired, or follows what an earlier run sent for it.
  ///
  /// - Parameter begin: To be called before anything is signed.
  func deal(_ trigger: JournalTrigger, begin: @escaping @Sendable () async throws -> Void) async throws
    -> TriggerOutcome

  /// Posts an order of the journal for a pair to the relays that do not have it.
  func post(order: Int64, of pair: TokenPair) async throws -> TriggerOutcome

  /// The words in which an error is written down, in English.
  ///
  /// - Parameter terms: The terms of the conditional order that it stood in the way of.
  func words(of error: any Error, for terms: TriggerTerms) async -> String

  /// Whether an error passes, so that it is tried again.
  ///
  /// - Parameter mayBeSent: Whether something may be on its way already.
  func passes(_ error: any Error, mayBeSent: Bool) -> Bool
}

/// The outcome of a conditional order that fired.
public struct TriggerOutcome: Sendable, Hashable {
  /// The hash of the transaction, or of the order.
  public let hash: Hash32?
  /// The failure, in words; nil where all of it was done.
  public let problem: String?

  /// An outcome of its parts.
  public init(_ hash: Hash32?, problem: String? = nil) { (self.hash, self.problem) = (hash, problem) }
}

/// An event of a watch of conditional orders.
public enum TriggerEvent: Sendable {
  /// The judgement of an armed one.
  case evaluated(JournalTrigger, TriggerEvaluator.Finding)
  /// The conditional order fired; that is written down.
  case fired(JournalTrigger)
  /// The conditional order is over: done, failed or expired.
  case ended(JournalTrigger)
  /// The conditional order fired, and cannot go on for now; it is tried again.
  case delayed(JournalTrigger, any Error)
  /// The book of a pair cannot be seen; it is tried again, and nothing fires meanwhile.
  case unseen(TokenPair, any Error)
  /// The book of a pair is watched again after a gap.
  case resumed(TokenPair)
}
