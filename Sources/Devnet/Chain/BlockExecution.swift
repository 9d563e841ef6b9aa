import EVM
import Primitives
import Transactions
import Tries

/// Carries out the transactions of one block, one after the other, on a state that it leaves as it is.
struct BlockExecution {
  /// The outcome of all transactions.
  struct Outcome {
    var transactions: [DevnetTransaction]
    var receipts: [DevnetReceipt]
    var gasUsed: UInt64
    var blobGasUsed: UInt64
    var logsBloom: Bloom
    /// EIP-7685.
    var requests: [Bytes]
    var changes: StateChanges
  }

  let machine: Machine
  private let state: ChainState
  private var transactions: [DevnetTransaction] = []
  private var receipts: [DevnetReceipt] = []
  private(set) var gasUsed: UInt64 = 0
  private var blobGasUsed: UInt64 = 0
  private var logCount = 0
  private var bloom = Bloom()

  /// Begins a block with the calls of its beginning.
  init(rules: RuleSet, environment: BlockEnvironment, state: ChainState) throws {
    self.state = state
    machine = Machine(rules: rules, block: environment, state: Journal(state))
    try BlockBoundary(machine).begin()
  }

  /// Units of gas that are left.
  var gasLeft: UInt64 { machine.block.gasLimit - gasUsed }

  /// The most bytes that the block may have (EIP-7934).
  var sizeLimit: Int { machine.rules.maxBlockSize }

  /// Carries out a transaction.
  ///
  /// - Throws: `EVMError`; the block is then as it was before.
  @discardableResult
  mutating func include(_ sent: DevnetTransaction, leniency: Machine.Leniency = []) throws -> ExecutionResult {
    let transaction = sent.execution
    let rules = machine.rules
    let blobLimit = (rules.blobs?.max ?? 0).multipliedReportingOverflow(by: BlobRules.gasPerBlob).partialValue
    let result = try machine.execute(
      transaction, blockGasLeft: gasLeft, blobGasLeft: blobLimit - min(blobLimit, blobGasUsed),
      leniency: sent.leniency.union(leniency), accept: { try BlockBoundary(machine).deposits(in: $0) })
    gasUsed += result.gasUsed
    blobGasUsed += result.blobGasUsed
    var logsBloom = Bloom()
    for log in result.logs { logsBloom.insert(address: log.address, topics: log.topics) }
    bloom |= logsBloom
    let hasBlobs = transaction.kind == .blob
    receipts.append(
      DevnetReceipt(
        transactionHash: sent.hash, transactionIndex: transactions.count, blockNumber: machine.block.number,
        blockTimestamp: machine.block.timestamp, kind: transaction.kind, from: sent.sender, to: transaction.to,
        contractAddress: transaction.to == nil
          ? .contract(deployer: sent.sender, nonce: transaction.nonce) : nil,
        outcome: rules.receiptsHaveStatus ? .status(result.isSuccess) : .stateRoot(intermediateRoot()),
        isSuccess: result.isSuccess, gasUsed: result.gasUsed, cumulativeGasUsed: gasUsed,
        effectiveGasPrice: result.gasPrice, blobGasUsed: hasBlobs ? result.blobGasUsed : nil,
        blobGasPrice: hasBlobs
          ? rules.blobs?.price(excess: machine.block.excessBlobGas, baseFee: machine.block.baseFee) : nil,
        failure: rules.accountsHaveKeys ? KaiaTransactionFailure(result.outcome) : nil, logs: result.logs,
        firstLogIndex: logCount, logsBloom: logsBloom))
    logCount += result.logs.count
    transactions.append(sent)
    return result
  }

  /// The state's root between two transactions, which receipts had before Byzantium.
  private func intermediateRoot() -> Hash32 {
    var after = state
    after.apply(machine.state.changes)
    return after.root()
  }

  /// Ends the block: withdrawals, rewards, the calls of its end.
  ///
  /// - Throws: `EVMError`.
  consuming func finish(withdrawals: [Withdrawal], ommers: [BlockHeader]) throws -> Outcome {
    if !withdrawals.isEmpty { try BlockBoundary(machine).pay(withdrawals) }
    try BlockBoundary(machine).payRewards(ommers: ommers.map { ($0.coinbase, $0.number) })
    let requests = try BlockBoundary(machine).end(logs: receipts.flatMap(\.logs))
    return Outcome(
      transactions: transactions, receipts: receipts, gasUsed: gasUsed, blobGasUsed: blobGasUsed, logsBloom: bloom,
      requests: requests, changes: machine.state.changes)
  }
}
