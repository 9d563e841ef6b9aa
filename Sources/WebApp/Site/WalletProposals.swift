import ContractClient
import LectureKit
import Operations
import Orders
import Primitives
import Sending

/// The actions that somebody's wallet is asked for on a platform: planned, kept, and compared with the chain.
struct WalletProposals: Sendable {
  let visit: Visit
  let store: PlatformStore

  /// - Throws: ``WebRefusal/notHere`` on the pages of one person.
  init(_ visit: Visit) throws(WebRefusal) {
    guard let platform = visit.site.platform else { throw .notHere }
    (self.visit, store) = (visit, platform.store)
  }

  // MARK: Planning

  /// An action as it is offered to a wallet.
  struct Offer: Sendable {
    let plan: WalletPlan
    /// Whether the platform pays the fee, with a wallet that can do that.
    let isFree: Bool
    /// Whether the account has enough to pay the fee itself.
    let canPayItself: Bool
    /// Whether the platform would pay the fee, had it not spent a budget.
    var isSpent = false
  }

  /// The payer of a proposal's fee.
  struct FeeCoverage: Sendable {
    /// Whether the platform pays it.
    let isFree: Bool
    /// The reason why the platform does not pay what it pays for otherwise.
    var refusal: DelegationError?
  }

  /// The payer of the fee of a proposal that may be signed, as far as that can be known beforehand, or of one that was.
  func fee(of proposal: WalletProposal) async throws -> FeeCoverage {
    guard let fees = visit.site.platform?.fees, proposal.action.isPaidFor else { return FeeCoverage(isFree: false) }
    guard proposal.isOpen else { return FeeCoverage(isFree: proposal.isDelegated || proposal.hash == nil) }
    let refusal = try await fees.refusal(
      of: proposal.delegated, client: visit.request.client, at: visit.site.options.clock())
    return FeeCoverage(isFree: refusal == nil, refusal: refusal)
  }

  /// Plans an action as the chain is now: with the fee paid by the platform where it does that, else by the account.
  ///
  /// - Throws: ``TradeEnd`` for what the chain shows to be over; ``WebRefusal/notMined`` for what only pending
  ///   transactions show to be done; the refusal of a contract, money that is missing;
  ///   `DelegationError` `.budgetSpent` where only the platform could pay the fee, and does not today; a node that
  ///   fails.
  func offer(_ action: WalletAction, to account: Address) async throws -> Offer {
    switch action {
    case .lecture(let action): return try await offer(action, to: account)
    case .trade(let trade):
      let trades = try await trades(of: account, mentioning: trade.tokens)
      switch try await trades.status(of: trade) {
      case .open: return Offer(plan: try await trades.plan(trade), isFree: false, canPayItself: true)
      case .done: throw TradeEnd.done
      case .gone: throw TradeEnd.gone
      }
    case .order, .description: throw WebRefusal.badForm
    }
  }

  /// The terms of an action as the chain is now, and the chain.
  ///
  /// - Throws: as ``offer(_:to:)``.
  func terms(of action: WalletAction, for account: Address) async throws -> (WalletProposal.Terms, chainID: UInt256) {
    if case .order(let wanted) = action {
      _ = try await WalletOrders(visit).plan(wanted)
      return (WalletProposal.Terms(wanted), wanted.order.exchange.chainID)
    }
    if case .description(let wanted) = action {
      _ = try await wanted.lecture(taughtBy: account, at: try await visit.lectureClient().0)
      return (WalletProposal.Terms(wanted), wanted.unsigned.chainID)
    }
    let plan = try await offer(action, to: account).plan
    return (WalletProposal.Terms(plan), plan.review.chainID)
  }

  /// The trades of an account at the exchange of the network in use.
  func trades(of account: Address, mentioning tokens: [Address]) async throws -> WalletTrades {
    let connection = try await visit.connection().connection
    let market = try await ExchangeMarket.open(
      visit.site.settings(of: visit.session), over: connection, mentioning: tokens.map(\.checksummed))
    return WalletTrades(WalletPlanner(of: account, over: connection, SendingSettings()), in: market)
  }

  private func offer(_ action: WantedAction, to account: Address) async throws -> Offer {
    let (client, place) = try await visit.lectureClient()
    // The limits of the operator are for the operator's own money.
    var settings = SendingSettings()
    let chosen = visit.site.settings(of: visit.session)
    settings.options.tracking.quorum = try chosen.quorum()
    settings.options.tracking.confirmations = try chosen.confirmations()
    try await WalletPlanner(of: account, over: place.connection, settings).checkUndone(action, of: client)
    do {
      return try await offer(action, to: account, of: client, at: place, settings)
    } catch let error as LectureError where error.code == action.doneCode && client.generation.hasRecords {
      throw WebRefusal.notMined
    }
  }

