import EVM
import Primitives
import Transactions
import Tries

/// A chain of blocks and the state after the last of them, in memory. A value.
///
/// It keeps for every block the changes that take it back: with them it answers for the state of any block, and goes
/// back to one, at the cost of what was changed since.
struct Chain: Sendable {
  /// A change of the state: by a block, or by somebody's hand between two blocks.
  struct Step: Sendable {
    /// Takes the change back.
    var undo: ChainState.Undo
    var isBlock: Bool
    /// About how many bytes of memory it takes, with its block.
    var footprint: Int
  }

  let chainID: UInt256
  let forks: ForkSchedule
  /// All blocks from the genesis on, or from the block of another chain from which this one goes on; never empty, with
  /// numbers that follow one another.
  private(set) var blocks: [DevnetBlock]
  private(set) var state: ChainState
  private(set) var steps: [Step] = []
  /// About how many bytes of memory all steps take.
  private(set) var footprint = 0
  private var numbers: [Hash32: Int]
  private var places: [Hash32: TransactionPlace] = [:]
  private let rules: [Fork: RuleSet]
  /// All in which Kaia's chains differ from Ethereum's.
  let kind: any ChainKind
  /// The parameters of a chain of Kaia's; nil for one of Ethereum's.
  var kaia: KaiaChainParameters? { (kind as? KaiaChain)?.parameters }
  /// Gives the hash of a block before the first.
  let originBlockHash: (@Sendable (UInt64) throws -> Hash32?)?

  /// Where a transaction is.
  struct TransactionPlace: Sendable, Hashable {
    var block: Int
    var index: Int
  }

  /// A chain of one block.
  init(_ genesis: Genesis) {
    chainID = genesis.chainID
    forks = genesis.forks
    rules = Self.rules(genesis.forks, genesis.rules)
    kind = genesis.kaia.kind
    state = ChainState(keepsKeys: kind.accountsHaveKeys)
    originBlockHash = nil
    state.apply(genesis.changes)
    var header = genesis.header
    header.number = 0
    header.stateRoot = state.root()
    let fork = genesis.forks.fork(number: 0, timestamp: header.timestamp)
    Self.complete(&header, rules[fork] ?? genesis.rules(of: fork))
    let block = DevnetBlock(header: header, withdrawals: header.withdrawalsRoot == nil ? nil : [])
    blocks = [block]
    numbers = [block.hash: 0]
  }

  /// A chain that goes on from a block of another one, on which some accounts have no less than a balance.
  init(_ origin: ForkSource, funded: Set<Address>, with balance: UInt256) {
    chainID = origin.chainID
    forks = ForkSchedule(origin.fork)
    kind = origin.kaia.kind
    rules = [origin.fork: Self.bounded(origin.rules)]
    state = ChainState(over: FundedState(base: origin.state, funded: funded, balance: balance))
    originBlockHash = { number in try ForkSource.reading { try origin.blockHash(number) } }
    blocks = [DevnetBlock(header: origin.header, hash: origin.hash)]
    numbers = [origin.hash: 0]
  }

  private static func rules(_ forks: ForkSchedule, _ rules: (Fork) -> RuleSet) -> [Fork: RuleSet] {
    Dictionary(uniqueKeysWithValues: Set(forks.forks + [.frontier]).map { ($0, bounded(rules($0))) })
  }

  /// Rules under which no transaction takes minutes: nothing could end it before its gas does.
  private static func bounded(_ rules: RuleSet) -> RuleSet {
    var rules = rules
    rules.maxTransactionGas = min(rules.maxTransactionGas, 1 << 30)
    return rules
  }

  /// Gives a header of no transactions exactly the fields that the rules ask for.
  static func complete(_ header: inout BlockHeader, _ rules: RuleSet) {
    header.baseFee = rules.baseFee.map { header.baseFee ?? UInt256($0.initial) }
    header.withdrawalsRoot = rules.hasWithdrawals ? .emptyTrieRoot : nil
    header.blobGasUsed = rules.blobs.map { _ in header.blobGasUsed ?? 0 }
    header.excessBlobGas = rules.blobs.map { _ in header.excessBlobGas ?? 0 }
    let hasBeaconRoot = rules.openingCalls.contains { $0.input == .parentBeaconBlockRoot }
    header.parentBeaconBlockRoot = hasBeaconRoot ? .zero : nil
    header.requestsHash = rules.closingCalls.isEmpty ? nil : BlockRequests.hash([])
  }

