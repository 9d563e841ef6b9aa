import Outbox
import Primitives
import Sending

/// A reason to think twice, shown before somebody says yes.
public enum ReviewWarning: Sendable {
  /// An equal transaction without an idempotency key was sent a short time ago.
  case sentBefore(OutboxError)
  /// The account used nonces that the outbox does not know, or the chain shows an equal transaction.
  case unknownHistory(SendingError)
  /// More would be spent than a limit allows.
  case overLimit(OutboxError)
  /// A receiver where money is most likely lost.
  case receiver(ReceiverRisk)
  /// The contract that is called is an address to be careful with; the call moves nothing of the sender's to it.
  case contract(ReceiverRisk)
  /// The lecture of this number, which is to be settled, holds nothing, as if it were settled already; its contract keeps no record of that.
  case nothingHeld(UInt256)

  /// The kinds of warnings, for people who accept them one by one.
  public enum Kind: Sendable, Hashable {
    /// The kind of ``ReviewWarning/sentBefore(_:)``.
    case sentBefore
    /// The kind of ``ReviewWarning/unknownHistory(_:)``.
    case unknownHistory
    /// The kind of ``ReviewWarning/overLimit(_:)``.
    case overLimit
    /// The kind of ``ReviewWarning/receiver(_:)``, by the kind of risk.
    case receiver(ReceiverRisk.Kind)
  }

  /// The kind to accept before it is carried out; nil where the warning needs no agreement of its own.
  public var kind: Kind? {
    switch self {
    case .sentBefore: .sentBefore
    case .unknownHistory: .unknownHistory
    case .overLimit: .overLimit
    case .receiver(let risk): .receiver(risk.kind)
    case .contract, .nothingHeld: nil
    }
  }

  /// The limit that would be exceeded; nil for another warning.
  package var limit: SpendingLimits.Kind? {
    guard case .overLimit(let error) = self, case .spending(_, _, let kind, _) = error.facts else { return nil }
    return kind
  }

  /// The error that refuses it where it is not accepted.
  package var refusal: any Error {
    switch self {
    case .sentBefore(let error), .overLimit(let error): error
    case .unknownHistory(let error): error
    case .receiver(let risk), .contract(let risk): OperationError.receiver(risk)
    case .nothingHeld(let lecture):
      OperationError(.notAgreed, "Lecture \(lecture) holds nothing, and nobody agreed to settle it.")
    }
  }
}

/// The warnings of a review that somebody accepted by saying yes.
public struct Agreement: Sendable, Hashable {
  /// The kinds of warnings that are accepted.
  public let accepted: Set<ReviewWarning.Kind>

  /// An agreement to what a review shows, despite warnings of these kinds.
  public init(accepting kinds: Set<ReviewWarning.Kind> = []) { accepted = kinds }

  /// The agreement of somebody who saw a whole review, with all of its warnings, and said yes to it.
  public init(toAllOf review: Review) { self.init(accepting: Set(review.warnings.compactMap(\.kind))) }

  /// Makes sure that every warning of a review is accepted.
  ///
  /// - Throws: The refusal of the first that is not.
  func check(_ review: Review) throws {
    for warning in review.warnings {
      if let kind = warning.kind, !accepted.contains(kind) { throw warning.refusal }
    }
  }
}