  private func offer(
    _ action: WantedAction, to account: Address, of client: LectureClient, at place: Connection,
    _ settings: SendingSettings
  ) async throws -> Offer {
    var settings = settings
    let itself = WalletPlanner(of: account, over: place.connection, settings)
    guard let platform = visit.site.platform, let fees = platform.fees, action.isPaidFor else {
      return Offer(plan: try await itself.plan(action, of: client), isFree: false, canPayItself: true)
    }
    func refusal(of plan: WalletPlan) async throws -> DelegationError? {
      let proposed = DelegatedProposal(
        id: "", chainID: plan.review.chainID, from: account, to: plan.contract, value: plan.value, input: plan.data,
        gas: plan.gas)
      return try await fees.refusal(
        of: proposed, client: visit.request.client, at: visit.site.options.clock())
    }
    let own = try? await itself.plan(action, of: client)
    if let own, try await refusal(of: own) != nil {
      return Offer(plan: own, isFree: false, canPayItself: true, isSpent: true)
    }
    settings.options.feeDelegation = fees.delegation
    let plan = try await WalletPlanner(of: account, over: place.connection, settings)
      .plan(action, of: client, feePaidBy: platform.name.authority)
    if own == nil, let refusal = try await refusal(of: plan) { throw refusal }
    return Offer(plan: plan, isFree: true, canPayItself: own != nil)
  }

  /// The actions of a wish, for a wallet.
  ///
  /// - Throws: ``WebRefusal/notHere`` for a wish that wallets are not asked for.
  func actions(of requested: RequestedAction) async throws -> [WalletAction] {
    guard let actions = requested.forWallets else { throw WebRefusal.notHere }
    try await visit.limit("proposal", most: 30)
    return try await actions(visit)
  }

  /// Plans an action and keeps it as a proposal. An equal one of what contracts do as often as they are told is
  /// given in its place, as long as it may have been sent.
  ///
  /// - Parameters:
  ///   - back: The page to go back to.
  ///   - next: The page that shows what became of it.
  ///   - place: The place in a queue.
  func make(
    _ action: WalletAction, of account: Address, back: Link, next: Link, at place: QueuePlace? = nil
  ) async throws -> WalletProposal {
    if let open = try await underWay(action, of: account) { return open }
    let (terms, chainID) = try await terms(of: action, for: account)
    var proposal = WalletProposal(
      action, of: account, on: chainID, terms, back: back, next: next, made: visit.site.options.clock())
    proposal.place = place
    try await store.add(proposal)
    return proposal
  }

  /// Notes a part of a queue that the chain shows to be done, and that no wallet is asked for.
  func noteDone(_ action: WalletAction, of queue: WalletQueue, at place: QueuePlace) async throws {
    let nothing = WalletProposal.Terms(contract: .zero, value: .zero, data: [], gas: 0)
    var proposal = WalletProposal(
      action, of: queue.account, on: try await visit.connection().session.chainID, nothing, back: queue.link,
      next: queue.link, made: visit.site.options.clock())
    (proposal.place, proposal.state) = (place, .done)
    try await store.add(proposal)
  }

  /// An equal proposal that may have been sent and has no end yet, of what a contract does once where that is with the
  /// payer of its fee; nil for none.
  private func underWay(_ action: WalletAction, of account: Address) async throws -> WalletProposal? {
    guard action.isRepeatable || action.isPaidFor else { return nil }
    for open in try await open(of: account) where open.action.isSame(as: action) {
      let (proposal, pendingReason) = try await status(of: open)
      guard action.isRepeatable else {
        if proposal.isFeeAsked { return proposal }
        continue
      }
      // A wallet that was asked to sign an order, and did not, stands in nobody's way.
      let maySend = !action.isSignedOnly && proposal.state == .asked
      if pendingReason != .unknown, maySend || proposal.state == .sent { return proposal }
    }
    return nil
  }

  /// The pending actions at the lecture contract that an account's wallet reported as sent.
  func sentActions(of account: Address) async throws -> [WalletProposal] {
    var sent: [WalletProposal] = []
    for open in try await open(of: account) where open.state == .sent {
      guard case .lecture = open.action else { continue }
      let (proposal, pendingReason) = try await settled(open)
      if pendingReason != .unknown, proposal.state == .sent { sent.append(proposal) }
    }
    return sent
  }

  /// The newest proposals of an account on the network in use that its wallet may have sent, or may yet.
  private func open(of account: Address) async throws -> [WalletProposal] {
    let chainID = try await visit.connection().session.chainID
    return try await store.open(of: account, most: 50).filter { $0.chainID == chainID }
  }

  /// A proposal of the signed-in account, by its name in the path.
  ///
  /// - Throws: ``WebRefusal/notSignedIn``, ``WebRefusal/noProposal``.
  func proposal(_ id: String) async throws -> WalletProposal {
    guard let visitor = visit.session.visitor else { throw WebRefusal.notSignedIn }
    guard let proposal = try await store.proposal(id, of: visitor) else { throw WebRefusal.noProposal }
    return proposal
  }
}
