import EVM
import Primitives
import Tries

/// Tries out blocks after a block of the chain, one after the other, on copies that nobody else sees.
struct BlockSimulator {
  /// The most blocks of a simulation, those between the ones given included.
  static let mostBlocks: UInt64 = 256
  /// Seconds between two blocks of a simulation that don't say when they are.
  private static let interval: UInt64 = 12

  let chain: Chain
  /// The gas that all calls together may use.
  let gasLimit: UInt64
  /// Whether nonces and fees must be right.
  let isValidating: Bool
  /// Whether transfers of ether are logged.
  let tracesTransfers: Bool

  /// Tries them out.
  ///
  /// - Throws: as `Devnet.simulate`.
  func run(_ blocks: [SimulatedBlock], after base: DevnetBlock) throws -> [SimulationOutcome] {
    let blocks = try Self.filled(blocks, after: base.header)
    let past = chain.state(afterBlock: base.number)
    var state = past.base
    state.apply(past.changes)
    var parent = base.header
    var hashes: [UInt64: Hash32] = [base.number: base.hash]
    var gasLeft = gasLimit
    var outcomes: [SimulationOutcome] = []
    for block in blocks {
      var changed = ChangedState(base: state, changes: StateChanges())
      try block.overrides.apply(to: &changed)
      let overridden = changed.changes
      // The state is changed in place only while nobody else holds it.
      changed = ChangedState(base: past.base, changes: StateChanges())
      state.apply(overridden)

      var header = header(block, after: parent, hash: hashes[parent.number] ?? .zero)
      var rules = chain.rules(of: header)
      try block.overrides.apply(to: &rules)
      var environment = environment(of: header, after: base.header, hashes)
      environment.blobBaseFee = block.overrides.blobBaseFee
      let (outcome, calls) = try Simulation(
        execution: BlockExecution(rules: rules, environment: environment, state: state), chainID: chain.chainID,
        isValidating: isValidating, tracesTransfers: tracesTransfers, gasLimit: gasLimit
      ).run(block, gasLeft: &gasLeft)
      state.apply(outcome.changes)
      header.stateRoot = state.root()
      chain.fill(&header, outcome)
      let simulated = DevnetBlock(
        header: header, transactions: outcome.transactions,
        withdrawals: header.withdrawalsRoot == nil ? nil : block.withdrawals, receipts: outcome.receipts)
      outcomes.append(SimulationOutcome(block: simulated, calls: calls))
      hashes[header.number] = simulated.hash
      parent = header
    }
    return outcomes
  }

  /// The blocks with numbers and times, and empty ones where numbers are left out.
  private static func filled(
    _ blocks: [SimulatedBlock], after base: BlockHeader
  ) throws(DevnetError) -> [SimulatedBlock] {
    var filled: [SimulatedBlock] = []
    var (number, time) = (base.number, base.timestamp)
    for var block in blocks {
      let wanted = block.overrides.number ?? number &+ 1
      guard wanted > number else {
        throw DevnetError(.simulatedNumberOrder, "block numbers must be in order: \(wanted) <= \(number)")
      }
      guard wanted - base.number <= Self.mostBlocks else {
        throw DevnetError(.tooManySimulatedBlocks, "too many blocks")
      }
      while number + 1 < wanted {
        number += 1
        time = time &+ interval
        var empty = SimulatedBlock()
        empty.overrides.number = number
        empty.overrides.timestamp = time
        filled.append(empty)
      }
      let moment = block.overrides.timestamp ?? time &+ interval
      guard moment > time else {
        throw DevnetError(.simulatedTimeOrder, "block timestamps must be in order: \(moment) <= \(time)")
      }
      block.overrides.number = wanted
      block.overrides.timestamp = moment
      filled.append(block)
      (number, time) = (wanted, moment)
    }
    return filled
  }

  /// The header of a simulated block, as far as it is known before its calls are.
  private func header(_ block: SimulatedBlock, after parent: BlockHeader, hash: Hash32) -> BlockHeader {
    let overrides = block.overrides
    var header = BlockHeader()
    header.parentHash = hash
    header.number = overrides.number ?? parent.number &+ 1
    header.timestamp = overrides.timestamp ?? parent.timestamp
    header.coinbase = overrides.coinbase ?? parent.coinbase
    header.difficulty = overrides.difficulty ?? parent.difficulty
    header.gasLimit = overrides.gasLimit ?? parent.gasLimit
    header.mixHash = overrides.prevRandao ?? .zero
    let rules = chain.rules(of: header)
    header.follow(parent, rules)
    // Without validation gas costs nothing unless somebody says so: calls without fees could pay for none.
    if rules.baseFee != nil { header.baseFee = overrides.baseFee ?? (isValidating ? header.baseFee : 0) }
    Chain.complete(&header, rules)
    if header.parentBeaconBlockRoot != nil { header.parentBeaconBlockRoot = block.parentBeaconBlockRoot ?? .zero }
    if header.withdrawalsRoot != nil {
      header.withdrawalsRoot = OrderedTrie.root(of: block.withdrawals.map(\.encoded))
    }
    return header
  }

  /// The block fields and hashes that a simulated block's calls can read; BLOCKHASH gives the hashes of the simulated
  /// blocks too.
  private func environment(
    of header: BlockHeader, after base: BlockHeader, _ hashes: [UInt64: Hash32]
  ) -> BlockEnvironment {
    var following = header
    following.number = base.number + 1
    var environment = chain.environment(of: following)
    environment.number = header.number
    let older = environment.blockHash
    environment.blockHash = { number in
      if let hash = hashes[number] { return hash }
      return number > base.number ? nil : try older(number)
    }
    return environment
  }
}
