import EVM
import Primitives

/// The state at a chain's head: all of it in memory, or what is different from another chain's. A value.
struct ChainState: StateReader, Sendable {
  /// All there is, unless `layered` stands in its place.
  private var memory: MemoryState
  private(set) var layered: LayeredState?

  /// Takes a change back.
  enum Undo: Sendable {
    case changes(StateChanges)
    case layers(LayeredState.Undo)
  }

  /// A state of no accounts.
  init(keepsKeys: Bool = false) { memory = MemoryState(keepsKeys: keepsKeys) }

  /// The state of another chain, which is read when it is asked for and never written.
  init(over origin: any StateReader & Sendable) {
    memory = MemoryState()
    layered = LayeredState(origin: OriginState(reader: origin))
  }

  // MARK: Reading

  func account(_ address: Address) throws -> Account? {
    guard let layered else { return memory.account(address) }
    return try layered.account(address)
  }

  func storage(_ address: Address, _ slot: UInt256) throws -> UInt256 {
    guard let layered else { return memory.storage(address, slot) }
    return try layered.storage(address, slot)
  }

  func code(_ address: Address, hash: Hash32) throws -> Code {
    guard let layered else { return memory.code(address, hash: hash) }
    return try layered.code(address, hash: hash)
  }

  func hasStorage(_ address: Address) throws -> Bool { try hasStorage(address, beside: [:]) }

  /// Whether an account has storage in other slots than these.
  func hasStorage(_ address: Address, beside slots: [UInt256: UInt256]) throws -> Bool {
    guard let layered else { return memory.storage(of: address).contains { slots[$0.key] == nil } }
    return try layered.hasStorage(address, beside: slots)
  }

  /// All accounts.
  ///
  /// - Throws: `unknownState` if only parts of the state are known.
  func whole() throws(DevnetError) -> MemoryState {
    guard layered == nil else {
      throw DevnetError(
        .unknownState,
        """
        the state as a whole is not known: this devnet goes on from another chain, whose state it reads piece by piece
        ask that chain's node, for a block before the fork
        """)
    }
    return memory
  }

  /// The state before the last of some changes, given by what takes them back, the last one first.
  ///
  /// - Complexity: O(changes); O(accounts changed since the fork) over another chain's state.
  func before(_ undoings: some Sequence<Undo>) -> ChangedState {
    var (past, changes) = (self, StateChanges())
    for undo in undoings {
      switch undo {
      case .changes(let earlier): changes.append(earlier)
      case .layers: past.takeBack(undo)
      }
    }
    return ChangedState(base: past, changes: changes)
  }

  // MARK: Changing

  /// Carries out changes, and gives what takes them back. It reads nothing, so that it can't fail.
  @discardableResult
  mutating func apply(_ changes: StateChanges) -> Undo {
    if let undo = layered?.apply(changes) { return .layers(undo) }
    return .changes(memory.apply(changes))
  }

  /// Takes the last changes back.
  mutating func takeBack(_ undo: Undo) {
    switch undo {
    case .changes(let changes): memory.apply(changes)
    case .layers(let layers): layered?.takeBack(layers)
    }
  }

  /// The root of the state trie; zero over another chain's state, whose trie can't be known from the outside.
  mutating func root() -> Hash32 { layered == nil ? memory.root() : .zero }
}
