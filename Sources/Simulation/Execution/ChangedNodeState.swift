import EVM
import Primitives

/// A node's state with what transactions changed.
struct ChangedNodeState: StateReader {
  let base: NodeState
  private var changes: [Address: StateChanges.Change] = [:]
  private var codes: [Hash32: Code] = [:]

  init(base: NodeState) { self.base = base }

  func account(_ address: Address) throws -> Account? {
    if let change = changes[address] { return change.account }
    return try base.account(address)
  }

  func storage(_ address: Address, _ slot: UInt256) throws -> UInt256 {
    guard let change = changes[address] else { return try base.storage(address, slot) }
    if let value = change.storage[slot] { return value }
    return change.replacesStorage ? 0 : try base.storage(address, slot)
  }

  func code(_ address: Address, hash: Hash32) throws -> Code { try codes[hash] ?? base.code(address, hash: hash) }

  /// Puts changes on top of those before.
  mutating func apply(_ new: StateChanges) {
    for (address, change) in new.accounts {
      if let code = change.code { codes[code.hash] = code }
      if change.account == nil {
        changes[address] = StateChanges.Change(account: nil, replacesStorage: true)
      } else if let before = changes[address], !change.replacesStorage {
        changes[address] = StateChanges.Change(
          account: change.account, replacesStorage: before.replacesStorage,
          storage: before.storage.merging(change.storage) { $1 })
      } else {
        changes[address] = change
      }
    }
  }
}
