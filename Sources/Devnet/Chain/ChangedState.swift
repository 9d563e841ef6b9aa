import EVM
import Primitives

/// A state with changes on top, which leaves the state as it is: a block of the past, or the one to come.
struct ChangedState: StateReader, Sendable {
  let base: MemoryState
  var changes: StateChanges

  func account(_ address: Address) -> Account? {
    if let change = changes.accounts[address] { return change.account }
    return base.account(address)
  }

  func storage(_ address: Address, _ slot: UInt256) -> UInt256 {
    guard let change = changes.accounts[address] else { return base.storage(address, slot) }
    if let value = change.storage[slot] { return value }
    return change.account == nil || change.replacesStorage ? 0 : base.storage(address, slot)
  }

  func code(_ address: Address, hash: Hash32) -> Code {
    if let code = changes.accounts[address]?.code, code.hash == hash { return code }
    return base.code(address, hash: hash)
  }

  func hasStorage(_ address: Address) -> Bool {
    guard let change = changes.accounts[address] else { return base.hasStorage(address) }
    if change.account == nil { return false }
    if change.storage.contains(where: { $0.value != 0 }) { return true }
    guard !change.replacesStorage else { return false }
    return base.storage(of: address).contains { change.storage[$0.key] == nil }
  }

  /// The whole state, with its tries.
  ///
  /// - Complexity: O(accounts).
  var merged: MemoryState {
    var state = base
    state.apply(changes)
    return state
  }

  /// The root of the state trie.
  ///
  /// - Complexity: O(accounts).
  var root: Hash32 {
    var state = merged
    return state.root()
  }
}

extension StateChanges {
  /// Makes this what it and then other changes are together.
  mutating func append(_ later: StateChanges) {
    for (address, change) in later.accounts {
      guard var merged = accounts[address], change.account != nil else {
        accounts[address] = change
        continue
      }
      merged.replacesStorage = merged.replacesStorage || merged.account == nil || change.replacesStorage
      if change.replacesStorage { merged.storage = [:] }
      merged.storage.merge(change.storage) { $1 }
      merged.account = change.account
      merged.code = change.code ?? merged.code
      accounts[address] = merged
    }
  }
}
