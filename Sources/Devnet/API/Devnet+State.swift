import EVM
import Primitives
import StrictJSON

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

  /// All accounts as anvil's JSON has them: `{"accounts": {address: {"nonce", "balance", "code", "storage"}}, …}`, with
  /// a `key` where an account of Kaia's has one of its own. The blocks are not in it.
  ///
  /// - Throws: `unknownState` over another chain's state.
  /// - Complexity: O(accounts).
  public func dumpState() throws -> JSON { StateDump.json(of: try chain.state.whole()) }

  /// Adds the accounts of a dump to those that are there, as anvil does: balance and code are the dump's, the nonce is the
  /// higher one, and of the storage the dump's slots are set. What else a dump says is left aside.
  ///
  /// - Throws: `invalidParameters` with the place of what can't be read, `storageFailed`, `originFailed`.
  public func loadState(_ dump: JSON) throws {
    let changes = try StateDump.changes(dump, over: chain)
    try ledger.edit(changes)
    for (address, change) in changes.accounts {
      ledger.pool.removePassed(of: address, nonce: change.account?.nonce ?? 0)
    }
  }

  /// Why the chain takes no more blocks and changes, and what to do about it; nil as long as it takes less memory than it
  /// may.
  public var lackOfMemory: DevnetError? { ledger.lackOfMemory }
}
