import Keys
import Primitives

/// An account as the state holds it, beside its code and storage.
public struct Account: Sendable, Hashable {
  /// The number of transactions that it sent, or contracts it created.
  public var nonce: UInt64
  /// The money of the account, in wei.
  public var balance: UInt256
  /// Keccak-256 of its code.
  public var codeHash: Hash32
  /// The key that may sign for it, where the rules let accounts have keys of their own.
  public var key: AccountKey

  /// An account; one without code unless a hash is given.
  public init(
    nonce: UInt64 = 0, balance: UInt256 = 0, codeHash: Hash32 = Code.empty.hash, key: AccountKey = .legacy
  ) {
    self.nonce = nonce
    self.balance = balance
    self.codeHash = codeHash
    self.key = key
  }

  /// Whether it has no nonce, balance, code or key of its own: such an account is the same as none since EIP-161.
  public var isEmpty: Bool { nonce == 0 && balance == 0 && codeHash == Code.empty.hash && !hasOwnKey }

  /// Whether it has another key than the one that its address comes from.
  public var hasOwnKey: Bool { if case .legacy = key { false } else { true } }
}
