import EVM
import Primitives

// Changing the state by hand.
extension Devnet {
  /// Gives an account so many wei.
  ///
  /// - Throws: `originFailed`, `storageFailed`.
  public func setBalance(_ balance: UInt256, of address: Address) throws {
    try ledger.edit(address) { account, _ in account.balance = balance }
  }

  /// Sets how many transactions an account sent.
  ///
  /// - Throws: `originFailed`, `storageFailed`.
  public func setNonce(_ nonce: UInt64, of address: Address) throws {
    try ledger.edit(address) { account, _ in account.nonce = nonce }
    ledger.pool.removePassed(of: address, nonce: nonce)
  }

  /// Sets a contract's code.
  ///
  /// - Throws: `originFailed`, `storageFailed`.
  public func setCode(_ bytes: Bytes, of address: Address) throws {
    try ledger.edit(address) { account, change in
      let code = Code(bytes)
      account.codeHash = code.hash
      change.code = code
    }
  }

  /// Sets a storage slot of a contract.
  ///
  /// - Throws: `originFailed`, `storageFailed`.
  public func setStorage(_ value: UInt256, slot: UInt256, of address: Address) throws {
    try ledger.edit(address) { _, change in change.storage[slot] = value }
  }

  /// Why the chain takes no more blocks and changes, and what to do about it; nil as long as it takes less memory than it
  /// may.
  public var lackOfMemory: DevnetError? { ledger.lackOfMemory }
}
