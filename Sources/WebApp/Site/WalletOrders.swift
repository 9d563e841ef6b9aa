import ContractClient
import Exchange
import NodeRPC
import Operations
import Orders
import Primitives

/// The limit orders that wallets sign on a platform: planned, checked once they are signed, and taken to the relays.
struct WalletOrders: Sendable {
  let visit: Visit
  let store: PlatformStore

  /// - Throws: ``WebRefusal/notHere`` on the pages of one person.
  init(_ visit: Visit) throws(WebRefusal) {
    (self.visit, store) = (visit, try visit.platform().store)
  }

  // MARK: Planning

  /// The market of the network in use, with the tokens of an order.
  func market(of wanted: WantedOrder) async throws -> ExchangeMarket {
    let tokens = [wanted.pair.base, wanted.pair.quote].map(\.checksummed)
    let connection = try await visit.connection().connection
    return try await ExchangeMarket.open(
      visit.site.settings(of: visit.session), over: connection, mentioning: tokens)
  }

  /// Plans an order as the chain is now: the order itself stays what it was.
  ///
  /// - Throws: ``TradeEnd/gone`` for one that is over; the errors of planning an order.
  func plan(_ wanted: WantedOrder) async throws -> LimitOrderPlan {
    let market = try await market(of: wanted)
    do {
      return try await OrderPlanner(at: market) { try await signed(by: wanted.order.maker, at: market) }.plan(wanted)
    } catch let error as OrderError where error.code == .expired {
      throw TradeEnd.gone
    }
  }

  /// The orders of an account that may still promise tokens: those that it signed here, and those that relays have.
  func signed(by account: Address, at market: ExchangeMarket) async throws -> [AnySignedOrder] {
    let relayed = await MakerOrders(at: market).atRelays(of: account).orders
    let known = Set(relayed.map(\.hash))
    return relayed + (try await store.orders(of: account, most: Self.most).filter { !known.contains($0.hash) })
  }

  /// The most orders of an account that are looked at, the newest.
  private static let most = 200

  // MARK: Signed

  /// Takes a wallet's signature of the order that was shown, and takes the order to the relays. The same signature a
  /// second time changes nothing.
  ///
  /// - Throws: `OrderProof.Fault` for a signature that is none of the account's over this order; ``TradeEnd/gone`` for
  ///   an order that is over; ``WebRefusal/changed`` where it ended meanwhile; a `NodeError`.
  func take(_ signature: Bytes, of proposal: WalletProposal, _ wanted: WantedOrder) async throws -> WalletProposal {
    let market = try await market(of: wanted)
    let signed = try await OrderProof(signature, of: wanted.order).signed(at: market)
    guard proposal.signed == nil else { return try await deliver(proposal) }
    if try await isOver(wanted, at: market) { throw TradeEnd.gone }
    guard try await store.sign(proposal, signed) else { throw WebRefusal.changed }
    var proposal = proposal
    (proposal.state, proposal.signed, proposal.hash) = (.sent, signed, signed.hash)
    return try await deliver(proposal, at: market)
  }

  private func isOver(_ wanted: WantedOrder, at market: ExchangeMarket) async throws -> Bool {
    guard let block = try await market.connection.node.block(.latest) else { return false }
    return wanted.order.isExpired(at: max(block.timestamp, LimitOrders.seconds))
  }

  /// Posts a signed order to the relays, and notes their answers. One that has an end is left as it is.
  func deliver(_ proposal: WalletProposal) async throws -> WalletProposal {
    guard case .order(let wanted) = proposal.action, proposal.state == .sent else { return proposal }
    return try await deliver(proposal, at: try await market(of: wanted))
  }

  private func deliver(_ proposal: WalletProposal, at market: ExchangeMarket) async throws -> WalletProposal {
    guard let signed = proposal.signed, proposal.state == .sent else { return proposal }
    var proposal = proposal
    switch try await OrderDelivery(to: market).post(signed) {
    case .posted: (proposal.state, proposal.note) = (.done, nil)
    case .refused(let error):
      (proposal.state, proposal.note) = (.failed, error.inOneLine)
      proposal.problem = WalletProposals.Problem.relayRefused.rawValue
    case .unclear(let error): proposal.note = error.inOneLine
    }
    try await store.settle(proposal)
    return proposal
  }
}
