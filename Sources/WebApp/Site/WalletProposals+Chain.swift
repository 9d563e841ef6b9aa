import ContractClient
import LectureKit
import NodeRPC
import Operations
import Outbox
import Primitives
import Sending
import Transactions

// The proposals as the chain has them.
extension WalletProposals {
  /// The proposal as the chain has it now, as far as that is proven or enough nodes agree: what was sent may have been
  /// mined.
  func settled(_ proposal: WalletProposal) async throws -> (proposal: WalletProposal, pendingReason: PendingReason?) {
    guard proposal.state == .sent, let hash = proposal.hash, proposal.signed == nil else { return (proposal, nil) }
    var tracking = try visit.site.sendingSettings(of: visit.session).options.tracking
    // A page looks once, where a wait looks again and waits longer each time.
    tracking.patience *= 2
    let seen = try await visit.connection().connection.sender.outsiders.look(at: hash, tracking)
    guard let transaction = seen.transaction else { return try await unknown(proposal) }
    // A wallet may have sent something else; then what was shown did not happen.
    guard transaction.does(proposal) else { return (try await ended(proposal, .otherTransaction), nil) }
    if seen.finding.contradiction != nil { return (proposal, .contradiction) }
    guard let receipt = seen.receipt else {
      return (proposal, seen.disagreements.isEmpty ? nil : .disagreement)
    }
    let problem: Problem? = receipt.status == false ? .failedOnChain : nil
    return (try await ended(proposal, problem, seen.finding.level), nil)
  }

  /// A proposal of whose transaction no node knows: the wallet may have reported another hash than that of the
  /// transaction it sent.
  private func unknown(_ proposal: WalletProposal) async throws -> (
    proposal: WalletProposal, pendingReason: PendingReason?
  ) {
    guard visit.site.options.clock() > proposal.made + Self.patience else { return (proposal, .unseen) }
    do {
      _ = try await offer(proposal.action, to: proposal.account)
    } catch let error where Self.isDone(proposal.action, error) {
      // Whatever did it is not what was named: that is no proof of anything.
      var done = proposal
      done.hash = try await transactions(doing: proposal).first?.hash
      return (try await ended(done, nil), nil)
    } catch TradeEnd.gone {
      return (try await ended(proposal, .orderGone), nil)
    } catch {}
    return (proposal, .unknown)
  }

  /// For so many seconds from its making a proposal's transaction may be unknown without a word about it.
  private static let patience: Int64 = 180

  /// Whether the chain shows that an action is done for good, so that it need not be asked for again.
  static func isDone(_ action: WalletAction, _ error: any Error) -> Bool {
    switch action {
    case .trade, .order: return (error as? TradeEnd) == .done
    case .description: return false
    case .lecture(.settlement(_, run: _?)) where (error as? OperationError)?.code == .otherRun: return true
    case .lecture(let action):
      guard let error = error as? LectureError, let code = action.doneCode, error.code == code else { return false }
      // Other scores than these are another rating.
      if case .rating(_, let scores) = action { return error.facts == .rated(scores) }
      return true
    }
  }

  /// The outcome of a deal whose transaction is in a block, as enough nodes report its events: one that succeeded may
  /// have filled a part, or nothing.
  ///
  /// - Throws: what reading the transaction, or the market, throws; `TradeEnd` `.gone` where no block shows it.
  func outcome(of proposal: WalletProposal, sentAs hash: Hash32) async throws -> WalletDealOutcome {
    guard case .trade(let trade) = proposal.action else { throw WebRefusal.notFound }
    let tracking = try visit.site.sendingSettings(of: visit.session).options.tracking
    let seen = try await visit.connection().connection.sender.outsiders.look(at: hash, tracking)
    guard let receipt = seen.receipt else { throw TradeEnd.gone }
    return try await trades(of: proposal.account, mentioning: trade.tokens).outcome(
      of: proposal.terms.data, at: proposal.terms.contract, in: receipt.logs)
  }

  // MARK: What the wallet sent without a word

  /// The proposal as far as anybody can know: with the transaction sent for it, and its status on the chain.
  func status(of proposal: WalletProposal) async throws -> (proposal: WalletProposal, pendingReason: PendingReason?) {
    let found = try await found(proposal)
    guard found.isFeeAsked else { return try await settled(found) }
    return (try await unknown(found).proposal, nil)
  }

