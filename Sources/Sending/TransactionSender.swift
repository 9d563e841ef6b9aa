import Keys
import NodeRPC
import Primitives
import Transactions

/// Takes a request through its life: priced, given a nonce, signed, journaled, broadcast and confirmed.
///
/// The meaning of the calldata is not known here. Any number of senders, in any number of processes, can share an
/// outbox: it keeps their nonces apart and what was sent already from being sent again.
public struct TransactionSender: Sendable {
  /// The endpoints that are asked, and that transactions are offered to.
  public let node: NodeClient
  /// The chain the transactions are for; a node of another chain is refused before anything is signed.
  public let chainID: UInt256
  /// The chain's currency, for texts.
  public let unit: Amount.Unit
  /// The outbox, in which every transaction is written down before it leaves.
  public let outbox: Outbox
  /// The sources whose word is proof, before something that was signed is given up.
  public let trust: TrustPolicy
  let origin: ChainIdentity
  /// The search for proof in the validators' seals, from the block that the user trusts.
  let seals: SealSearch?

  /// A sender for one chain, of which nothing is asked yet; without an outbox it forgets all when the process ends.
  ///
  /// - Parameter onUnproven: called with the reason why the seals prove nothing, where a checkpoint is trusted.
  public init(
    node: NodeClient, chainID: UInt256, unit: Amount.Unit = .klay, outbox: Outbox = .inMemory(),
    trust: TrustPolicy = TrustPolicy(), onUnproven: (@Sendable (String) -> Void)? = nil
  ) {
    seals = trust.checkpoint.map { SealSearch($0, node: node, chainID: chainID, report: onUnproven) }
    self.node = node
    self.trust = trust
    self.chainID = chainID
    self.unit = unit
    self.outbox = outbox
    origin = ChainIdentity(node: node, chainID: chainID, outbox: outbox)
  }

  // MARK: Price

  /// Checks the chain, estimates the gas, asks for fees and makes sure that the account can pay.
  ///
  /// Nothing is signed, reserved or sent.
  ///
  /// - Throws: `SendingError` `.noQuorum`, `.wrongChain`, `.notEnoughForValue`, `.notEnoughForGas`, `.feeAboveLimit`, `.outOfRange`,
  ///   `.absurdGas`; a `NodeError` as the node gives it, a revert of the estimate included.
  public func prepare(_ request: SendRequest, options: SendOptions = SendOptions()) async throws -> PreparedTransaction
  {
    try node.checkQuorum(options)
    try await checkChain()
    return try await price(request, at: standing(of: request.from, options: options), options: options)
  }

  /// The state of an account, and the fees that the chain asks now.
  ///
  /// - Throws: `SendingError` `.wrongChain` where one of several endpoints serves another chain; a `NodeError`.
  public func standing(of account: Address, options: SendOptions = SendOptions()) async throws -> AccountStanding {
    async let balance = node.balance(of: account, at: .latest)
    async let count = pendingNonce(of: account, options: options)
    async let usual = fees(options)
    async let key = accountKey(of: account)
    // Needed for the outbox later; an error in it is thrown then.
    async let chain = try? origin.mark()
    let accountKey = try await key
    // Kaia's base fee has rules of its own, for Ethereum's kinds, too.
    let isAdvised = options.gasAdvice != nil || options.priceWait != nil
    let rule = accountKey == nil || options.fees != nil || isAdvised ? nil : try await node.kaiaFeeRule()
    let fees: TransactionFees
    if let rule { fees = rule.fees(options.speed) } else { fees = try await usual }
    _ = await chain
    return try await AccountStanding(balance: balance, transactionCount: count, fees: fees, accountKey: accountKey)
  }

