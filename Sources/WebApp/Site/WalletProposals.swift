import ContractClient
import LectureKit
import NodeRPC
import Operations
import Outbox
import Primitives
import Sending
import Transactions

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
  }

  /// Plans an action as the chain is now: with the fee paid by the platform where it does that, else by the account.
  ///
  /// - Throws: The refusal of the contract, money that is missing; a node that fails.
  func offer(_ action: WantedAction, to account: Address) async throws -> Offer {
    let (client, place) = try await visit.lectureClient()
    // The limits of the operator are for the operator's own money.
    var settings = SendingSettings()
    let itself = WalletPlanner(of: account, over: place.connection, settings)
    guard let platform = visit.site.platform, let fees = platform.fees, action.isPaidFor else {
      return Offer(plan: try await itself.plan(action, of: client), isFree: false, canPayItself: true)
    }
    settings.options.feeDelegation = fees.delegation
    let plan = try await WalletPlanner(of: account, over: place.connection, settings)
      .plan(action, of: client, feePaidBy: platform.name.authority)
    let own = try? await itself.plan(action, of: client)
    return Offer(plan: plan, isFree: true, canPayItself: own != nil)
  }

  /// Plans a wish and keeps it as a proposal.
  func make(_ wish: Wish) async throws -> WalletProposal {
    guard let action = wish.action else { throw WebRefusal.notHere }
    try await visit.limit("proposal", most: 30)
    let (account, now) = (wish.account.address, visit.site.options.clock())
    let plan = try await offer(action, to: account).plan
    let proposal = WalletProposal(
      action, of: account, on: plan.review.chainID, WalletProposal.Terms(plan), back: wish.back, next: wish.next,
      made: now)
    try await store.add(proposal)
    return proposal
  }

  /// A proposal of who signed in, by its name in the path.
  ///
  /// - Throws: ``WebRefusal/notSignedIn``, ``WebRefusal/noProposal``.
  func proposal(_ id: String) async throws -> WalletProposal {
    guard let visitor = visit.session.visitor else { throw WebRefusal.notSignedIn }
    guard let proposal = try await store.proposal(id, of: visitor) else { throw WebRefusal.noProposal }
    return proposal
  }

  // MARK: Looking at the chain

  /// The proposal as the chain has it now, as far as that is proven or enough nodes agree: what was sent may have been
  /// mined.
  func settled(_ proposal: WalletProposal) async throws -> (proposal: WalletProposal, doubt: Doubt?) {
    guard proposal.state == .sent, let hash = proposal.hash else { return (proposal, nil) }
    var tracking = try visit.site.sendingSettings(of: visit.session).options.tracking
    // A page looks once, where a wait looks again and waits longer each time.
    tracking.patience *= 2
    let seen = try await visit.connection().connection.sender.outsiders.look(at: hash, tracking)
    guard let transaction = seen.transaction else { return try await unknown(proposal) }
    // A wallet may have been told to send something else; then what was shown did not happen.
    guard transaction.does(proposal) else { return (try await ended(proposal, .otherTransaction), nil) }
    if seen.finding.contradiction != nil { return (proposal, .contradiction) }
    guard let receipt = seen.receipt else {
      return (proposal, seen.disagreements.isEmpty ? nil : .disagreement)
    }
    let problem: Problem? = receipt.status == false ? .failedOnChain : nil
    return (try await ended(proposal, problem, seen.finding.level), nil)
  }

  /// A proposal of whose transaction no node knows: the wallet may have told another hash than that of what it sent.
  private func unknown(_ proposal: WalletProposal) async throws -> (proposal: WalletProposal, doubt: Doubt?) {
    guard visit.site.options.clock() > proposal.made + Self.patience else { return (proposal, nil) }
    do {
      _ = try await offer(proposal.action, to: proposal.account)
    } catch let error where Self.isDone(proposal.action, error) {
      return (try await ended(proposal, nil), nil)
    } catch {}
    return (proposal, .unknown)
  }

  /// For so many seconds from its making a proposal's transaction may be unknown without a word about it.
  private static let patience: Int64 = 180

  /// Whether the chain shows that an action is done for good, so that it need not be asked for again.
  static func isDone(_ action: WantedAction, _ error: any Error) -> Bool {
    guard let error = error as? LectureError else { return false }
    return switch action {
    case .purchase: error.code == .boughtAlready
    case .rating: error.code == .ratedAlready
    case .settlement: error.code == .closed
    case .reopening: error.code == .stillOpen
    case .reclaim, .withdrawal, .opening: false
    }
  }

  /// Notes the end.
  func ended(
    _ proposal: WalletProposal, _ problem: Problem?, _ evidence: EvidenceLevel? = nil
  ) async throws -> WalletProposal {
    var proposal = proposal
    (proposal.state, proposal.problem) = (problem == nil ? .done : .failed, problem?.rawValue)
    proposal.evidence = evidence
    try await store.end(proposal)
    return proposal
  }

  /// The reason why a proposal whose transaction was told has no end yet.
  enum Doubt: Sendable, Hashable {
    /// The nodes contradict each other.
    case disagreement
    /// The validators' seals prove something else than the nodes say.
    case contradiction
    /// No node shows the transaction.
    case unknown
  }

  /// The end of a proposal that did not do what was shown.
  enum Problem: String, Sendable {
    /// The wallet sent something else.
    case otherTransaction
    /// The contract refused it when it was mined.
    case failedOnChain
  }
}

extension SignedTransaction {
  /// Whether it is what a proposal showed, from the account that was shown it.
  fileprivate func does(_ proposal: WalletProposal) -> Bool {
    (try? sender()) == proposal.account && transaction.to == proposal.terms.contract
      && transaction.value == proposal.terms.value.wei && transaction.data == proposal.terms.data
      && transaction.chainID ?? proposal.chainID == proposal.chainID
  }
}
