import Primitives

/// What the state holds of an account, beside its code and storage.
public struct Account: Sendable, Hashable {
  /// How many transactions it sent, or contracts it created.
  public var nonce: UInt64
  /// Wei.
  public var balance: UInt256
  /// Keccak-256 of its code.
  public var codeHash: Hash32

  /// An account; one without code unless a hash is given.
  public init(nonce: UInt64 = 0, balance: UInt256 = 0, codeHash: Hash32 = Code.empty.hash) {
    self.nonce = nonce
    self.balance = balance
    self.codeHash = codeHash
  }

  /// Whether it has no nonce, balance or code: such an account is the same as none since EIP-161.
  public var isEmpty: Bool { nonce == 0 && balance == 0 && codeHash == Code.empty.hash }
}
