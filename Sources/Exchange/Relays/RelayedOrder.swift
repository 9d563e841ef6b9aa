import Orders
import Primitives

/// An order as a relay gave it, with hash, signature, exchange and chain checked here, and the relay's own words about
/// it, which nobody has checked.
public struct RelayedOrder: Sendable, Hashable {
  /// The order, its signature, and its hash as it was computed here.
  public let signed: AnySignedOrder
  /// The remaining fillable taker amount by the relay, never more than the order has; nil where it has none.
  public let toldRemaining: UInt256?
  /// The state that the relay reports, cleaned for a terminal; nil where it does not.
  public let reportedState: String?

  /// An order with the words of a relay.
  init(_ signed: AnySignedOrder, toldRemaining: UInt256? = nil, reportedState: String? = nil) {
    self.signed = signed
    self.toldRemaining = toldRemaining
    self.reportedState = reportedState
  }

  /// The order's hash.
  public var hash: Hash32 { signed.hash }
}

/// An order of a relay's answer that is not used, and why.
public struct DroppedOrder: Sendable, Hashable {
  /// The reason for which an order is not used.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The order cannot be read.
    case malformed
    /// Its hash differs from the one that the relay reports, or that was asked for.
    case wrongHash
    /// The order is for another exchange contract.
    case wrongExchange
    /// The order is for another chain.
    case wrongChain
    /// Its maker did not sign it.
    case badSignature
    /// Another account than the maker signed it, and nobody could be asked whether that may.
    case unknownSigner
    /// Its terms are such that it can never be filled.
    case badTerms
    /// Its time is over.
    case expired
    /// The order is of another pair, or of another account, than was asked for.
    case notAsked
    /// The order stands on the other side of the book.
    case wrongSide
    /// The order is of an account of the user's own.
    case own
    /// The order was there before.
    case repeated

    /// Whether no honest relay gives such an order.
    public var isLie: Bool {
      switch self {
      case .wrongHash, .wrongExchange, .wrongChain, .badSignature: true
      default: false
      }
    }
  }

  /// The hash, as it was computed here; nil where the order cannot be read.
  public let hash: Hash32?
  /// The reason, for programs; ``words`` has it for people.
  public let reason: Reason
  /// The reason in words, cleaned for a terminal.
  public let words: String

  /// An order and the reason why it is not used.
  init(_ hash: Hash32?, _ reason: Reason, _ words: String) {
    self.hash = hash
    self.reason = reason
    self.words = TerminalSafe.escape(words, limit: 300)
  }
}
