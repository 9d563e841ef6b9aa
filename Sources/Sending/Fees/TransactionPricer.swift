import Keys
import NodeRPC
import Primitives
import Transactions

/// Prices a request: checks the chain, estimates gas and fees, and makes sure that the account can pay.
public struct TransactionPricer: SenderPart {
  let context: SenderContext
  let estimator: FeeEstimator
  let nonces: NonceManager
  let accounts: KaiaAccounts

  /// Checks the chain, estimates the gas, asks for fees and makes sure that the account can pay.
  ///
  /// Nothing is signed, reserved or sent.
  ///
  /// - Throws: `SendingError` `.noQuorum`, `.wrongChain`, `.notEnoughForValue`, `.notEnoughForGas`, `.feeAboveLimit`, `.outOfRange`,
  ///   `.absurdGas`; a `NodeError` as the node gives it, a revert of the estimate included.
  func prepare(_ request: SendRequest, options: SendOptions = SendOptions()) async throws -> PreparedTransaction {
    try node.checkQuorum(options.tracking)
    try await checkChain()
    return try await price(request, at: state(of: request.from, options: options), options: options)
  }

  /// The state of an account, and the fees that the chain asks now.
  ///
  /// - Throws: `SendingError` `.wrongChain` where one of several endpoints serves another chain; a `NodeError`.
  public func state(of account: Address, options: SendOptions = SendOptions()) async throws -> AccountState {
    async let balance = node.balance(of: account, at: .latest)
    async let count = nonces.pendingNonce(of: account, options.tracking, options.events)
    async let usual = estimator.fees(options.fees)
    async let key = accounts.accountKey(of: account)
    // Needed for the outbox later; an error in it is thrown then.
    async let chain = try? context.identity.mark()
    let accountKey = try await key
    // Kaia's base fee has rules of its own, for Ethereum's kinds, too.
    let isAsked = accountKey != nil && options.fees.chosen == nil && !options.fees.isQuoted
    let rule = isAsked ? try await node.kaiaFeeRule() : nil
    let fees: TransactionFees
    if let rule { fees = rule.fees(options.fees.speed) } else { fees = try await usual }
    _ = await chain
    return try await AccountState(
      balance: balance, transactionCount: count, fees: options.fees.bounded(fees, on: chainID), accountKey: accountKey)
  }

  /// Estimates the gas and makes sure that the account can pay: what is left of ``prepare(_:options:)`` for a caller that
  /// has checked the chain and knows the state of the account.
  ///
  /// - Throws: The errors of ``prepare(_:options:)``, except `.wrongChain`.
  public func price(
    _ request: SendRequest, at state: AccountState, options: SendOptions = SendOptions()
  ) async throws -> PreparedTransaction {
    let balance = state.balance
    guard balance >= request.value else { throw notEnoughForValue(request, balance, options.feeDelegation) }
    let kaia = try await accounts.envelope(of: request, state, options.feeDelegation)
    let fees = kaia == nil ? state.fees : try await nativeFees(options.fees)
    let gasLimit = try await GasEstimator(node: node, isKaia: state.accountKey != nil)
      .limit(of: request, kaia, options.gas)
    guard let maximumFee = fees.maximumCost(gasLimit: gasLimit),
      let maximumCost = try? request.value.adding(
        Amount(wei: kaia?.part(of: maximumFee.wei, paidBy: request.from) ?? maximumFee.wei))
    else {
      throw SendingError(
        .outOfRange, "The cost of the transaction is beyond 2^256.", reason: "The node asks for an absurd gas price.",
        call: request.label, advice: "Check the endpoint, or set the fees yourself.")
    }
    if let limit = options.fees.maximumFee, maximumFee > limit {
      throw SendingError(
        .feeAboveLimit,
        "Gas could cost \(context.text(maximumFee)), above the limit of \(context.text(limit)); nothing was sent.",
        call: request.label, facts: .spending(maximumFee, limit: limit, context.unit))
    }
    let prepared = PreparedTransaction(
      request: request, chainID: chainID, gasLimit: gasLimit, fees: fees, balance: balance,
      transactionCount: state.transactionCount, maximumFee: maximumFee, maximumCost: maximumCost, kaia: kaia)
    guard balance >= maximumCost else { throw notEnoughForGas(request, balance, prepared.maximumOwnFee) }
    try await accounts.checkFeePayer(of: prepared)
    return prepared
  }

  /// Fails unless the node answers for ``chainID``.
  public func checkChain() async throws {
    let answered = try await node.chainID()
    guard answered == chainID else {
      throw SendingError(
        .wrongChain, "The node is on chain \(answered), not on chain \(chainID).",
        reason: "A transaction for one chain must not be offered to another; nothing was sent.")
    }
  }

  /// Requests of one account as they would be sent but for the gas limit, which is 0: to be tried before they are priced.
  ///
  /// - Throws: as ``price(_:at:options:)`` for what cannot be sent on this chain; a `NodeError`.
  public func drafts(of requests: [SendRequest], options: SendOptions = SendOptions()) async throws
    -> [PreparedTransaction]
  {
    guard let first = requests.first else { return [] }
    let state = try await state(of: first.from, options: options)
    let envelope = try await accounts.envelope(of: first, state, options.feeDelegation)
    let fees = envelope == nil ? state.fees : try await nativeFees(options.fees)
    var drafts: [PreparedTransaction] = []
    var known: [Address: Bool] = [:]
    for request in requests {
      var own = envelope
      if envelope != nil {
        let operation = try await accounts.operation(of: request, known: known)
        if let to = request.to, case .execution = operation { known[to] = true }
        own?.operation = operation
      }
      drafts.append(
        PreparedTransaction(
          request: request, chainID: chainID, gasLimit: 0, fees: fees, balance: state.balance,
          transactionCount: state.transactionCount, maximumFee: .zero, maximumCost: request.value, kaia: own))
    }
    return drafts
  }

  private func nativeFees(_ options: FeeOptions) async throws -> TransactionFees {
    options.bounded(try await estimator.nativeFees(options), on: chainID)
  }

  private func notEnoughForValue(
    _ request: SendRequest, _ balance: Amount, _ delegation: FeeDelegation?
  ) -> SendingError {
    let isGasPaid = delegation.map { $0.percent == nil && $0.address != request.from } ?? false
    return SendingError(
      .notEnoughForValue,
      "\(context.missing(of: request.value, balance)): \(context.text(request.value)) are needed, \(context.text(balance)) are there.",
      reason: "The account is \(request.from).", call: request.label,
      advice: "Fund the account with what is missing\(isGasPaid ? "" : " and something for gas").",
      facts: .shortage(needed: request.value, held: balance, context.unit))
  }

  private func notEnoughForGas(_ request: SendRequest, _ balance: Amount, _ fee: Amount) -> SendingError {
    let isUsual = fee.wei <= context.unit.scale
    let needed = (try? request.value.adding(fee)) ?? fee
    return SendingError(
      .notEnoughForGas,
      "\(context.missing(of: needed, balance)) for gas: up to \(context.text(fee)) on top of \(context.text(request.value)), \(context.text(balance)) are there.",
      reason: "The account is \(request.from).", call: request.label,
      advice: isUsual ? "Fund the account with a little more for gas." : nil,
      facts: isUsual ? .shortage(needed: needed, held: balance, context.unit) : .absurdFee(fee))
  }
}
