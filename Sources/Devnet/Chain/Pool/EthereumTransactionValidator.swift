import EVM
import Primitives
import Transactions

/// Looks at all that can be wrong with a transaction before it waits for its turn, as Ethereum's nodes do.
struct EthereumTransactionValidator {
  private let chain: Chain
  private let pool: TransactionPool
  /// The block's to come.
  private let header: BlockHeader
  private let isMinedAtOnce: Bool

  init(_ ledger: Ledger, isMinedAtOnce: Bool) {
    (chain, pool, header) = (ledger.chain, ledger.pool, ledger.nextHeader)
    self.isMinedAtOnce = isMinedAtOnce
  }

  /// - Throws: `DevnetError` of the kinds for transactions.
  func validate(_ sent: DevnetTransaction) throws {
    let transaction = sent.execution
    if let flaw = chain.flaw(of: sent, under: chain.rules(of: header)) {
      let isForeign = sent.transaction.transaction.chainID.map { $0 != chain.chainID } ?? false
      throw DevnetError(isForeign ? .wrongChain : .refusedTransaction, flaw)
    }
    let account = try chain.state.account(sent.sender) ?? EVM.Account()
    guard transaction.nonce >= account.nonce else {
      throw DevnetError(
        .nonceTooLow,
        "nonce too low: address \(sent.sender), tx: \(transaction.nonce) state: \(account.nonce)")
    }
    guard transaction.maxPriorityFeePerGas <= transaction.maxFeePerGas else {
      throw DevnetError(
        .refusedTransaction,
        "max priority fee per gas higher than max fee per gas: maxPriorityFeePerGas: "
          + "\(transaction.maxPriorityFeePerGas), maxFeePerGas: \(transaction.maxFeePerGas)")
    }
    let machine = Machine(
      rules: chain.rules(of: header), block: chain.environment(of: header), state: Journal(chain.state))
    do {
      // With manual mining a transaction may wait until the base fee has come down.
      try machine.validator.validate(
        transaction, blockGasLeft: header.gasLimit,
        leniency: sent.leniency.union(isMinedAtOnce ? .nonce : [.nonce, .fees]))
    } catch let error as EVMError {
      throw DevnetError(error)
    }
    let waiting = pool.cost(of: sent.sender, exceptNonce: transaction.nonce)
    let (total, overflow) = waiting.addingReportingOverflow(transaction.maximumCost ?? .max)
    guard !overflow, total <= account.balance else {
      throw DevnetError(
        .insufficientFunds,
        "insufficient funds for gas * price + value: balance \(account.balance), queued cost \(waiting), "
          + "tx cost \(transaction.maximumCost ?? .max)")
    }
    // Last, for it is what takes longest.
    try sent.validateSidecar(chain.fork(of: header))
  }
}
