import EVM
import Primitives

/// A node's state with what transactions changed.
struct ChangedNodeState: StateReader {
  let base: NodeState
  private var changes = StateChanges()

  init(base: NodeState) { self.base = base }

  func account(_ address: Address) throws -> Account? { try changes.account(address, over: base) }

  func storage(_ address: Address, _ slot: UInt256) throws -> UInt256 {
    try changes.storage(address, slot, over: base)
  }

  func code(_ address: Address, hash: Hash32) throws -> Code { try changes.code(address, hash: hash, over: base) }

  func hasStorage(_ address: Address) throws -> Bool {
    try changes.hasStorage(address) { _ in try base.hasStorage(address) }
  }

  /// Puts changes on top of those before.
  mutating func apply(_ new: StateChanges) { changes.append(new) }
}