  /// Estimates the gas and makes sure that the account can pay: what is left of ``prepare(_:options:)`` for a caller that
  /// has checked the chain and knows the account's standing.
  ///
  /// - Throws: The errors of ``prepare(_:options:)``, except `.wrongChain`.
  public func price(
    _ request: SendRequest, at standing: AccountStanding, options: SendOptions = SendOptions()
  ) async throws -> PreparedTransaction {
    let balance = standing.balance
    guard balance >= request.value else { throw notEnoughForValue(request, balance, options.feeDelegation) }
    let kaia = try await envelope(of: request, standing, options)
    let fees = kaia == nil ? standing.fees : try await nativeFees(options)
    let gasLimit = try await GasEstimator(node: node, isKaia: standing.accountKey != nil)
      .limit(of: request, kaia, options)
    guard let maximumFee = fees.maximumCost(gasLimit: gasLimit),
      let maximumCost = try? request.value.adding(
        Amount(wei: kaia?.part(of: maximumFee.wei, paidBy: request.from) ?? maximumFee.wei))
    else {
      throw SendingError(
        .outOfRange, "The cost of the transaction is beyond 2^256.", reason: "The node asks for an absurd gas price.",
        call: request.label, advice: "Check the endpoint, or set the fees yourself.")
    }
    if let limit = options.maximumFee, maximumFee > limit {
      throw SendingError(
        .feeAboveLimit, "Gas could cost \(text(maximumFee)), above the limit of \(text(limit)); nothing was sent.",
        call: request.label, facts: .spending(maximumFee, limit: limit))
    }
    let prepared = PreparedTransaction(
      request: request, chainID: chainID, gasLimit: gasLimit, fees: fees, balance: balance,
      transactionCount: standing.transactionCount, maximumFee: maximumFee, maximumCost: maximumCost, kaia: kaia)
    guard balance >= maximumCost else { throw notEnoughForGas(request, balance, prepared.maximumOwnFee) }
    try await checkFeePayer(of: prepared)
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

  /// The fees that the chain asks at a speed.
  ///
  /// EIP-1559 where blocks have a base fee, one gas price elsewhere.
  public func fees(speed: FeeSpeed) async throws -> TransactionFees {
    if let history = try await feeHistory(), history.baseFeePerGas.last ?? 0 > 0 {
      let tip = FeeRule.tellsTips(history) ? 0 : try await fallbackTip()
      if let fees = FeeRule.fees(history: history, fallbackTip: tip)?[speed] { return fees }
    }
    return .legacy(gasPrice: try await node.gasPrice())
  }

  private func fees(_ options: SendOptions) async throws -> TransactionFees {
    if let chosen = options.fees { return chosen }
    if options.gasAdvice != nil || options.priceWait != nil { return try await offerToAgree(options).fees }
    return try await fees(speed: options.speed)
  }

  /// Nil where the node does not know the method: a chain before London, or a small node.
  private func feeHistory() async throws -> FeeHistory? {
    do {
      return try await node.feeHistory(
        blocks: FeeRule.blocks, newest: .latest, percentiles: FeeRule.percentiles)
    } catch let error where error.code == .rpc {
      return nil
    }
  }

  private func fallbackTip() async throws -> UInt256 {
    do {
      return try await node.maxPriorityFeePerGas()
    } catch let error where error.code == .rpc {
      return Amount.gwei(1).wei
    }
  }

  // MARK: Texts

  func text(_ amount: Amount) -> String { "\(amount.formatted(in: unit)) \(unit.symbol)" }

  /// The part of a sum that a balance lacks, as in "447.0004 KLAY are missing".
  func missing(of needed: Amount, _ balance: Amount) -> String {
    "\(text((try? needed.subtracting(balance)) ?? .zero)) are missing"
  }

  private func notEnoughForValue(
    _ request: SendRequest, _ balance: Amount, _ delegation: FeeDelegation?
  ) -> SendingError {
    let isGasPaid = delegation.map { $0.percent == nil && $0.address != request.from } ?? false
    return SendingError(
      .notEnoughForValue,
      "\(missing(of: request.value, balance)): \(text(request.value)) are needed, \(text(balance)) are there.",
      reason: "The account is \(request.from).", call: request.label,
      advice: "Fund the account with what is missing\(isGasPaid ? "" : " and something for gas").")
  }

  private func notEnoughForGas(_ request: SendRequest, _ balance: Amount, _ fee: Amount) -> SendingError {
    let isUsual = fee.wei <= unit.scale
    let needed = (try? request.value.adding(fee)) ?? fee
    return SendingError(
      .notEnoughForGas,
      "\(missing(of: needed, balance)) for gas: up to \(text(fee)) on top of \(text(request.value)), \(text(balance)) are there.",
      reason: "The account is \(request.from).", call: request.label,
      advice: isUsual ? "Fund the account with a little more for gas." : nil, facts: isUsual ? nil : .absurdFee(fee))
  }
}
