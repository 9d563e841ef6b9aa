import Primitives

// A state with changes on top that leave it as it is.
extension StateChanges {
  /// An account as it is after these changes of a state.
  package func account(_ address: Address, over base: some StateReader) throws -> Account? {
    if let change = accounts[address] { return change.account }
    return try base.account(address)
  }

  /// A slot as it is after these changes of a state.
  package func storage(_ address: Address, _ slot: UInt256, over base: some StateReader) throws -> UInt256 {
    guard let change = accounts[address] else { return try base.storage(address, slot) }
    if let value = change.storage[slot] { return value }
    return change.account == nil || change.replacesStorage ? 0 : try base.storage(address, slot)
  }

  /// Code after these changes of a state.
  package func code(_ address: Address, hash: Hash32, over base: some StateReader) throws -> Code {
    if let code = accounts[address]?.code, code.hash == hash { return code }
    return try base.code(address, hash: hash)
  }

  /// Whether an account has storage after these changes of a state; `below` answers whether that has any beside the
  /// slots given.
  package func hasStorage(_ address: Address, below: ([UInt256: UInt256]) throws -> Bool) rethrows -> Bool {
    guard let change = accounts[address] else { return try below([:]) }
    if change.account == nil { return false }
    if change.storage.contains(where: { $0.value != 0 }) { return true }
    return try !change.replacesStorage && below(change.storage)
  }

  /// Makes this what it and then other changes are together.
  package mutating func append(_ later: StateChanges) {
    for (address, change) in later.accounts {
      // Taken out, so that its storage is changed in place.
      guard change.account != nil, var merged = accounts.removeValue(forKey: address) else {
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
