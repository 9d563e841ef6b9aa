import Exchange
import NodeRPC
import Operations
import Primitives

// A wish that somebody changed before it was through: one of both is carried out.
extension WalletProposals {
  /// The proposals of the same wish with other terms, which wallets were asked for not long ago.
  struct Changes: Sendable {
    /// The proposals that another one changed, as the chain has them.
    let earlier: [WalletProposal]
    /// The one that changed it; nil for none.
    let later: WalletProposal?
    /// Whether an earlier one has been found out to be sent just now.
    let isNews: Bool
  }

  /// The changes of a proposal.
  func changes(of proposal: WalletProposal) async throws -> Changes {
    guard case .trade = proposal.action else { return Changes(earlier: [], later: nil, isNews: false) }
    let oldest = visit.site.options.clock() - PlatformStore.proposalLifetime
    let all = try await store.proposals(of: proposal.account, most: 50).filter {
      $0.chainID == proposal.chainID && $0.made > oldest && $0.state != .failed
        && $0.action.isChanged(from: proposal.action)
    }
    var (earlier, isNews): ([WalletProposal], Bool) = ([], false)
    for known in all where known.number < proposal.number {
      let now = try await settled(try await found(known)).proposal
      isNews = isNews || known.state == .asked && now.state != .asked
      if now.state != .failed { earlier.append(now) }
    }
    return Changes(earlier: earlier, later: all.first { $0.number > proposal.number }, isNews: isNews)
  }

  /// The reason why a proposal cannot be planned any more: of a deal that went through with other terms, the former one
  /// took what this one needs.
  func explained(_ error: ExchangeError, of proposal: WalletProposal) async throws -> any Error {
    guard error.code == .allowance || error.code == .balance else { return error }
    let earlier = try await changes(of: proposal).earlier
    return earlier.contains { $0.state == .sent || $0.state == .done } ? WebRefusal.secondDeal : error
  }

  /// Makes sure that a wallet may be asked for a proposal, though the wish had other terms before.
  ///
  /// - Throws: ``WebRefusal/changed`` where it was changed since, and where an earlier one turns out to be carried out;
  ///   ``WebRefusal/underWay`` while an earlier one is on its way, or may be.
  func checkChanges(of proposal: WalletProposal) async throws {
    let changes = try await changes(of: proposal)
    guard changes.later == nil, !changes.isNews else { throw WebRefusal.changed }
    for earlier in changes.earlier where earlier.state != .done {
      guard earlier.state == .asked, let nonce = earlier.nonce else { throw WebRefusal.underWay }
      // Any transaction since its wallet was asked, and in no block yet, may be that one.
      let node = try await visit.connection().node
      let mined = try await node.transactionCount(of: proposal.account, at: .latest)
      let pending = try await node.transactionCount(of: proposal.account, at: .pending)
      guard pending <= max(mined, nonce) else { throw WebRefusal.underWay }
    }
  }
}
