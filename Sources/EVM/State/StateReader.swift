import Primitives

/// The state that an execution begins with: in memory, or fetched from a node when it is asked for.
///
/// Each account, slot and code is asked for at most once by a `Journal`. What a reader throws ends the execution and
/// comes out of it unchanged.
public protocol StateReader {
  /// An account; nil if there is none.
  func account(_ address: Address) throws -> Account?
  /// A storage slot of an account; 0 if it was never set.
  func storage(_ address: Address, _ slot: UInt256) throws -> UInt256
  /// The code of an account whose code has this hash; never asked for the hash of empty code.
  func code(_ address: Address, hash: Hash32) throws -> Code
  /// Whether an account has any storage: one that does is no place for a new contract (EIP-7610). Asked only about
  /// accounts with neither nonce nor code.
  func hasStorage(_ address: Address) throws -> Bool
}

extension StateReader {
  /// False, for readers that can't tell: no account of a chain that began after Spurious Dragon has storage alone.
  public func hasStorage(_ address: Address) throws -> Bool { false }
}
