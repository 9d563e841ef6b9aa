import Keys
import Primitives

/// The state while transactions run: what was read of it, what they changed, and how to take changes back.
///
/// It asks its reader once for everything and remembers it over the transactions of a block, and over blocks if it is
/// kept. A checkpoint costs nothing; going back to one costs as much as was changed since. Not for use by two threads.
///
/// Write to the state behind it only through `changes`, and begin a new journal after that.
public final class Journal {
  /// A point to go back to.
  public struct Checkpoint: Sendable {
    fileprivate let undo: Int
    fileprivate let logs: Int
    fileprivate let refund: Int64
  }

  /// The state at the beginning.
  public let reader: any StateReader

  // A journal belongs to one thread, and no access to one of these lasts while another begins: looking for that would
  // cost as much as the accesses.
  @exclusivity(unchecked) var entries: ContiguousArray<Entry> = []
  @exclusivity(unchecked) var positions: [Address: Int32] = [:]
  @exclusivity(unchecked) var slots: ContiguousArray<Slot> = []
  @exclusivity(unchecked) var slotPositions: [SlotKey: Int32] = [:]
  @exclusivity(unchecked) var undo: ContiguousArray<Undo> = []
  /// Where accounts and slots were found that hash alike: most are asked for again and again. −1 for none.
  @exclusivity(unchecked) var entryHints = ContiguousArray<Int32>(repeating: -1, count: 64)
  @exclusivity(unchecked) var slotHints = ContiguousArray<Int32>(repeating: -1, count: 256)
  var codes: [Hash32: Code] = [:]
  /// The keys that this transaction replaced.
  var replacedKeys: [AccountKey] = []
  /// The transaction that runs: what carries another number in its marks belongs to an earlier one.
  @exclusivity(unchecked) var transaction: UInt32 = 1
  /// The times that a storage began anew.
  var storages: Int32 = 0

  /// Transient storage (EIP-1153).
  @exclusivity(unchecked) var transient: ContiguousArray<UInt256> = []
  @exclusivity(unchecked) var transientPositions: [SlotKey: Int32] = [:]

  /// The accounts that this transaction touched and that it shall delete.
  var touched: [Int32] = []
  var destroyed: [Int32] = []
  /// The touch of an account that outlives the failure of the call that touched it, as happened to the precompile
  /// RIPEMD-160 in block 2,675,119 and has been a rule since.
  var lastingTouch: Int32?

  /// The logs of the transaction that runs.
  public internal(set) var logs: [Log] = []
  /// The gas that it gives back, before any limit.
  public internal(set) var refund: Int64 = 0

  /// A journal over a state.
  public init(_ reader: any StateReader) {
    self.reader = reader
  }

  /// A checkpoint of the present state, to which `revert(to:)` goes back.
  public func checkpoint() -> Checkpoint { Checkpoint(undo: undo.count, logs: logs.count, refund: refund) }

  /// Takes back everything since a checkpoint of the same transaction; accounts that were accessed are cold again.
  public func revert(to checkpoint: Checkpoint) {
    while undo.count > checkpoint.undo, let change = undo.popLast() { takeBack(change) }
    if logs.count > checkpoint.logs { logs.removeLast(logs.count - checkpoint.logs) }
    refund = checkpoint.refund
  }
}

/// An event of a contract.
public struct Log: Sendable, Hashable {
  /// The contract that logged it.
  public var address: Address
  /// At most four topics.
  public var topics: [Hash32]
  /// The bytes of the event beside its topics, ABI-encoded by most contracts.
  public var data: [UInt8]

  /// An event with at most four topics.
  public init(address: Address, topics: [Hash32], data: [UInt8]) {
    self.address = address
    self.topics = topics
    self.data = data
  }

  /// The list of address, topics and data in a receipt.
  package var item: RLP.Item { .list([.address(address), .list(topics.map { .hash($0) }), .bytes(data)]) }
}

extension Journal {
  /// An account and its marks.
  struct Entry {
    let address: Address
    /// As the reader gave it.
    let original: Account?
    var account: Account
    /// Whether it is in the state; before EIP-161 that is not the same as not being empty.
    var exists: Bool
    /// Which of the account's storages is in force, and whether it began after the reader's.
    var storage: Int32
    var storageIsNew: Bool
    /// Whether slots of it are known, in whichever of its storages.
    var hasSlots = false
    /// The last transactions that accessed, created, touched, destroyed it.
    var accessed: UInt32 = 0
    var created: UInt32 = 0
    var touched: UInt32 = 0
    var destroyed: UInt32 = 0
  }

  struct Slot {
    let entry: Int32
    let storage: Int32
    let key: UInt256
    /// As the reader gave it.
    let first: UInt256
    /// At the beginning of the transaction `changed`.
    var original: UInt256
    var value: UInt256
    var changed: UInt32 = 0
    var accessed: UInt32 = 0
  }

  struct SlotKey: Hashable {
    let storage: Int32
    let key: UInt256

    /// The words are folded first, under numbers that nobody outside knows: the hasher takes longer for five of them.
    func hash(into hasher: inout Hasher) {
      let (seed, low, high) = (Self.seed, key.low, key.high)
      let first = Self.fold(UInt64(truncatingIfNeeded: low) ^ seed.0, UInt64(truncatingIfNeeded: low >> 64) ^ seed.1)
      let second = Self.fold(UInt64(truncatingIfNeeded: high) ^ seed.2, UInt64(truncatingIfNeeded: high >> 64) ^ seed.3)
      hasher.combine(first ^ second &+ UInt64(truncatingIfNeeded: storage) &* 0x9e37_79b9_7f4a_7c15)
    }

    private static let seed = (
      UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max),
      UInt64.random(in: .min ... .max)
    )

    private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
      let (high, low) = left.multipliedFullWidth(by: right)
      return high ^ low
    }
  }

  /// The way back from a change: where, and what was there.
  enum Undo {
    case balance(Int32, UInt256)
    case nonce(Int32, UInt64)
    case code(Int32, Hash32)
    /// The key is at this place of `replacedKeys`, so that nothing here needs counting of references.
    case key(Int32, Int32)
    case existence(Int32, Bool)
    case slot(Int32, UInt256)
    case storage(Int32, Int32, isNew: Bool)
    case transient(Int32, UInt256)
    case accountAccess(Int32)
    case slotAccess(Int32)
    case creation(Int32)
    case touch(Int32)
    case destruction(Int32)
  }

  private func takeBack(_ change: Undo) {
    switch change {
    case .balance(let entry, let balance): entries[Int(entry)].account.balance = balance
    case .nonce(let entry, let nonce): entries[Int(entry)].account.nonce = nonce
    case .code(let entry, let hash): entries[Int(entry)].account.codeHash = hash
    case .key(let entry, let place): entries[Int(entry)].account.key = replacedKeys[Int(place)]
    case .existence(let entry, let exists): entries[Int(entry)].exists = exists
    case .slot(let slot, let value): slots[Int(slot)].value = value
    case .storage(let entry, let storage, let isNew):
      entries[Int(entry)].storage = storage
      entries[Int(entry)].storageIsNew = isNew
    case .transient(let position, let value): transient[Int(position)] = value
    case .accountAccess(let entry): entries[Int(entry)].accessed = 0
    case .slotAccess(let slot): slots[Int(slot)].accessed = 0
    case .creation(let entry): entries[Int(entry)].created = 0
    case .touch(let entry):
      entries[Int(entry)].touched = 0
      touched.removeLast()
    case .destruction(let entry):
      entries[Int(entry)].destroyed = 0
      destroyed.removeLast()
    }
  }
}
