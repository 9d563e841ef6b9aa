import Exchange
import HTTPTypes
import Localization
import Markup
import Operations
import OrderBook
import Orders
import Primitives
import Tokens

/// The pages on which tokens are bought and sold at the market's price, and one order is filled.
enum ExchangeTradePages {
  static let routes: [Route] = [
    .get("/exchange/:pair/trade", ExchangePages.configured { try await form($0) }),
    .post("/exchange/:pair/trade", ExchangePages.configured(trade)),
    .get("/exchange/:pair/fill", ExchangePages.configured { try await filling($0) }),
    .post("/exchange/:pair/fill", ExchangePages.configured(fill)),
  ]

  // MARK: At the market's price

  private static func form(_ visit: Visit, problems: [FieldProblem] = []) async throws -> WebAnswer {
    let (exchange, pair) = try await ExchangeVisit.openPair(visit)
    let fields = visit.request.isReading ? visit.request.query : visit.request.form
    let book = try? await exchange.market.book(of: pair)
    let page = Page(visit.text(ExchangeFormText.tradeOf(exchange.text(pair))), .exchange) {
      Element.problems(problems, title: visit.text(LayoutText.problem))
      if let book { Element.withFees(exchange.withFees(in: book), visit) }
      Element.form(visit, to: exchange.link(pair, "trade")) {
        exchange.sideAndAmount(of: pair, fields, problems)
        Element.field(
          visit.text(ExchangeFormText.slippage), "slippage",
          value: fields["slippage"] ?? visit.language.decimal(usualSlippage),
          hint: visit.text(ExchangeFormText.slippageHint), problem: problems.first { $0.field == "slippage" },
          ["inputmode": "decimal", "required": "", "autocomplete": "off"])
        Element("div", ["class": "actions"]) {
          Element.submit(visit.text(FormText.review))
          Element.action(visit.text(FormText.cancel), to: exchange.link(pair))
        }
      }
    }
    return await exchange.answer(page, below: pair, problems)
  }

  /// The default slippage: the per cent by which a price may be worse than the best.
  private static let usualSlippage = "0.5"

  @Sendable private static func trade(_ visit: Visit) async throws -> WebAnswer {
    let (exchange, pair) = try await ExchangeVisit.openPair(visit)
    let form = visit.request.form
    var problems: [FieldProblem] = []
    let isBuying = form["side"] != "sell"
    let amount = exchange.amount("amount", of: pair.base, &problems)
    let slippage = share(form.trimmed("slippage") ?? "")
    if slippage == nil {
      problems.append(FieldProblem(field: "slippage", text: visit.text(ExchangeFormText.slippageHint)))
    }
    guard problems.isEmpty, let amount, let slippage else { return try await self.form(visit, problems: problems) }
    let account = try await visit.site.account(of: visit.session)
    let request = DealRequest(
      isBuying ? .buying(amount.units) : .selling(amount.units), of: pair.tokens, within: .slippage(slippage),
      by: account.address)
    let back = exchange.link(
      pair, "trade",
      query: [
        ("side", isBuying ? "buy" : "sell"), ("amount", form.trimmed("amount") ?? ""),
        ("slippage", form.trimmed("slippage") ?? ""),
      ])
    let requested = exchange.requested(for: request, of: pair, by: account, among: nil, back: back)
    do {
      return try await ProposalPages.propose(requested, on: visit)
    } catch let error as ExchangeError where error.code == .allowance {
      return try await exchange.allowFirst(request, of: pair, among: nil, then: back)
    }
  }

  /// The per cents that somebody typed, as a share below one.
  private static func share(_ text: String) -> Fraction? {
    let number = text.hasSuffix("%") ? String(text.dropLast()) : text
    guard let plain = try? TypedNumber(number).plain, let decimal = ExactDecimal(plain),
      let hundred = Fraction(100, over: 1), let share = try? Fraction(decimal).divided(by: hundred), share < .one
    else { return nil }
    return share
  }

  // MARK: One order

  private static func hash(_ fields: FormFields) throws(WebRefusal) -> Hash32 {
    guard let text = fields.trimmed("order"), let hash = try? Hash32(text) else { throw .notFound }
    return hash
  }

