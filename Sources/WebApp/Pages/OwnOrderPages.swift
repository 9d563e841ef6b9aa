import Exchange
import HTTPTypes
import Localization
import Markup
import Operations
import Orders
import Primitives
import Tokens

/// The pages on which one's own limit orders are cancelled and posted.
enum OwnOrderPages {
  static let routes: [Route] = [
    .post("/exchange/:pair/cancel", bodyLimit: .text, ExchangePages.configured(cancel))
  ]

  /// The routes for one person, whose journal holds orders that no relay has.
  static let posting: [Route] = [.post("/exchange/:pair/post", ExchangePages.configured(post))]

  /// The orders of the account that a form names.
  private static func chosen(
    _ visit: Visit, _ exchange: ExchangeVisit, by account: ActingAccount
  ) async throws -> [JournalOrder] {
    let journal = try await exchange.journal()
    var chosen: [JournalOrder] = []
    for text in visit.request.form.all("order") {
      guard let hash = try? Hash32(text) else { throw WebRefusal.badForm }
      guard let order = try await journal.order(hash), order.unsigned.order.maker == account.address,
        order.signed != nil
      else { throw WebRefusal.notFound }
      if !chosen.contains(where: { $0.hash == hash }) { chosen.append(order) }
    }
    return chosen
  }

  /// The orders of an account that a form names, as relays have them.
  private static func chosenElsewhere(
    _ visit: Visit, _ exchange: ExchangeVisit, by account: Address
  ) async throws -> [AnySignedOrder] {
    let own = try await WalletOrders(visit).store.orders(of: account, most: 200)
    var chosen: [AnySignedOrder] = []
    for text in visit.request.form.all("order") {
      guard let hash = try? Hash32(text) else { throw WebRefusal.badForm }
      let known = own.first { $0.hash == hash }
      let order = if let known { known } else { try await MakerOrders(at: exchange.market).order(hash) }
      guard order.order.maker == account else { throw WebRefusal.notFound }
      if !chosen.contains(where: { $0.hash == hash }) { chosen.append(order) }
    }
    return chosen
  }

  // MARK: Cancelling

  /// A chosen order that is over, and the way in which it ended.
  private struct Ended: Sendable {
    let order: AnySignedOrder
    let error: ExchangeError
  }

  @Sendable private static func cancel(_ visit: Visit) async throws -> WebAnswer {
    let (exchange, pair) = try await ExchangeVisit.openPair(visit)
    let account = try await visit.site.account(of: visit.session)
    let ticked = Set(visit.request.form.all("order")).count
    guard ticked > 0 else { return try await ExchangePages.choosing(visit, .chooseSome) }
    guard ticked <= DealRequest.mostOrders else {
      return try await ExchangePages.choosing(visit, .chooseFewer(DealRequest.mostOrders))
    }
    let orders =
      visit.site.platform == nil
      ? try await chosen(visit, exchange, by: account).compactMap(\.signed)
      : try await chosenElsewhere(visit, exchange, by: account.address)
    let (standing, over) = try await standing(among: orders, of: account.address, exchange)
    guard over.isEmpty else { return await leftOut(over, standing, of: pair, exchange) }
    let requested = RequestedAction(
      by: account, back: exchange.link(pair), next: exchange.link(pair),
      planningAll: { planner, visit in
        let exchange = try await ExchangeVisit.open(visit, of: pair)
        let own = OwnOrders(exchange.market, try await exchange.journal())
        var plans: [Planned<ExchangeReceipt<CancelOutcome>>] = []
        // Of one that ended since it is told how, before another question than the first is asked.
        if let ended = try await self.standing(among: orders, of: account.address, exchange).over.first {
          throw ended.error
        }
        for cancel in try own.cancels(orders) {
          plans.append(
            try await planner.trading.cancel(cancel.call, cancel.orders, of: cancel.version, in: exchange.market))
        }
        return plans
      })
    // A transaction for the orders of each exchange.
    let parts = Dictionary(grouping: orders, by: \.exchangeAddress).sorted { $0.key < $1.key }.map(\.value)
    return try await ProposalPages.propose(
      requested.asking { _ in parts.map { .trade(.cancellation($0)) } }, on: visit)
  }

