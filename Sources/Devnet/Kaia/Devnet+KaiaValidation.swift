import EVM
import Keys
import Primitives
import Transactions

extension Devnet {
  /// Looks at all that can be wrong with a transaction before it waits for its turn, in the order and in the words of
  /// Kaia's nodes.
  func validateForKaia(_ sent: DevnetTransaction) throws {
    let header = nextHeader
    let rules = chain.rules(of: header)
    let transaction = sent.execution
    let fields = sent.transaction.transaction
    guard rules.transactionKinds.contains(fields.kind) else { throw Self.refusal("transaction type not supported") }
    if transaction.to == nil, transaction.data.count > rules.maxInitCodeSize {
      throw Self.refusal(
        "max initcode size exceeded: code size \(transaction.data.count), limit \(rules.maxInitCodeSize)")
    }
    guard transaction.gasLimit <= rules.maxTransactionGas else {
      throw Self.refusal(
        "tx gas limit exceeds the upper limit: gas \(transaction.gasLimit), limit \(rules.maxTransactionGas)")
    }
    if let chainID = fields.chainID, chainID != self.chainID { throw DevnetError(.wrongChain, "invalid chain id") }
    try checkPrice(transaction, baseFee: header.baseFee ?? 0)
    guard sent.transaction.canonicalEncoding.count <= KaiaChainParameters.mostTransactionBytes else {
      throw Self.refusal("oversized data")
    }
    let machine = Machine(rules: rules, block: chain.environment(of: header), state: Journal(chain.state))
    if !sent.isImpersonated { try checkKeys(transaction, machine) }
    let account = try chain.state.account(transaction.sender) ?? EVM.Account()
    guard transaction.nonce != .max else { throw Self.refusal("nonce has max value") }
    guard transaction.nonce >= account.nonce else { throw DevnetError(.nonceTooLow, "nonce too low") }
    if case .shared(let percent)? = fields.kaia?.feePayment, !(1...99).contains(percent) {
      throw Self.refusal(.feeRatio)
    }
    try checkFunds(transaction, balance: account.balance)
    try checkGas(transaction, rules)
    if fields.kind == .setCode, transaction.authorizations.isEmpty {
      throw Self.refusal("set code tx must have at least one authorization tuple")
    }
    if fields.kind == .blob { try checkBlobs(transaction, rules, header) }
    if let operation = fields.kaia?.operation { try check(operation, from: transaction.sender, machine) }
    try sent.validateSidecar(chain.fork(of: header))
  }

  static func refusal(_ text: String) -> DevnetError { DevnetError(.refusedTransaction, text) }

  static func refusal(_ failure: KaiaTransactionFailure) -> DevnetError { refusal(failure.nodeText) }

  private func checkPrice(_ transaction: EVMTransaction, baseFee: UInt256) throws {
    let hasCap = transaction.kind == .feeMarket || transaction.kind == .setCode || transaction.kind == .blob
    if hasCap, transaction.maxPriorityFeePerGas > transaction.maxFeePerGas {
      throw Self.refusal("max fee per gas higher than max priority fee per gas")
    }
    guard transaction.maxFeePerGas < baseFee else { return }
    throw Self.refusal(
      "invalid gas \(hasCap ? "fee cap" : "price"). It must be set to value greater than or equal to baseFee")
  }

  private func checkKeys(_ transaction: EVMTransaction, _ machine: Machine) throws {
    do {
      try machine.validateKeys(transaction)
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
    guard transaction.gasLimit >= gas.charged else { throw Self.refusal("intrinsic gas too low") }
    guard transaction.gasLimit >= gas.floor else {
      throw Self.refusal(
        "insufficient gas for floor data gas cost: gas \(transaction.gasLimit), minimum needed \(gas.floor)")
    }
  }

  private func checkBlobs(_ transaction: EVMTransaction, _ rules: RuleSet, _ header: BlockHeader) throws {
    let price = rules.blobs?.price(excess: header.excessBlobGas ?? 0, baseFee: header.baseFee ?? 0) ?? 0
    guard transaction.maxFeePerBlobGas >= price else {
      throw Self.refusal("blob fee cap \(transaction.maxFeePerBlobGas), minimum needed \(price)")
    }
    guard !transaction.blobHashes.isEmpty else { throw Self.refusal("blobless blob transaction") }
    let most = rules.blobs?.maxPerTransaction ?? 0
    guard UInt64(transaction.blobHashes.count) <= most else {
      throw Self.refusal("too many blobs in transaction: have \(transaction.blobHashes.count), permitted \(most)")
    }
  }
}
