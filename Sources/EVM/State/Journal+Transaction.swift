extension Journal {
  /// Begins a transaction: nothing is warm, nothing was created, there are no logs, and no checkpoint before is valid.
  public func beginTransaction() {
    transaction &+= 1
    undo.removeAll(keepingCapacity: true)
    touched.removeAll(keepingCapacity: true)
    destroyed.removeAll(keepingCapacity: true)
    transient.removeAll(keepingCapacity: true)
    transientPositions.removeAll(keepingCapacity: true)
    if !replacedKeys.isEmpty { replacedKeys = [] }
    lastingTouch = nil
    logs = []
    refund = 0
  }

  /// Ends a transaction: accounts that it destroyed go, and, where the rules say so (EIP-161), empty ones it touched.
  public func endTransaction(deletingEmpty: Bool) {
    for entry in destroyed { delete(entry) }
    if deletingEmpty {
      if let lastingTouch { touched.append(lastingTouch) }
      for entry in touched where entries[Int(entry)].exists && entries[Int(entry)].account.isEmpty { delete(entry) }
    }
    beginTransaction()
  }

  private func delete(_ entry: Int32) {
    clearStorage(entry)
    entries[Int(entry)].account = Account()
    entries[Int(entry)].exists = false
  }

  /// All that is different from the state at the beginning.
  public var changes: StateChanges {
    var changes = StateChanges()
    for entry in entries {
      let account = entry.exists ? entry.account : nil
      let isAnew = entry.storageIsNew && entry.original != nil
      guard account != entry.original || isAnew else { continue }
      let codeHash = entry.original?.codeHash ?? Code.empty.hash
      let code = account.flatMap { $0.codeHash == codeHash ? nil : codes[$0.codeHash] ?? .empty }
      // Said of a new account too, so that whoever holds the state over another needn't look for its slots there.
      changes.accounts[entry.address] = StateChanges.Change(
        account: account, code: code, replacesStorage: entry.storageIsNew)
    }
    for slot in slots {
      let entry = entries[Int(slot.entry)]
      guard entry.exists, slot.storage == entry.storage, slot.value != slot.first else { continue }
      changes.accounts[entry.address, default: StateChanges.Change(account: entry.account)].storage[slot.key] =
        slot.value
    }
    return changes
  }
}