  private static func filling(_ visit: Visit, problems: [FieldProblem] = []) async throws -> WebAnswer {
    let (exchange, pair) = try await ExchangeVisit.openPair(visit)
    let fields = visit.request.isReading ? visit.request.query : visit.request.form
    let signed = try await exchange.order(try hash(fields), of: pair)
    let paid = try exchange.market.token(signed.order.takerToken.checksummed)
    let fillable = TokenAmount(try await exchange.market.fillable(of: signed), of: paid)
    let comparison = try await exchange.market.comparison(of: signed, of: pair, for: visit.account()?.address)
    let ending = try await ending(of: signed, exchange)
    let page = Page(visit.text(ExchangeFormText.fillTitle), .exchange) {
      Element.problems(problems, title: visit.text(LayoutText.problem))
      facts(signed, pair, fillable, exchange)
      if fillable.units == 0 {
        Element.note(ending ?? visit.text(ExchangeFormText.notFillable), .warning)
        Element.action(visit.text(FormText.back), to: exchange.link(pair))
      } else {
        Element.form(visit, to: exchange.link(pair, "fill")) {
          Element("input", ["type": "hidden", "name": "order", "value": signed.hash.hex])
          Element.field(
            visit.text(ExchangeFormText.payAtMost(exchange.text(paid))), "amount", value: fields["amount"] ?? "",
            hint: visit.text(ExchangeFormText.allIfEmpty), problem: problems.first { $0.field == "amount" },
            ["inputmode": "decimal", "autocomplete": "off"])
          if case .uncompared = comparison {
            Element.note(visit.text(ExchangeFormText.notCompared), .warning)
          }
          if case .far(let distance) = comparison {
            Element("div", ["class": "note warning"]) {
              Element.paragraph(visit.site.texts.farFromBook(distance, in: visit.language))
              if let problem = problems.first(where: { $0.field == "far" }) {
                Element.paragraph(problem.text, ["class": "problem"])
              }
              Element.box(visit.text(FormText.accept), "far", isTicked: fields.has("far"))
            }
          }
          Element("div", ["class": "actions"]) {
            Element.submit(visit.text(FormText.review))
            Element.action(visit.text(FormText.cancel), to: exchange.link(pair))
          }
        }
      }
    }
    return await exchange.answer(page, below: pair, problems)
  }

  /// The words for the way in which an order ended; nil for one that has not.
  private static func ending(of signed: AnySignedOrder, _ exchange: ExchangeVisit) async throws -> String? {
    do {
      try await exchange.market.requireStanding(signed)
      return nil
    } catch let error as ExchangeError {
      return UntrustedText.shown(exchange.words(of: error), limit: 400)
    }
  }

  private static func facts(
    _ signed: AnySignedOrder, _ pair: DirectoryPair, _ fillable: TokenAmount, _ exchange: ExchangeVisit
  ) -> Element {
    let visit = exchange.visit
    var rows: [(String, [Element.Node])] = [
      (visit.text(ExchangePageText.maker), [.element(.address(signed.order.maker))]),
      (
        visit.text(ExchangeFormText.canBeFilled), [.element(.foreign(fillable.text(in: visit.language)))]
      ),
      (visit.text(ExchangePageText.expires), [.element(.time(Int64(clamping: signed.order.expiry), visit))]),
      (visit.text(ExchangePageText.order), [.element(.hash(signed.hash))]),
    ]
    if let price = pair.tokens.price(of: signed.order) {
      rows.insert(
        (
          visit.text(ExchangePageText.price),
          [.element(.foreign(PairPrice(price, of: pair).text(in: visit.language)))]
        ), at: 0)
    }
    return Element.facts(rows)
  }

  @Sendable private static func fill(_ visit: Visit) async throws -> WebAnswer {
    let (exchange, pair) = try await ExchangeVisit.openPair(visit)
    let form = visit.request.form
    let signed = try await exchange.order(try hash(form), of: pair)
    let paid = try exchange.market.token(signed.order.takerToken.checksummed)
    var problems: [FieldProblem] = []
    let amount = form.trimmed("amount") == nil ? nil : exchange.amount("amount", of: paid, &problems)
    if !form.has("far"),
      case .far(let distance) = try await exchange.market.comparison(
        of: signed, of: pair, for: visit.account()?.address)
    {
      problems.append(
        FieldProblem(field: "far", text: visit.site.texts.farFromBook(distance, in: visit.language)))
    }
    guard problems.isEmpty else { return try await filling(visit, problems: problems) }
    // On a platform nobody's deals are known beside their wallets: what is over is told before one is asked.
    if visit.site.platform != nil { try await exchange.market.requireStanding(signed) }
    let account = try await visit.site.account(of: visit.session)
    var request = DealRequest(
      filling: signed, with: amount?.units, fillable: try await exchange.market.fillable(of: signed), of: pair.tokens,
      by: account.address)
    // The review shows the fee of an order that somebody chose, and asks.
    request.takesFees = true
    let back = exchange.link(
      pair, "fill", query: [("order", signed.hash.hex)] + (form.trimmed("amount").map { [("amount", $0)] } ?? []))
    let requested = exchange.requested(for: request, of: pair, by: account, among: [signed], back: back)
    do {
      return try await ProposalPages.propose(requested, on: visit)
    } catch let error as ExchangeError where error.code == .allowance {
      return try await exchange.allowFirst(request, of: pair, among: [signed], then: back)
    }
  }
}

extension ExchangeVisit {
  /// The name of a token, as text that shows what it is.
  func text(_ token: DirectoryToken) -> String { UntrustedText.shown(token.shown) }

  /// An order of a pair by its hash: of the journal, or of a relay.
  ///
  /// - Throws: ``WebRefusal/notFound`` for one of another pair; `ExchangeError` `orderGone`.
  func order(_ hash: Hash32, of pair: DirectoryPair) async throws -> AnySignedOrder {
    let signed =
      visit.site.platform == nil
      ? try await OwnOrders(market, try await journal()).order(hash) : try await MakerOrders(at: market).order(hash)
    guard pair.tokens.side(of: signed.order) != nil else { throw WebRefusal.notFound }
    return signed
  }

