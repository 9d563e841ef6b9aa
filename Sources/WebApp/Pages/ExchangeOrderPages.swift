import Exchange
import HTTPTypes
import Localization
import Markup
import Operations
import OrderBook
import Orders
import Primitives
import Tokens

/// The pages on which a limit order is made.
enum ExchangeOrderPages {
  static let routes: [Route] = [
    .get("/exchange/:pair/order", ExchangePages.configured { try await form($0) }),
    .post("/exchange/:pair/order", ExchangePages.configured(order)),
  ]

  /// The times for which an order can stand, with their seconds.
  private static let lifetimes: [(text: String, seconds: UInt64)] = [
    ("1h", 3_600), ("8h", 28_800), ("1d", 86_400), ("7d", 604_800), ("30d", 2_592_000),
  ]

  /// The form.
  ///
  /// - Parameter isAnother: Whether one like it was signed before, so that it is asked whether another is wanted.
  private static func form(
    _ visit: Visit, problems: [FieldProblem] = [], isAnother: Bool = false
  ) async throws -> WebAnswer {
    let (exchange, pair) = try await ExchangeVisit.openPair(visit)
    let fields = visit.request.isReading ? visit.request.query : visit.request.form
    let page = Page(visit.text(ExchangeFormText.orderOf(exchange.text(pair))), .exchange) {
      Element.problems(problems, title: visit.text(LayoutText.problem))
      Element.form(visit, to: exchange.link(pair, "order")) {
        exchange.sideAndAmount(of: pair, fields, problems)
        Element.field(
          visit.text(ExchangeFormText.priceIn(exchange.text(pair.quote), of: exchange.text(pair.base))), "price",
          value: fields["price"] ?? "", hint: visit.text(ExchangeFormText.amountHint),
          problem: problems.first { $0.field == "price" },
          ["inputmode": "decimal", "required": "", "autocomplete": "off"])
        Element.choice(
          visit.text(ExchangeFormText.standsFor), "expires",
          lifetimes.map { ($0.text, visit.text(ExchangeFormText.lifetime($0.seconds))) },
          chosen: fields["expires"] ?? "1d")
        Element.box(
          visit.text(ExchangeFormText.postOnly), "post-only",
          isTicked: fields.has("post-only") || visit.request.isReading && !fields.has("side"))
        if isAnother {
          Element("div", ["class": "note warning"]) {
            Element.paragraph(visit.text(ExchangeFormText.madeBefore))
            Element.box(visit.text(ExchangeFormText.another), "another")
          }
        }
        Element("div", ["class": "actions"]) {
          Element.submit(visit.text(FormText.review))
          Element.action(visit.text(FormText.cancel), to: exchange.link(pair))
        }
      }
      Element.paragraph(visit.text(FormText.signsOnly), ["class": "quiet"])
    }
    return await exchange.answer(page, below: pair, problems)
  }

  @Sendable private static func order(_ visit: Visit) async throws -> WebAnswer {
    let (exchange, pair) = try await ExchangeVisit.openPair(visit)
    let form = visit.request.form
    var problems: [FieldProblem] = []
    let amount = exchange.amount("amount", of: pair.base, &problems)
    let price = exchange.price("price", of: pair, &problems)
    let lifetime = lifetimes.first { $0.text == form["expires"] }
    guard problems.isEmpty, let amount, let price, let lifetime else {
      guard lifetime != nil else { throw WebRefusal.badForm }
      return try await self.form(visit, problems: problems)
    }
    let account = try await visit.site.account(of: visit.session)
    var request = LimitOrderRequest(
      form["side"] == "sell" ? .sell : .buy, amount.units, of: pair, at: price, for: lifetime.seconds, lifetime.text,
      by: account.address)
    request.isPostOnly = form.has("post-only")
    guard visit.site.platform == nil else { return try await askWallet(request, of: pair, exchange) }
    let journal = try await exchange.journal()
    let orders = LimitOrders(exchange.market, journal)
    let plan: LimitOrderPlan
    do {
      plan = try await orders.plan(request)
    } catch let error as OperationError where error.code == .crossesBook {
      return try await self.form(visit, problems: [FieldProblem(field: "price", text: exchange.words(of: error))])
    }
    let isAnother = form.has("another")
    let wasSigned = try await orders.wasSigned(plan)
    if wasSigned, !isAnother {
      let problem = FieldProblem(field: "another", text: visit.text(ExchangeFormText.madeBefore))
      return try await self.form(visit, problems: [problem], isAnother: true)
    }
    let back = back(exchange, pair, form)
    if let total = plan.approval.plan.steps.last {
      let version = try exchange.market.exchange().version
      let step = exchange.approving(TokenAmount(total, of: plan.gives.token), of: pair, for: version, then: back)
      // Nothing is let for an order before what a relay asks for it is shown.
      return plan.makerFee == nil ? .redirect(to: step) : await showing(plan, by: account, before: step, exchange)
    }
    let wanted = request
    let requested = RequestedAction(by: account, back: back, next: exchange.link(pair)) { visit in
      let exchange = try await ExchangeVisit.open(visit, of: pair)
      let orders = LimitOrders(exchange.market, try await exchange.journal())
      return try await orders.plan(wanted, goingOnWith: try await orders.standing(wanted, isAnother: isAnother))
    } place: { plan, signers in
      let outcome = try await orders.place(plan, signedBy: signers.account, isAnother: isAnother)
      // The order is written down and signed: where no relay has it, the pair's page posts it again.
      let isPosted = outcome.order.postings.contains { $0.state == .posted }
      if !isPosted, let failure = outcome.failures.first { throw failure }
    }
    return try await ProposalPages.propose(requested, on: visit)
  }

