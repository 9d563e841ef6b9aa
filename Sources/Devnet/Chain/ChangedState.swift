import EVM
import Primitives

/// A state with changes on top, which leaves the state as it is: a block of the past, or the one to come.
struct ChangedState: StateReader, Sendable {
  let base: ChainState
  var changes: StateChanges

  func account(_ address: Address) throws -> Account? { try changes.account(address, over: base) }

  func storage(_ address: Address, _ slot: UInt256) throws -> UInt256 {
    try changes.storage(address, slot, over: base)
  }

  func code(_ address: Address, hash: Hash32) throws -> Code { try changes.code(address, hash: hash, over: base) }

  func hasStorage(_ address: Address) throws -> Bool {
    try changes.hasStorage(address) { try base.hasStorage(address, beside: $0) }
  }

  /// The whole state, with its tries.
  ///
  /// - Complexity: O(accounts).
  /// - Throws: `unknownState` if it lies over another chain's, of which only parts are known.
  func merged() throws(DevnetError) -> MemoryState {
    var state = try base.whole()
    state.apply(changes)
    return state
  }

  /// The root of the state trie; zero if it lies over another chain's state.
  ///
  /// - Complexity: O(accounts).
  var root: Hash32 {
    var state = base
    state.apply(changes)
    return state.root()
  }
}