  /// The orders of a pair's book, of which a deal takes those whose taker pays no fee beside the price.
  private func orders(of pair: DirectoryPair) async throws -> [AnySignedOrder] {
    try await market.book(of: pair).orders
  }

  /// The wish for a deal, with a key of this machine or a wallet elsewhere.
  ///
  /// - Parameter orders: The orders to take; nil for those of the book.
  func requested(
    for request: DealRequest, of pair: DirectoryPair, by account: ActingAccount, among orders: [AnySignedOrder]?,
    back: Link
  ) -> RequestedAction {
    let requested = RequestedAction(by: account, back: back, next: link(pair), requiring: { try $0.requireComplete() })
    {
      planner, visit in
      let exchange = try await ExchangeVisit.open(visit, of: pair)
      return try await exchange.deal(request, of: pair, by: planner, among: orders)
    }
    return requested.asking { visit in
      let exchange = try await ExchangeVisit.open(visit, of: pair)
      let taken: [AnySignedOrder]
      if let orders { taken = orders } else { taken = try await exchange.orders(of: pair) }
      let planner = WalletPlanner(of: account.address, over: exchange.place.connection, SendingSettings())
      return [.trade(try await WalletTrades(planner, in: exchange.market).wanted(request, of: pair, among: taken))]
    }
  }

  /// Plans a deal.
  ///
  /// - Parameter orders: The orders to take; nil for those of the book.
  private func deal(
    _ request: DealRequest, of pair: DirectoryPair, by planner: Planner, among orders: [AnySignedOrder]?
  ) async throws -> Planned<DealRun> {
    let taken: [AnySignedOrder]
    if let orders { taken = orders } else { taken = try await self.orders(of: pair) }
    do {
      return try await planner.trading.deal(
        request, of: pair, among: taken, costs: try await market.costs(in: pair), in: market, try await journal())
    } catch let error as ExchangeError where [.orderGone, .expired].contains(error.code) {
      // Of an order that was chosen it is told how it ended.
      for order in orders ?? [] { try await market.requireStanding(order) }
      throw error
    }
  }

  /// Leads to the page on which the exchange is let move what a deal takes, and from there back to the deal.
  func allowFirst(
    _ request: DealRequest, of pair: DirectoryPair, among orders: [AnySignedOrder]?, then back: Link
  ) async throws -> WebAnswer {
    let taken: [AnySignedOrder]
    if let orders { taken = orders } else { taken = try await self.orders(of: pair) }
    let plan = try await market.quote(request, among: taken, of: pair)
    for leg in plan.legs {
      let needs = leg.needs(feeToken: market.contracts.v1?.feeToken).sorted { $0.key < $1.key }
      for (address, amount) in needs {
        guard let token = market.tokens[address] else { continue }
        let approval = try await market.approval(
          of: address, needed: amount, for: leg.version, by: request.taker,
          beside: try await promising(of: request.taker))
        guard let total = approval.plan.steps.last else { continue }
        let step = approving(TokenAmount(total, of: token), of: pair, for: leg.version, then: back)
        return plan.isComplete ? .redirect(to: step) : await inPart(plan, of: pair, before: step)
      }
    }
    throw ExchangeError(.allowance, "The exchange may not move what the trade takes; nothing was sent.")
  }

  /// The page of a deal that can be made in part alone, before the exchange is let move what that takes.
  private func inPart(_ plan: DealPlan, of pair: DirectoryPair, before step: Link) async -> WebAnswer {
    let units = plan.request.amount.units
    let token = if case .spending = plan.request.amount { pair.quote } else { pair.base }
    let (part, whole) = (TokenAmount(units - min(units, plan.missing), of: token), TokenAmount(units, of: token))
    let page = Page(visit.text(ExchangeFormText.tradeOf(text(pair))), .exchange) {
      Element.note(
        visit.text(
          ExchangeFormText.onlyPart(
            UntrustedText.shown(part.text(in: visit.language)), of: UntrustedText.shown(whole.text(in: visit.language)))
        ),
        .warning)
      Element.withFees(plan.withFees, visit)
      Element.paragraph(visit.text(ExchangeFormText.approveFirst))
      Element("div", ["class": "actions"]) {
        Element.action(visit.text(ExchangeFormText.approveTitle), to: step, isMain: true)
        Element.action(visit.text(FormText.cancel), to: link(pair))
      }
    }
    return await answer(page, below: pair, [])
  }

  /// The address of the page that lets the exchange move an amount.
  func approving(
    _ amount: TokenAmount, of pair: DirectoryPair, for version: OrderVersion, then back: Link
  ) -> Link {
    link(
      pair, "approve",
      query: [
        ("token", amount.token.address.checksummed), ("amount", amount.token.unit.text(amount.units)),
        ("version", version.rawValue), ("then", back.text),
      ])
  }
}

extension DealPlan {
  /// The number of orders that it leaves out, since their taker pays a fee beside the price.
  var withFees: Int { excluded.count { $0.reason == .fee } }
}
