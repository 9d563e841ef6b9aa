import EVM
import Keys
import Locking
import NodeRPC
import Primitives

/// The state after a block of a node's chain, fetched when it is asked for, each thing once.
///
/// Its reads block the calling thread until the node has answered: make them on a thread of your own, never on the main
/// thread or one of Swift's cooperative pool, which the answer needs. Several threads may ask at once.
///
/// The node is asked by the block's hash (EIP-1898). One that doesn't take that form is asked by number, and after every
/// answer whether the block of that number is still the same.
///
/// Its reads throw `SimulationError`.
public final class NodeState: StateReader, Sendable {
  /// The block after which everything is read.
  public let block: NodeBlock
  let client: NodeClient
  /// Whether accounts have keys of their own, as Kaia's do: then these are asked for, too.
  let hasAccountKeys: Bool
  private let cached: CachedState?
  private let known: Guarded<Known>

  /// Something of the state that the node is asked for.
  public enum Place: Sendable, Hashable {
    /// An account: nonce, balance and code, and its key where accounts have keys.
    case account(Address)
    /// A storage slot of an account, by its number.
    case slot(Address, UInt256)
  }

  /// The known part of the state.
  struct Known: Sendable {
    var accounts: [Address: Account] = [:]
    var keys: [Address: AccountKey] = [:]
    var slots: [Address: [UInt256: UInt256]] = [:]
    var codes: [Hash32: Code] = [Code.empty.hash: .empty]
    var hashes: [UInt64: Hash32] = [:]
    /// The form in which the node takes the block; nil as long as that isn't known.
    var readsByHash: Bool?

    func has(_ place: Place, withKeys: Bool) -> Bool {
      switch place {
      case .account(let address): accounts[address] != nil && !(withKeys && keys[address] == nil)
      case .slot(let address, let slot): slots[address]?[slot] != nil
      }
    }
  }

  /// The state after a block; what an earlier run read is taken from the cache, which blocks for a file operation.
  ///
  /// - Parameter hasAccountKeys: Whether the chain is of Kaia's kind, whose accounts have keys that can be changed.
  public init(client: NodeClient, block: NodeBlock, cache: StateCache? = nil, hasAccountKeys: Bool = false) {
    self.client = client
    self.hasAccountKeys = hasAccountKeys
    self.block = block
    cached = cache?.state(chainID: block.chainID, block: block.hash)
    var known = Known()
    for fact in cached?.facts ?? [] { known.learn(fact) }
    known.hashes[block.number] = block.hash
    if block.number > 0 { known.hashes[block.number - 1] = block.header.parentHash }
    self.known = Guarded(known)
  }

  // MARK: StateReader

  /// An account at the block that is read; asked of the node at most once.
  public func account(_ address: Address) throws -> Account? {
    try need([.account(address)])
    let account = known.withLock { [hasAccountKeys] known in
      var account = known.accounts[address]
      if hasAccountKeys { account?.key = known.keys[address] ?? .legacy }
      return account
    }
    // A node can't tell an empty account from none, and since EIP-161 nobody can.
    return account.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A slot at the block that is read; asked of the node at most once.
  public func storage(_ address: Address, _ slot: UInt256) throws -> UInt256 {
    try need([.slot(address, slot)])
    return known.withLock { $0.slots[address]?[slot] } ?? 0
  }

  /// The code at the block that is read; asked of the node at most once for a hash.
  public func code(_ address: Address, hash: Hash32) throws -> Code {
    if let code = known.withLock({ $0.codes[hash] }) { return code }
    let (code, facts) = try wait { [self] in try await readCode(of: address, hash: hash) }
    keep(facts)
    return code
  }

  /// The hash of a block before this one; nil if the node has none of that number.
  ///
  /// - Throws: `SimulationError`.
  public func blockHash(_ number: UInt64) throws -> Hash32? {
    if let hash = known.withLock({ $0.hashes[number] }) { return hash }
    guard number < block.number else { return nil }
    let hash = try wait { [self] in try await readHash(number) }
    if let hash { known.withLock { $0.hashes[number] = hash } }
    return hash
  }

  // MARK: Fetching

  /// Fetches what is not known of some places, in one round trip; as the readings it then has no need to.
  ///
  /// - Throws: `SimulationError`.
  public func fetch(_ places: [Place]) async throws {
    var seen: Set<Place> = []
    let missing = known.withLock { [hasAccountKeys] known in
      places.filter { !known.has($0, withKeys: hasAccountKeys) && seen.insert($0).inserted }
    }
    guard !missing.isEmpty else { return }
    keep(try await read(missing))
  }

  private func need(_ places: [Place]) throws {
    guard known.withLock({ [hasAccountKeys] known in !places.allSatisfy { known.has($0, withKeys: hasAccountKeys) } })
    else { return }
    try wait { [self] in try await fetch(places) }
  }

  private func keep(_ facts: [StateFact]) {
    known.withLock { known in for fact in facts { known.learn(fact) } }
    cached?.append(facts)
  }

  var readsByHash: Bool? {
    get { known.withLock { $0.readsByHash } }
    set { known.withLock { $0.readsByHash = newValue } }
  }
}

extension NodeState.Known {
  mutating func learn(_ fact: StateFact) {
    switch fact {
    case .account(let address, let account): accounts[address] = account
    case .slot(let address, let slot, let value): slots[address, default: [:]][slot] = value
    case .code(let code): codes[code.hash] = code
    case .key(let address, let key): keys[address] = key
    }
  }
}