  /// The orders of which a cancel is sent, and those that are over: no gas is spent on these. A cancel that is still under
  /// way is followed to its end.
  private static func standing(
    among orders: [AnySignedOrder], of account: Address, _ exchange: ExchangeVisit
  ) async throws -> (orders: [AnySignedOrder], over: [Ended]) {
    let endings = try await exchange.market.endings(of: orders)
    var (standing, over): ([AnySignedOrder], [Ended]) = ([], [])
    for order in orders {
      guard let ending = endings[order.hash] else {
        standing.append(order)
        continue
      }
      // Wallets elsewhere have no outbox here.
      let cancel =
        exchange.visit.site.platform == nil
        ? try await exchange.market.cancelUnderWay(of: order, by: account) : nil
      if cancel == nil {
        over.append(Ended(order: order, error: ExchangeError(order.hash, ended: ending)))
      } else {
        standing.append(order)
      }
    }
    return (standing, over)
  }

  /// The page of chosen orders that are over, each with its end, and the button that cancels the others; nothing is sent
  /// before.
  private static func leftOut(
    _ over: [Ended], _ standing: [AnySignedOrder], of pair: DirectoryPair, _ exchange: ExchangeVisit
  ) async -> WebAnswer {
    let visit = exchange.visit
    let page = Page(visit.text(ExchangePageText.cancelChosen), .exchange) {
      Element.paragraph(visit.text(ExchangePageText.overAlready))
      Element("ul", ["class": "cards"]) {
        for ended in over {
          Element("li", ["class": "card"]) {
            Element.paragraph(exchange.terms(of: ended.order.order))
            Element.note(UntrustedText.shown(exchange.words(of: ended.error), limit: 400), .warning)
          }
        }
      }
      if standing.isEmpty {
        Element.action(visit.text(FormText.back), to: exchange.link(pair), isMain: true)
      } else {
        Element.paragraph(visit.text(ExchangePageText.standingStill))
        Element("ul") {
          for order in standing { Element("li") { exchange.terms(of: order.order) } }
        }
        Element.form(visit, to: exchange.link(pair, "cancel")) {
          for order in standing { Element("input", ["type": "hidden", "name": "order", "value": order.hash.hex]) }
          Element("div", ["class": "actions"]) {
            Element.submit(visit.text(ExchangePageText.cancelOthers(standing.count)))
            Element.action(visit.text(FormText.back), to: exchange.link(pair))
          }
        }
      }
    }
    return await visit.answer(
      page.below((visit.text(LayoutText.exchange), Link("exchange")), (exchange.text(pair), exchange.link(pair))),
      .conflict)
  }

  // MARK: Posting

  /// Posts signed orders that no relay has: nothing is signed for it.
  @Sendable private static func post(_ visit: Visit) async throws -> WebAnswer {
    let (exchange, pair) = try await ExchangeVisit.openPair(visit)
    let account = try await visit.site.account(of: visit.session)
    let journal = try await exchange.journal()
    let placement = OrderPlacement(journal: journal, relays: exchange.market.relays)
    var failure: RelayClientError?
    let orders = try await chosen(visit, exchange, by: account)
    guard !orders.isEmpty else { return try await ExchangePages.choosing(visit, .chooseSome) }
    for order in orders where order.state == .signed {
      let outcome = try await placement.post(order.id)
      guard !outcome.order.postings.contains(where: { $0.state == .posted }) else { continue }
      guard !outcome.order.postings.isEmpty else { throw OperationError.nowhereToPost }
      failure = failure ?? outcome.failures.first
    }
    if let failure { throw failure }
    return .redirect(to: exchange.link(pair))
  }
}