  // MARK: Reading

  var head: DevnetBlock { blocks[blocks.count - 1] }

  /// The number of the first block that is here: 0 unless the chain goes on from another.
  var firstNumber: UInt64 { blocks[0].number }

  func block(number: UInt64) -> DevnetBlock? {
    number >= firstNumber && number <= head.number ? blocks[Int(number - firstNumber)] : nil
  }

  /// The blocks of a range of numbers that are here.
  func blocks(_ numbers: ClosedRange<UInt64>) -> ArraySlice<DevnetBlock> {
    guard numbers.upperBound >= firstNumber, numbers.lowerBound <= head.number else { return [] }
    let first = Int(max(numbers.lowerBound, firstNumber) - firstNumber)
    return blocks[first...Int(min(numbers.upperBound, head.number) - firstNumber)]
  }

  func block(hash: Hash32) -> DevnetBlock? { numbers[hash].map { blocks[$0] } }

  func place(ofTransaction hash: Hash32) -> TransactionPlace? { places[hash] }

  func fork(of header: BlockHeader) -> Fork { forks.fork(number: header.number, timestamp: header.timestamp) }

  func rules(of header: BlockHeader) -> RuleSet { rules(of: fork(of: header)) }

  /// The rules from a fork on.
  func rules(of fork: Fork) -> RuleSet { rules[fork] ?? kind.rules(of: fork, nil) }

  /// The state after a block and what was changed by hand before the next.
  ///
  /// - Complexity: O(changes since).
  func state(afterBlock number: UInt64) -> ChangedState {
    var missing = head.number - min(number, head.number)
    let later = steps.reversed().prefix { step in
      guard missing > 0 else { return false }
      if step.isBlock { missing -= 1 }
      return true
    }
    return state.before(later.map(\.undo))
  }

  /// The number of transactions that an account sent.
  func nonce(of address: Address) throws -> UInt64 { try state.account(address)?.nonce ?? 0 }

  // MARK: Changing

  /// Changes the state by hand.
  mutating func edit(_ changes: StateChanges) { step(changes, isBlock: false) }

  /// Carries out the changes of a block, which is appended after; gives the state's root after it.
  private mutating func apply(_ changes: StateChanges) -> Hash32 {
    step(changes, isBlock: true)
    return state.root()
  }

  private mutating func step(_ changes: StateChanges, isBlock: Bool) {
    let step = Step(undo: state.apply(changes), isBlock: isBlock, footprint: changes.footprint)
    steps.append(step)
    footprint += step.footprint
  }

  /// Takes the last step back; gives whether it was a block's.
  @discardableResult
  private mutating func takeBack() -> Bool {
    let step = steps.removeLast()
    footprint -= step.footprint
    state.takeBack(step.undo)
    return step.isBlock
  }

  /// Takes steps back until so many are left; gives the blocks taken back, the last one first.
  @discardableResult
  mutating func revert(toStep count: Int) -> [DevnetBlock] {
    var removed: [DevnetBlock] = []
    while steps.count > max(count, 0) {
      guard takeBack(), let block = blocks.popLast() else { continue }
      numbers[block.hash] = nil
      for transaction in block.transactions { places[transaction.hash] = nil }
      removed.append(block)
    }
    return removed
  }

  /// Whether the state is that of the head, as far as one can see: not after a change by hand.
  mutating func hasStateOfHead() -> Bool { steps.last?.isBlock != true || state.root() == head.header.stateRoot }

  /// Makes a block the head whose changes are known.
  mutating func append(_ block: DevnetBlock, _ changes: StateChanges) {
    step(changes, isBlock: true)
    append(block)
  }

  private mutating func append(_ block: DevnetBlock) {
    let footprint = block.footprint
    steps[steps.count - 1].footprint += footprint
    self.footprint += footprint
    numbers[block.hash] = blocks.count
    for (index, transaction) in block.transactions.enumerated() {
      places[transaction.hash] = TransactionPlace(block: blocks.count, index: index)
    }
    blocks.append(block)
  }

