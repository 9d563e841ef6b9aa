import ContractClient
import Outbox
import Primitives
import Sending
import Simulation
import Transactions

/// Plans what an account wants to do on a chain: reads, simulates and prices it, and looks for an earlier run that did
/// it. Nothing is signed or sent.
///
///     let planner = Planner(of: account, over: client.connection, settings)
///     switch try await planner.purchase(0, of: client) {
///     case .ready(let plan): show(plan.review)  // and, after a yes: plan.carryOut(agreement, by: signers)
///     case .done(let purchase): show(purchase)
///     …
///     }
public struct Planner: Sendable {
  /// The account that acts.
  public let account: Address
  /// The node that is asked, and the sender.
  public let connection: ContractConnection
  let settings: SendingSettings
  let receivers: ReceiverCheck?
  let listen: OperationListener
  /// The options of every send of this account.
  let options: SendOptions

  /// A planner for an account; nothing is asked yet.
  ///
  /// - Parameters:
  ///   - receivers: compares receivers with known addresses; nil compares nothing.
  ///   - listen: gets the progress of planning.
  public init(
    of account: Address, over connection: ContractConnection, _ settings: SendingSettings,
    receivers: ReceiverCheck? = nil, telling listen: @escaping OperationListener = { _ in }
  ) {
    self.account = account
    self.connection = connection
    self.settings = settings
    self.receivers = receivers
    self.listen = listen
    var options = settings.options
    options.events.tell(listen)
    options.intent.equalWithin = SendingSettings.memory
    // A dry run simulates it anyway.
    options.gas.check =
      settings.isDryRun ? nil : GasCheck(simulatingOn: connection.node, settings.stateCache, telling: listen)
    self.options = options
  }

  // MARK: Review

  /// The plan of some work with all of its warnings; in a dry run its simulated outcome.
  ///
  /// - Parameter own: The options that it was priced with, where they are others than the planner's.
  /// - Throws: The refusal of a warning that nobody agreed to beforehand, where nobody is asked.
  func plan<Outcome>(_ work: TransactionWork<Outcome>, options own: SendOptions? = nil) async throws -> Planned<Outcome>
  {
    let options = own ?? options
    var warnings = work.warnings
    if let receiver = work.prepared.request.to, let receivers, !work.isReceiverChecked {
      warnings += await receivers.risks(of: receiver).map { .contract($0) }
    }
    guard !settings.isDryRun else { return .simulated(try await simulated(work), of: work.action, despite: warnings) }
    guard settings.named == nil else {
      throw OperationError(
        .nothingToName, "A transaction is named that did this, and this has no idempotency key to give to it.",
        call: work.prepared.request.label)
    }
    let sender = connection.sender
    func find<Obstacle: Error>(_ found: Obstacle?, _ warning: (Obstacle) -> ReviewWarning) throws {
      guard let found = found.map(warning) else { return }
      try refuse(found)
      warnings.append(found)
    }
    if work.key == nil, !options.intent.again, options.intent.key == nil {
      try find(try await sender.justSent(work.prepared, within: SendingSettings.memory, options: options)) {
        .sentBefore($0)
      }
    }
    if work.replaced == nil {
      listen(.began(.readingHistory))
      var keyed = options
      keyed.intent.key = work.key ?? options.intent.key
      try find(try await sender.historyObstacle(work.prepared, options: keyed)) { .unknownHistory($0) }
    }
    // Each limit that is exceeded is a warning of its own.
    var limits = options.intent.limits ?? SpendingLimits()
    while let excess = try await sender.excess(
      of: work.prepared, over: limits, options: options, inPlaceOf: work.replaced)
    {
      try find(excess) { .overLimit($0) }
      guard let kind = ReviewWarning.overLimit(excess).limit else { break }
      limits = limits.without(kind)
    }
    let review = Review(
      work.action, work.title, work.prepared, options.feeDelegation, warnings, effect: effect(of: work))
    return .ready(Plan(review: review, work: work, options: options, sender: sender))
  }

  /// The balances after an action: of a call that pays, the account's own.
  private func effect(of work: TransactionWork<some Sendable>) -> TransferEffect? {
    let prepared = work.prepared
    guard work.effect == nil, work.replaced == nil, prepared.request.value > .zero else { return work.effect }
    return TransferEffect(
      of: prepared.request.value.wei, sender: prepared.balance.wei, cost: ownFee(of: prepared).wei, receiver: nil,
      coin: nil, isToSelf: false, isFirst: nil)
  }

  /// The most that the account itself pays for the gas of a transaction: both parts where it is its own fee payer.
  func ownFee(of prepared: PreparedTransaction) -> Amount {
    prepared.kaia?.feePayer == account ? prepared.maximumFee : prepared.maximumOwnFee
  }

  /// Refuses a warning that nobody agreed to beforehand, where nobody is asked.
  func refuse(_ warning: ReviewWarning) throws {
    guard case .beforehand(let accepted) = settings.consent, let kind = warning.kind, !accepted.contains(kind) else {
      return
    }
    throw warning.refusal
  }

  /// The warnings about the receiver of money or tokens.
  ///
  /// - Throws: `OperationError` `.receiver` for one that nobody agreed to beforehand, where nobody is asked.
  func warnings(_ risks: (ReceiverCheck) async -> [ReceiverRisk]) async throws -> [ReviewWarning] {
    guard let receivers else { return [] }
    let warnings = await risks(receivers).map { ReviewWarning.receiver($0) }
    if !settings.isDryRun { for warning in warnings { try refuse(warning) } }
    return warnings
  }

  // MARK: Simulation

  private func simulated<Outcome>(_ work: TransactionWork<Outcome>) async throws -> DryRunOutcome {
    let prepared = work.prepared
    let transaction = prepared.trial
    listen(.began(.simulating))
    var outcome = try await DryRunOutcome(
      of: work.title, transaction, call: prepared.request.label, abi: work.abi, leniency: transaction.trialLeniency,
      on: connection.node, cache: settings.stateCache)
    outcome.service = service(for: prepared)
    return outcome
  }

  /// The fee delegation service that is to pay for a transaction; nil where nobody pays, or an account that is known.
  func service(for prepared: PreparedTransaction) -> DryRunOutcome.Service? {
    guard let kaia = prepared.kaia, kaia.payment != .sender, kaia.feePayer == nil else { return nil }
    return DryRunOutcome.Service(
      name: options.feeDelegation?.service ?? "", payment: kaia.payment, gasPrice: prepared.fees.maximumPerGas)
  }
}