  /// The proposal with the transaction that was sent for it, where its hash did not come: the one that the payer of its
  /// fee was asked for, or of those that the account has sent since its wallet was asked the one whose bytes do what
  /// was shown.
  func found(_ proposal: WalletProposal) async throws -> WalletProposal {
    guard proposal.isOpen else { return proposal }
    var proposal = proposal
    if proposal.action.isPaidFor, let payer = visit.site.platform?.fees?.payer {
      switch try await payer.status(of: proposal.delegated) {
      case .notAsked: break
      case .unknown: proposal.isFeeAsked = true
      case .sent(let hash): if let sent = try await sent(proposal, as: hash, isDelegated: true) { return sent }
      }
    }
    for transaction in try await transactions(doing: proposal) {
      if let sent = try await sent(proposal, as: transaction.hash, isDelegated: proposal.isFeeAsked) { return sent }
    }
    return proposal
  }

  /// The transactions that the account has sent since its wallet was asked whose bytes do what was shown.
  private func transactions(doing proposal: WalletProposal) async throws -> [SignedTransaction] {
    guard let nonce = proposal.nonce else { return [] }
    let outsiders = try await visit.connection().connection.sender.outsiders
    return try await outsiders.transactions(
      of: proposal.account, from: nonce, since: UInt64(clamping: proposal.made)
    ).filter { $0.does(proposal) }
  }

  /// Notes the transaction that was sent for a proposal, and publishes an event for open pages.
  ///
  /// - Returns: The proposal with it; nil where another one is known, and where it is that of another proposal.
  func sent(_ proposal: WalletProposal, as hash: Hash32, isDelegated: Bool) async throws -> WalletProposal? {
    guard try await store.sent(proposal, as: hash, isDelegated: isDelegated) else { return nil }
    try await store.tell("tx", hash.hex)
    var proposal = proposal
    (proposal.state, proposal.hash, proposal.isDelegated, proposal.isFeeAsked) = (.sent, hash, isDelegated, false)
    return proposal
  }

  /// The account's next nonce, to be noted when its wallet is asked.
  ///
  /// - Throws: ``WebRefusal/underWay`` where the wallet was asked before for what a contract would do twice, and the
  ///   account has a transaction that no block has yet: that may be it.
  func nonce(for proposal: WalletProposal) async throws -> UInt64? {
    // A second signature is that of the first.
    guard !proposal.action.isSignedOnly else { return nil }
    let node = try await visit.connection().node
    let count = try await node.transactionCount(of: proposal.account, at: .latest)
    if proposal.nonce != nil, proposal.action.isRepeatable,
      try await node.transactionCount(of: proposal.account, at: .pending) > count
    {
      throw WebRefusal.underWay
    }
    return count
  }

  /// Notes the end.
  func ended(
    _ proposal: WalletProposal, _ problem: Problem?, _ evidence: EvidenceLevel? = nil
  ) async throws -> WalletProposal {
    var proposal = proposal
    (proposal.state, proposal.problem) = (problem == nil ? .done : .failed, problem?.rawValue)
    proposal.isFeeAsked = false
    proposal.evidence = evidence
    try await store.end(proposal)
    return proposal
  }

  /// The reason why a proposal with a reported transaction is still pending.
  enum PendingReason: Sendable, Hashable {
    /// The nodes contradict each other.
    case disagreement
    /// The validators' seals contradict the nodes.
    case contradiction
    /// No node shows the transaction yet.
    case unseen
    /// No node shows the transaction, and it was named a while ago.
    case unknown
  }

  /// The end of a proposal that did not do what was shown.
  enum Problem: String, Sendable {
    /// The wallet sent something else.
    case otherTransaction
    /// The contract refused it when it was mined.
    case failedOnChain
    /// Nothing is left of the orders that it was about.
    case orderGone
    /// The relays refused the signed order.
    case relayRefused
  }
}

/// The end of a wish at an exchange that the chain shows before anything is sent for it.
enum TradeEnd: Error, Sendable, Hashable {
  /// The wish is done.
  case done
  /// Nothing is left of the orders that it is about.
  case gone
}

extension SignedTransaction {
  /// Whether it is what a proposal showed, from the account that was shown it.
  fileprivate func does(_ proposal: WalletProposal) -> Bool {
    (try? sender()) == proposal.account && transaction.to == proposal.terms.contract
      && transaction.value == proposal.terms.value.wei && transaction.data == proposal.terms.data
      && transaction.chainID ?? proposal.chainID == proposal.chainID
  }
}
