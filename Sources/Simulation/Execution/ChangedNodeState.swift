import EVM
import Primitives

/// A node's state with what transactions changed.
struct ChangedNodeState: StateReader {
  let base: NodeState
  var changes = StateChanges()

  func account(_ address: Address) throws -> Account? { try changes.account(address, over: base) }

  func storage(_ address: Address, _ slot: UInt256) throws -> UInt256 {
    try changes.storage(address, slot, over: base)
  }

  func code(_ address: Address, hash: Hash32) throws -> Code { try changes.code(address, hash: hash, over: base) }

  func hasStorage(_ address: Address) throws -> Bool {
    try changes.hasStorage(address) { _ in try base.hasStorage(address) }
  }
}
