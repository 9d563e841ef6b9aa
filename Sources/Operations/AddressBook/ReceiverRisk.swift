import Primitives

/// A reason why money that is sent to a receiver would most likely be lost.
public enum ReceiverRisk: Sendable {
  /// Nobody has the key of the zero address.
  case zeroAddress
  /// The receiver is the contract of the very token that is sent.
  case tokenContract
  /// The receiver only begins and ends like an address with a name here.
  case looksLikeKnown(Address, KnownName)
  /// The receiver only begins and ends like an address to which was sent before.
  case looksLikeReceiver(Address, Address)
  /// Nobody compared it with the addresses in this place, for that cannot be read.
  case uncompared(Place, any Error)

  /// A place where known addresses are.
  public enum Place: Sendable, Hashable {
    /// The names of accounts, watched wallets and contacts.
    case addressBook
    /// The receivers of what was sent.
    case outbox
  }

  /// The kinds of risks, for people who agree to them one by one.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Nobody has its key.
    case zeroAddress
    /// The receiver is the contract of the very token that is sent.
    case tokenContract
    /// The receiver only begins and ends like an address that is known here.
    case lookAlike
    /// Nobody compared it with those that are known: they cannot be read.
    case uncompared
  }

  /// The kind, for people who agree to it.
  public var kind: Kind {
    switch self {
    case .zeroAddress: .zeroAddress
    case .tokenContract: .tokenContract
    case .looksLikeKnown, .looksLikeReceiver: .lookAlike
    case .uncompared: .uncompared
    }
  }
}
