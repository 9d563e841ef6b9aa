import EVM
import Primitives
import Transactions

/// Looks at all that can be wrong with a transaction before it waits for its turn, in the order and in the words of
/// Kaia's nodes.
struct KaiaTransactionValidator {
  private let chain: Chain
  /// The block's to come.
  private let header: BlockHeader

  init(_ ledger: Ledger) {
    (chain, header) = (ledger.chain, ledger.nextHeader)
  }

  /// - Throws: `DevnetError` of the kinds for transactions.
  func validate(_ sent: DevnetTransaction) throws {
    let rules = chain.rules(of: header)
    let transaction = sent.execution
    let fields = sent.transaction.transaction
    guard rules.transactionKinds.contains(fields.kind) else {
      throw DevnetError.refusal("transaction type not supported")
    }
    if transaction.to == nil, transaction.data.count > rules.maxInitCodeSize {
      throw DevnetError.refusal(
        "max initcode size exceeded: code size \(transaction.data.count), limit \(rules.maxInitCodeSize)")
    }
    guard transaction.gasLimit <= rules.maxTransactionGas else {
      throw DevnetError.refusal(
        "tx gas limit exceeds the upper limit: gas \(transaction.gasLimit), limit \(rules.maxTransactionGas)")
    }
    if let chainID = fields.chainID, chainID != chain.chainID { throw DevnetError(.wrongChain, "invalid chain id") }
    try checkPrice(transaction, baseFee: header.baseFee ?? 0)
    guard sent.transaction.canonicalEncoding.count <= KaiaChainParameters.mostTransactionBytes else {
      throw DevnetError.refusal("oversized data")
    }
    let machine = Machine(rules: rules, block: chain.environment(of: header), state: Journal(chain.state))
    if !sent.isImpersonated { try checkKeys(transaction, machine) }
    let account = try chain.state.account(transaction.sender) ?? EVM.Account()
    guard transaction.nonce != .max else { throw DevnetError.refusal("nonce has max value") }
    guard transaction.nonce >= account.nonce else { throw DevnetError(.nonceTooLow, "nonce too low") }
    if case .shared(let percent)? = fields.kaia?.feePayment, !(1...99).contains(percent) {
      throw DevnetError.refusal(.feeRatio)
    }
    try checkFunds(transaction, balance: account.balance)
    try checkGas(transaction, rules)
    if fields.kind == .setCode, transaction.authorizations.isEmpty {
      throw DevnetError.refusal("set code tx must have at least one authorization tuple")
    }
    if fields.kind == .blob { try checkBlobs(transaction, rules, header) }
    if let operation = fields.kaia?.operation { try check(operation, from: transaction.sender, machine) }
    try sent.validateSidecar(chain.fork(of: header))
  }

  private func checkPrice(_ transaction: EVMTransaction, baseFee: UInt256) throws {
    let hasCap = transaction.kind == .feeMarket || transaction.kind == .setCode || transaction.kind == .blob
    if hasCap, transaction.maxPriorityFeePerGas > transaction.maxFeePerGas {
      throw DevnetError.refusal("max fee per gas higher than max priority fee per gas")
    }
    guard transaction.maxFeePerGas < baseFee else { return }
    throw DevnetError.refusal(
      "invalid gas \(hasCap ? "fee cap" : "price"). It must be set to value greater than or equal to baseFee")
  }

  private func checkKeys(_ transaction: EVMTransaction, _ machine: Machine) throws {
    do {
      try machine.validator.validateKeys(transaction)
    } catch let error as EVMError {
      throw DevnetError(error)
    }
  }

  private func checkFunds(_ transaction: EVMTransaction, balance: UInt256) throws {
    guard let cost = transaction.maximumCost, let fee = transaction.maximumDelegatedFee else {
      throw Self.lacking
    }
    guard cost <= balance else { throw Self.lacking }
    if let payer = transaction.feePayment?.payer, payer != transaction.sender {
      guard fee <= (try chain.state.account(payer)?.balance ?? 0) else {
        throw DevnetError(.insufficientFunds, "insufficient funds of the fee payer for gas * price")
      }
    }
  }

  private static let lacking = DevnetError(.insufficientFunds, "insufficient funds of the sender for value ")

  private func checkGas(_ transaction: EVMTransaction, _ rules: RuleSet) throws {
    let gas = rules.intrinsicGas(transaction)
    guard transaction.gasLimit >= gas.charged else { throw DevnetError.refusal("intrinsic gas too low") }
    guard transaction.gasLimit >= gas.floor else {
      throw DevnetError.refusal(
        "insufficient gas for floor data gas cost: gas \(transaction.gasLimit), minimum needed \(gas.floor)")
    }
  }

  private func checkBlobs(_ transaction: EVMTransaction, _ rules: RuleSet, _ header: BlockHeader) throws {
    let price = rules.blobs?.price(excess: header.excessBlobGas ?? 0, baseFee: header.baseFee ?? 0) ?? 0
    guard transaction.maxFeePerBlobGas >= price else {
      throw DevnetError.refusal("blob fee cap \(transaction.maxFeePerBlobGas), minimum needed \(price)")
    }
    guard !transaction.blobHashes.isEmpty else { throw DevnetError.refusal("blobless blob transaction") }
    let most = rules.blobs?.maxPerTransaction ?? 0
    guard UInt64(transaction.blobHashes.count) <= most else {
      throw DevnetError.refusal(
        "too many blobs in transaction: have \(transaction.blobHashes.count), permitted \(most)")
    }
  }
}

extension DevnetError {
  /// A transaction or request that Kaia's nodes refuse, in their words.
  static func refusal(_ text: String) -> DevnetError { DevnetError(.refusedTransaction, text) }

  /// A transaction that would fail for this.
  static func refusal(_ failure: KaiaTransactionFailure) -> DevnetError { refusal(failure.nodeText) }
}
