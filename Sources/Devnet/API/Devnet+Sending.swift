import EVM
import Keys
import Primitives
import Transactions

extension Devnet {
  /// Sends a raw transaction: into a block at once if mining is instant and its turn has come, else into the pool.
  ///
  /// A transaction that reverts is sent all the same: its receipt shows it.
  ///
  /// - Throws: `DevnetError` of the kinds for transactions; nothing of the transaction then happens.
  @discardableResult
  public func send(rawTransaction bytes: Bytes) throws -> Hash32 {
    guard chain.kaia != nil || bytes.first != TransactionKind.ethereumPrefix else {
      throw DevnetError(.malformedTransaction, "transaction type not supported: 0x78 is Kaia's")
    }
    let sent: DevnetTransaction
    do {
      sent = try DevnetTransaction(SignedTransaction(decoding: bytes))
    } catch {
      throw DevnetError(.malformedTransaction, chain.kaia == nil ? "\(error)" : error.nodeText(of: bytes))
    }
    return try send(sent)
  }

  /// Signs a transaction with the key of its `from`, by default the first account's, and sends it; one from an account
  /// that is impersonated needs no key. Gas, fees and nonce are chosen unless they are given.
  ///
  /// - Throws: `unknownAccount`, what the estimate throws, and as `send(rawTransaction:)`.
  @discardableResult
  public func send(_ request: DevnetCall) throws -> Hash32 {
    try send(signed(request, impersonating: false))
  }

  /// A transaction with what it doesn't say chosen, signed with the key of its `from` or in an impersonated account's
  /// name.
  ///
  /// - Parameter any: whether every account without a key is taken for an impersonated one.
  func signed(_ request: DevnetCall, impersonating any: Bool) throws -> DevnetTransaction {
    let from = request.from ?? accounts.first?.address ?? .zero
    let key = accounts.first { $0.address == from }?.key
    guard key != nil || any || impersonation.contains(from) else {
      throw DevnetError(
        .unknownAccount, "unknown account: the devnet has no key of \(from), and nobody impersonates it")
    }
    var request = request
    request.from = from
    let filled = try filled(request)
    do {
      guard let key else { return try DevnetTransaction(filled, impersonating: from) }
      return try DevnetTransaction(filled.signed(by: key))
    } catch let error as TransactionError {
      throw DevnetError(.malformedTransaction, "\(error)")
    }
  }

  /// Deploys a contract, by default from the first account, mines it, and gives its address.
  ///
  /// - Throws: as `send(_:)`; `executionFailed` if the creation failed.
  public func deploy(_ creationCode: Bytes, value: UInt256 = 0, from: Address? = nil) throws -> Address {
    let hash = try send(DevnetCall(from: from, value: value, data: creationCode))
    if receipt(hash) == nil { _ = try mineOne() }
    guard let receipt = receipt(hash), receipt.isSuccess, let address = receipt.contractAddress else {
      throw DevnetError(.executionFailed, "the contract was not created: the transaction \(hash) failed or waits")
    }
    return address
  }

  /// The transaction of a request, with all that it doesn't say.
  func filled(_ request: DevnetCall) throws -> UnsignedTransaction {
    let from = request.from ?? .zero
    let header = nextHeader
    let kind = request.kind(chain.rules(of: header))
    let baseFee = header.baseFee ?? 0
    let nonce = try request.nonce ?? nonce(of: from, at: .pending)
    let gas = try request.gas ?? estimateGas(request)
    let price = request.gasPrice ?? suggestedGasPrice
    let tip = request.maxPriorityFeePerGas ?? min(suggestedTip, request.maxFeePerGas ?? .max)
    let (most, overflow) = (baseFee &* 2).addingReportingOverflow(tip)
    let maxFee = request.maxFeePerGas ?? (overflow ? .max : most)
    guard kind != .blob else {
      throw DevnetError(.refusedTransaction, "a blob transaction must be signed with its blobs: send it raw")
    }
    let isPriced = kind == .legacy || kind == .accessList
    let transaction = try request.transaction(
      kind, chainID: chainID, nonce: nonce, gas: gas, maxFee: isPriced ? price : maxFee, tip: tip)
    return chain.rules(of: header).acceptsChainBoundSignatures ? transaction : transaction.unbound
  }

  func send(_ sent: DevnetTransaction) throws -> Hash32 {
    guard pool[sent.hash] == nil, chain.kaia != nil || chain.place(ofTransaction: sent.hash) == nil else {
      let text = chain.kaia == nil ? "already known" : "known transaction: \(sent.hash.hex.dropFirst(2))"
      throw DevnetError(.alreadyKnown, text)
    }
    try validate(sent)
    let replaced = try pool.add(sent, replacing: chain.replacement)
    if chain.kaia != nil, let sidecar = sent.transaction.sidecar { blobs.keep(sidecar, of: sent.hash) }
    filters.noteSent(sent.hash)
    announce(.pending(sent))
    do {
      if mining == .instant {
        let nonce = try chain.nonce(of: sent.sender)
        if sent.transaction.transaction.nonce < pool.nextNonce(of: sent.sender, from: nonce) { try mineReady(sent) }
      }
      if pool[sent.hash] != nil { try record([.waiting(sent)]) }
    } catch  where chain.place(ofTransaction: sent.hash) == nil {
      pool.remove(sent.hash)
      if let replaced { try pool.add(replaced) }
      throw error
    } catch {
      // It is in a block; only what waits behind it could not be mined.
    }
    return sent.hash
  }

  /// Mines until nothing more can be executed; a refusal of the transaction that was sent is the sender's to know.
  private func mineReady(_ sent: DevnetTransaction) throws {
    while true {
      let (block, refused) = try mineOne()
      if let refusal = refused.first(where: { $0.0.hash == sent.hash })?.1, pool[sent.hash] == nil {
        throw DevnetError(refusal)
      }
      if block.transactions.isEmpty || pool.count == 0 { return }
      if try pool.ready(baseFee: nextHeader.baseFee ?? 0, nonce: { try chain.nonce(of: $0) }).best == nil {
        return
      }
    }
  }

  /// Looks at all that can be wrong with a transaction before it waits for its turn.
  func validate(_ sent: DevnetTransaction) throws {
    if chain.kaia != nil { return try validateForKaia(sent) }
    let transaction = sent.execution
    let header = nextHeader
    if let flaw = chain.flaw(of: sent, under: chain.rules(of: header)) {
      let isForeign = sent.transaction.transaction.chainID.map { $0 != chainID } ?? false
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
      try machine.validate(
        transaction, blockGasLeft: header.gasLimit,
        leniency: sent.leniency.union(mining == .instant ? .nonce : [.nonce, .fees]))
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

extension DevnetError {
  /// A refusal of the EVM's rules.
  init(_ refusal: EVMError) {
    switch refusal.code {
    case .nonceTooLow: self.init(.nonceTooLow, refusal.message)
    case .insufficientFunds, .insufficientFeePayerFunds: self.init(.insufficientFunds, refusal.message)
    case .intrinsicGas: self.init(.intrinsicGas, refusal.message)
    case .missingSystemContract, .systemCallFailed:
      self.init(
        .invalidBlock,
        """
        no block can be made: \(refusal.message)
        give the contract the code of its EIP (anvil_setCode, or alloc in the genesis), or go back to before it was changed
        """)
    default: self.init(.refusedTransaction, refusal.message)
    }
  }
}
