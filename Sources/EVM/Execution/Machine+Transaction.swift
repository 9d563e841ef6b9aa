import Keys
import Primitives
import Transactions

extension Machine {
  /// The checks of a transaction that are left out.
  public typealias Leniency = TransactionValidator.Leniency

  /// Validates a transaction and carries it out: the sender, or the fee payer, pays for gas and blobs, the message runs,
  /// what is left is given back, the coinbase gets its fee and the base fee is burnt.
  ///
  /// - Parameter accept: throws for logs that the block can't have.
  /// - Throws: `EVMError`, or what the state's reader or `accept` throws; the state is then as it was before.
  public func execute(
    _ transaction: EVMTransaction, blockGasLeft: UInt64? = nil, blobGasLeft: UInt64 = .max, leniency: Leniency = [],
    accept: ([Log]) throws -> Void = { _ in }
  ) throws -> ExecutionResult {
    try TransactionExecution(machine: self, transaction: transaction, state: state).carryOut(
      blockGasLeft: blockGasLeft ?? block.gasLimit, blobGasLeft: blobGasLeft, leniency: leniency, accept: accept)
  }
}

/// The execution of one transaction on a machine.
private struct TransactionExecution {
  let machine: Machine
  let transaction: EVMTransaction
  let state: Journal

  func carryOut(
    blockGasLeft: UInt64, blobGasLeft: UInt64, leniency: Machine.Leniency, accept: ([Log]) throws -> Void
  ) throws -> ExecutionResult {
    try machine.validator.validate(
      transaction, blockGasLeft: blockGasLeft, blobGasLeft: blobGasLeft, leniency: leniency)
    state.beginTransaction()
    let beginning = state.checkpoint()
    do {
      return try carryOut(accept)
    } catch {
      state.revert(to: beginning)
      state.endTransaction(deletingEmpty: false)
      throw error
    }
  }

  private func carryOut(_ accept: ([Log]) throws -> Void) throws -> ExecutionResult {
    let intrinsic = machine.rules.intrinsicGas(transaction)
    let baseFee = machine.rules.baseFee == nil ? 0 : machine.block.baseFee
    let gasPrice = transaction.gasPrice(baseFee: baseFee) ?? transaction.maxFeePerGas
    let sender = try state.entry(transaction.sender)
    machine.observer.begin()
    machine.transaction = TransactionEnvironment(
      origin: transaction.sender, feePayer: transaction.feePayment?.payer, gasPrice: gasPrice,
      blobHashes: transaction.blobHashes)

    // None of this overflows or is missing: the highest price was found to be there.
    let blobGas = transaction.kind == .blob ? transaction.blobGas : 0
    // A simulation whose maximum may be below the block's price pays that maximum.
    let blobPrice = min(machine.interpreter.blobBaseFee, transaction.maxFeePerBlobGas)
    let payer = try transaction.feePayment.map { (entry: try state.entry($0.payer), payment: $0) }
    func move(_ fee: UInt256, _ change: (UInt256, UInt256) -> UInt256) {
      let delegated = payer?.payment.part(of: fee) ?? 0
      if let payer { state.setBalance(payer.entry, change(state.entries[Int(payer.entry)].account.balance, delegated)) }
      state.setBalance(sender, change(state.entries[Int(sender)].account.balance, fee &- delegated))
    }
    move(gasPrice &* UInt256(transaction.gasLimit), &-)
    if blobGas > 0 { move(blobPrice &* UInt256(blobGas), &-) }
    let nonce = state.entries[Int(sender)].account.nonce
    state.setNonce(sender, nonce &+ 1)
    try warmUp(sender)

    let message = Message(
      kind: transaction.to == nil ? .create : .call, caller: transaction.sender,
      target: transaction.to ?? .contract(deployer: transaction.sender, nonce: nonce), value: transaction.value,
      input: transaction.data, gas: transaction.gasLimit - intrinsic.charged)
    if transaction.to == nil, machine.rules.tracksAccess { _ = state.access(try state.entry(message.target)) }
    try authorize(transaction.authorizations)
    let result = try perform(transaction.action, message)
    if !result.isSuccess { state.lastingTouch = nil }

    let spent = transaction.gasLimit - result.gasLeft
    let refund = min(UInt64(clamping: state.refund), spent / max(machine.rules.transactionCosts.refundQuotient, 1))
    let used = max(spent - refund, intrinsic.floor)
    move(gasPrice &* UInt256(transaction.gasLimit - used), &+)
    try state.addBalance(machine.block.coinbase, (gasPrice &- min(baseFee, gasPrice)) &* UInt256(used))

    let logs = result.isSuccess ? state.logs : []
    try accept(logs)
    state.endTransaction(deletingEmpty: machine.rules.deletesEmptyAccounts)
    return ExecutionResult(
      outcome: result.outcome, gasUsed: used, gasRefunded: spent - min(used, spent), output: result.output, logs: logs,
      createdAddress: transaction.to == nil && result.isSuccess ? message.target : nil, gasPrice: gasPrice,
      blobGasUsed: blobGas)
  }

  private func perform(_ action: EVMTransaction.Action, _ message: Message) throws -> CallResult {
    if case .message = action { return try machine.run(message) }
    machine.observer.tracer?.enter(message, depth: 0, callerGas: 0)
    var result = CallResult(outcome: .success, gasLeft: message.gas)
    if case .updateKey(let key) = action, let refusal = try updateKey(of: message.caller, key) {
      result.outcome = .failed(.accountKey(refusal))
    }
    machine.observer.tracer?.exit(result, depth: 0)
    return result
  }

  /// Marks as accessed what a transaction names (EIP-2929, EIP-2930, EIP-3651).
  private func warmUp(_ sender: Int32) throws {
    guard machine.rules.tracksAccess else { return }
    _ = state.access(sender)
    if let payment = transaction.feePayment { _ = state.access(try state.entry(payment.payer)) }
    if let to = transaction.to { _ = state.access(try state.entry(to)) }
    if machine.rules.coinbaseIsWarm { _ = state.access(try state.entry(machine.block.coinbase)) }
    for item in transaction.accessList {
      let entry = try state.entry(item.address)
      _ = state.access(entry)
      for key in item.storageKeys { _ = state.access(slot: try state.slot(entry, UInt256(key))) }
    }
  }

  /// Sets the code of the accounts that authorized it (EIP-7702); invalid authorizations are passed over.
  private func authorize(_ authorizations: [Authorization]) throws {
    for authorization in authorizations {
      guard authorization.chainID == 0 || authorization.chainID == machine.block.chainID,
        let address = try? authorization.authority()
      else { continue }
      let entry = try state.entry(address)
      _ = state.access(entry)
      let code = try state.code(entry)
      let account = state.entries[Int(entry)].account
      guard code.count == 0 || code.delegate != nil, account.nonce == authorization.nonce, !account.hasOwnKey
      else { continue }
      if state.entries[Int(entry)].exists {
        state.refund &+= Int64(clamping: machine.rules.transactionCosts.authorizationRefund)
      }
      state.setCode(entry, authorization.address == .zero ? .empty : .delegation(to: authorization.address))
      state.setNonce(entry, account.nonce + 1)
    }
  }

  /// Changes an account's key, role by role if it has roles; gives the number of the rule that forbids it.
  private func updateKey(of address: Address, _ key: AccountKey) throws -> UInt8? {
    let old = try state.signingKey(of: address)
    let new: AccountKey
    do throws(AccountKeyError) { new = try old.updated(by: key) } catch { return error.transactionError ?? 2 }
    try state.setKey(address, new)
    return nil
  }
}