  /// Makes the block of an outcome the head, after it was recorded with what it changes.
  ///
  /// - Throws: what `record` throws; the chain is then as it was before.
  @discardableResult
  mutating func append(
    _ outcome: BlockExecution.Outcome, to template: BlockHeader,
    recording record: (DevnetBlock, StateChanges) throws -> Void = { _, _ in }
  ) rethrows -> DevnetBlock {
    var header = template
    header.stateRoot = apply(outcome.changes)
    fill(&header, outcome)
    let block = DevnetBlock(
      header: header, transactions: outcome.transactions.map(\.withoutSidecar),
      withdrawals: header.withdrawalsRoot == nil ? nil : [], receipts: outcome.receipts)
    do {
      try record(block, outcome.changes)
    } catch {
      takeBack()
      throw error
    }
    append(block)
    return block
  }

  /// Sets a header's fields about its transactions, except the state's root.
  func fill(_ header: inout BlockHeader, _ outcome: BlockExecution.Outcome) {
    header.transactionsRoot = OrderedTrie.root(of: outcome.transactions.map(\.transaction.canonicalEncoding))
    header.receiptsRoot = OrderedTrie.root(of: outcome.receipts.map(\.encoded))
    header.logsBloom = outcome.logsBloom
    header.gasUsed = outcome.gasUsed
    if header.blobGasUsed != nil { header.blobGasUsed = outcome.blobGasUsed }
    if header.requestsHash != nil { header.requestsHash = BlockRequests.hash(outcome.requests) }
  }

  /// Executes a block that others made, compares all that its header says of the outcome, and makes it the head after it
  /// was recorded.
  ///
  /// - Throws: `invalidBlock`, `EVMError`, or what `record` throws; the chain is then as it was
  ///   before.
  mutating func add(
    _ block: DevnetBlock, recording record: (DevnetBlock, StateChanges) throws -> Void = { _, _ in }
  ) throws {
    let header = block.header
    try validate(block)
    let outcome = try execute(block)
    var expected = nextHeader(timestamp: header.timestamp)
    // Fields that its maker was free to choose, and that ours would choose otherwise.
    expected.coinbase = header.coinbase
    expected.difficulty = header.difficulty
    expected.gasLimit = header.gasLimit
    expected.extraData = header.extraData
    expected.mixHash = header.mixHash
    expected.nonce = header.nonce
    if expected.parentBeaconBlockRoot != nil { expected.parentBeaconBlockRoot = header.parentBeaconBlockRoot }
    expected.ommersHash = Keccak256.hash(RLP.encode(.list(block.ommers.map(\.item))))
    if expected.withdrawalsRoot != nil {
      expected.withdrawalsRoot = OrderedTrie.root(of: (block.withdrawals ?? []).map(\.encoded))
    }
    expected.stateRoot = apply(outcome.changes)
    fill(&expected, outcome)
    do {
      guard expected == header, (block.withdrawals == nil) == (header.withdrawalsRoot == nil) else {
        throw DevnetError(
          .invalidBlock, "block \(header.number) \(block.hash) says \(Self.difference(header, expected))")
      }
      let executed = DevnetBlock(
        header: header, transactions: block.transactions, ommers: block.ommers, withdrawals: block.withdrawals,
        receipts: outcome.receipts)
      try record(executed, outcome.changes)
      append(executed)
    } catch {
      takeBack()
      throw error
    }
  }

  private func execute(_ block: DevnetBlock) throws -> BlockExecution.Outcome {
    var execution = try BlockExecution(
      rules: rules(of: block.header), environment: environment(of: block.header), state: state)
    for transaction in block.transactions { try execution.include(transaction) }
    return try execution.finish(withdrawals: block.withdrawals ?? [], ommers: block.ommers)
  }

  /// The first field in which two headers differ, with its values.
  private static func difference(_ said: BlockHeader, _ found: BlockHeader) -> String {
    let pairs = zip(Mirror(reflecting: said).children, Mirror(reflecting: found).children)
    for (left, right) in pairs where "\(left.value)" != "\(right.value)" {
      return "\(left.label ?? "") \(left.value), but execution gives \(right.value)"
    }
    return "nothing else"
  }
}