  /// The page of an order whose maker pays a fee, before the exchange is let move what it takes.
  private static func showing(
    _ plan: LimitOrderPlan, by account: ActingAccount, before step: Link, _ exchange: ExchangeVisit
  ) async -> WebAnswer {
    let (visit, pair) = (exchange.visit, plan.request.pair)
    let facts = ReviewFacts(visit: visit, account: account, network: exchange.place.network)
    let page = Page(visit.text(ExchangeFormText.orderOf(exchange.text(pair))), .exchange) {
      facts.element(visit.site.texts.lines(of: plan, by: account, in: visit.language))
      Element.paragraph(visit.text(ExchangeFormText.approveFirst))
      Element("div", ["class": "actions"]) {
        Element.action(visit.text(ExchangeFormText.approveTitle), to: step, isMain: true)
        Element.action(visit.text(FormText.cancel), to: exchange.link(pair))
      }
    }
    return await exchange.answer(page, below: pair, [])
  }

  /// Proposes an order to a wallet elsewhere: the order is made here, with its salt and its end, and stays what it is.
  private static func askWallet(
    _ request: LimitOrderRequest, of pair: DirectoryPair, _ exchange: ExchangeVisit
  ) async throws -> WebAnswer {
    let (visit, form) = (exchange.visit, exchange.visit.request.form)
    guard try exchange.market.exchange().version == .v4 else {
      return await cannot(WalletTradeText.needsVersion4, pair, exchange)
    }
    guard OrderDelivery(to: exchange.market).isPossible else {
      return await cannot(WalletTradeText.needsRelay, pair, exchange)
    }
    let own = try await exchange.promising(of: request.maker)
    let plan: LimitOrderPlan
    do {
      plan = try await OrderPlanner(at: exchange.market) { own }.plan(request)
    } catch let error as OperationError where error.code == .crossesBook {
      return try await self.form(visit, problems: [FieldProblem(field: "price", text: exchange.words(of: error))])
    }
    guard case .v4(let order) = plan.order else { throw WebRefusal.badForm }
    let wanted = WantedOrder(order, of: pair.tokens, isPostOnly: request.isPostOnly)
    let isKnown = try await MakerOrders(at: exchange.market).statuses(of: own).enumerated().contains {
      place, status in
      guard case .v4(let signed) = own[place], !status.state.isEnded else { return false }
      return wanted.isSame(as: WantedOrder(signed.order, of: pair.tokens, isPostOnly: false))
    }
    if isKnown, !form.has("another") {
      let problem = FieldProblem(field: "another", text: visit.text(ExchangeFormText.madeBefore))
      return try await self.form(visit, problems: [problem], isAnother: true)
    }
    let back = back(exchange, pair, form)
    if let total = plan.approval.plan.steps.last {
      return .redirect(to: exchange.approving(TokenAmount(total, of: plan.gives.token), of: pair, for: .v4, then: back))
    }
    let requested = RequestedAction(
      .order(wanted), by: ActingAccount(address: request.maker), back: back, next: exchange.link(pair))
    return try await WalletProposalPages.propose(requested, on: visit)
  }

  /// The page of what a wallet cannot do here.
  private static func cannot(
    _ reason: WalletTradeText, _ pair: DirectoryPair, _ exchange: ExchangeVisit
  ) async -> WebAnswer {
    let visit = exchange.visit
    let page = Page(visit.text(ExchangeFormText.orderTitle), .exchange) {
      Element.note(visit.text(reason), .warning)
      Element.action(visit.text(FormText.back), to: exchange.link(pair), isMain: true)
    }
    return await visit.answer(
      page.below((visit.text(LayoutText.exchange), Link("exchange")), (exchange.text(pair), exchange.link(pair))),
      .conflict)
  }

  /// The address of the form as it was filled in.
  private static func back(_ exchange: ExchangeVisit, _ pair: DirectoryPair, _ form: FormFields) -> Link {
    let names = ["side", "amount", "price", "expires", "post-only"]
    return exchange.link(pair, "order", query: names.compactMap { name in form.trimmed(name).map { (name, $0) } })
  }
}
