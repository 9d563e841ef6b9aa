import Exchange
import HTTPTypes
import Localization
import Markup
import NodeRPC
import Operations
import OrderBook
import Orders
import Primitives
import Tokens

/// The pages on which the exchange is let move tokens, and the chain's coin becomes a token and back.
enum ExchangeMoneyPages {
  static let approving: [Route] = [
    .get("/exchange/:pair/approve", ExchangePages.configured { try await form($0) }),
    .post("/exchange/:pair/approve", ExchangePages.configured(approve)),
  ]

  static let wrapping: [Route] = [
    .get("/exchange/wrap", ExchangePages.configured { try await wrapForm($0) }),
    .post("/exchange/wrap", ExchangePages.configured(wrap)),
  ]

  // MARK: Allowances

  private static func form(_ visit: Visit, problems: [FieldProblem] = []) async throws -> WebAnswer {
    let (exchange, pair) = try await ExchangeVisit.openPair(visit)
    let fields = visit.request.isReading ? visit.request.query : visit.request.form
    guard fields.has("token") else { return await choice(exchange, pair) }
    let (token, version, spender) = try terms(fields, exchange, pair)
    let account = try await visit.site.account(of: visit.session)
    let allowed = try await exchange.market.allowance(of: account.address, for: spender, in: token)
    let isKnown = try await exchange.market.identity(of: version).isKnownCode
    let page = Page(visit.text(ExchangeFormText.approveTitle), .exchange) {
      Element.problems(problems, title: visit.text(LayoutText.problem))
      if fields.has("then") { Element.note(visit.text(ExchangeFormText.approveFirst)) }
      if !isKnown { Element.note(visit.site.texts.unknownCode(of: spender, in: visit.language), .warning) }
      Element.facts([
        (visit.text(ExchangePageText.token), [.element(.foreign(token.shown))]),
        (
          visit.text(ExchangeFormText.tokenContract),
          [.element(Element("code", ["translate": "no"]) { token.address.checksummed })]
        ),
        (
          visit.text(ExchangeFormText.spender), [.element(Element("code", ["translate": "no"]) { spender.checksummed })]
        ),
        (
          visit.text(ExchangeFormText.allowedNow),
          [
            allowed.units > UInt256.max / 2
              ? .text(visit.text(ExchangePageText.anyAmount)) : .element(.foreign(allowed.text(in: visit.language)))
          ]
        ),
      ])
      Element.form(visit, to: exchange.link(pair, "approve")) {
        Element("input", ["type": "hidden", "name": "token", "value": token.address.checksummed])
        Element("input", ["type": "hidden", "name": "version", "value": version.rawValue])
        if let then = fields["then"] { Element("input", ["type": "hidden", "name": "then", "value": then]) }
        Element.field(
          visit.text(ExchangeFormText.amountOf(exchange.text(token))), "amount",
          value: fields["amount"] ?? "", hint: visit.text(ExchangeFormText.approveHint),
          problem: problems.first { $0.field == "amount" },
          ["inputmode": "decimal", "required": "", "autocomplete": "off"])
        Element("div", ["class": "actions"]) {
          Element.submit(visit.text(FormText.review))
          if allowed.units > 0 {
            Element.submit(
              visit.text(ExchangeFormText.revoke), isMain: false,
              ["name": "revoke", "value": "yes", "formnovalidate": ""])
          }
          Element.action(visit.text(FormText.cancel), to: exchange.link(pair))
        }
      }
    }
    return await exchange.answer(page, below: pair, problems)
  }

  /// The page without a chosen token: those of the pair.
  private static func choice(_ exchange: ExchangeVisit, _ pair: DirectoryPair) async -> WebAnswer {
    let visit = exchange.visit
    let page = Page(visit.text(ExchangeFormText.approveTitle), .exchange) {
      Element.paragraph(visit.text(ExchangeFormText.whichToken))
      Element("div", ["class": "actions"]) {
        for token in [pair.base, pair.quote] {
          Element.action(
            exchange.text(token),
            to: exchange.link(pair, "approve", query: [("token", token.address.checksummed)]))
        }
        Element.action(visit.text(FormText.cancel), to: exchange.link(pair))
      }
    }
    return await exchange.answer(page, below: pair, [])
  }

  /// The token, the version and the spender that a form names.
  private static func terms(
    _ fields: FormFields, _ exchange: ExchangeVisit, _ pair: DirectoryPair
  ) throws -> (DirectoryToken, OrderVersion, Address) {
    let address = fields.trimmed("token").flatMap { try? Address($0) }
    let market = exchange.market
    let feeToken = market.contracts.v1.flatMap { market.tokens[$0.feeToken] }
    let tokens = [pair.base, pair.quote, feeToken].compactMap { $0 }
    guard let token = tokens.first(where: { $0.address == address }) else { throw WebRefusal.notFound }
    let version = try market.exchange(fields["version"].flatMap(OrderVersion.init(rawValue:))).version
    guard let spender = market.contracts.spender(of: version) else { throw ExchangeError.noContract(version) }
    return (token, version, spender)
  }

  /// Proposes the next step towards an allowance: of tokens that change none but by way of zero, that comes first.
  @Sendable private static func approve(_ visit: Visit) async throws -> WebAnswer {
    let (exchange, pair) = try await ExchangeVisit.openPair(visit)
    let form = visit.request.form
    let (token, version, spender) = try terms(form, exchange, pair)
    let account = try await visit.site.account(of: visit.session)
    var problems: [FieldProblem] = []
    let isRevoked = form.has("revoke")
    let amount = isRevoked ? TokenAmount(0, of: token) : exchange.amount("amount", of: token, &problems)
    guard problems.isEmpty, let amount else { return try await self.form(visit, problems: problems) }
    let then = form["then"].flatMap(Link.init(back:))
    let next = then ?? exchange.link(pair)
    if !isRevoked {
      let approval = try await exchange.market.calls.approval(
        of: token.address, amount: amount.units, for: version, by: account.address)
      if approval.steps.isEmpty { return .redirect(to: next) }
      if approval.steps.count > 1 {
        // After the allowance is taken back this page is where the next step begins.
        let again = exchange.approving(amount, of: pair, for: version, then: next)
        return try await propose(TokenAmount(0, of: token), for: spender, by: account, on: visit, next: again)
      }
    }
    return try await propose(amount, for: spender, by: account, on: visit, next: next)
  }

  private static func propose(
    _ amount: TokenAmount, for spender: Address, by account: ActingAccount, on visit: Visit, next: Link
  ) async throws -> WebAnswer {
    let requested = RequestedAction(by: account, back: next, next: next) { planner, visit in
      let market = try await ExchangeVisit.open(visit).market
      let call = market.calls.allowance(amount.units, of: amount.token.address, for: spender)
      return try await planner.trading.allow(call, amount, of: amount.token, for: spender)
    }
    let asked = WalletAction.trade(.allowance(amount.units, of: amount.token.address, for: spender))
    return try await ProposalPages.propose(requested.asking { _ in [asked] }, on: visit)
  }

  // MARK: The chain's coin

  private static func wrapForm(_ visit: Visit, problems: [FieldProblem] = []) async throws -> WebAnswer {
    let exchange = try await ExchangeVisit.open(visit)
    guard exchange.market.contracts.wrappedCoin != nil else { return await noCoin(visit) }
    let token = try exchange.market.wrappedCoin()
    let account = try await visit.site.account(of: visit.session)
    let money = await visit.money(of: exchange.place.network)
    let coins = try await exchange.place.node.balance(of: account.address, at: .latest)
    let balance = try await exchange.market.balance(of: account.address, in: token)
    let symbol = UntrustedText.shown(exchange.place.network.unit.symbol)
    let page = Page(visit.text(ExchangeFormText.wrapTitle), .exchange) {
      Element.problems(problems, title: visit.text(LayoutText.problem))
      Element.facts([
        (symbol, [.text(money.text(coins))]),
        (exchange.text(token), [.element(.foreign(balance.text(in: visit.language)))]),
      ])
      Element.form(visit, to: Link("exchange", "wrap")) {
        Element.choice(
          visit.text(ExchangeFormText.direction), "way",
          [
            ("wrap", visit.text(ExchangeFormText.becomes(symbol, exchange.text(token)))),
            ("unwrap", visit.text(ExchangeFormText.becomes(exchange.text(token), symbol))),
          ], chosen: visit.request.form["way"] == "unwrap" ? "unwrap" : "wrap")
        Element.field(
          visit.text(ExchangePageText.amount), "amount", value: visit.request.form["amount"] ?? "",
          hint: visit.text(ExchangeFormText.oneForOne), problem: problems.first { $0.field == "amount" },
          ["inputmode": "decimal", "required": "", "autocomplete": "off"])
        Element("div", ["class": "actions"]) {
          Element.submit(visit.text(FormText.review))
          Element.action(visit.text(FormText.cancel), to: Link("exchange"))
        }
      }
    }
    return await visit.answer(
      page.below((visit.text(LayoutText.exchange), Link("exchange"))).with(problems),
      problems.isEmpty ? .ok : .unprocessableContent)
  }

  @Sendable private static func wrap(_ visit: Visit) async throws -> WebAnswer {
    let exchange = try await ExchangeVisit.open(visit)
    guard exchange.market.contracts.wrappedCoin != nil else { return await noCoin(visit) }
    var problems: [FieldProblem] = []
    let isBack = visit.request.form["way"] == "unwrap"
    guard let amount = exchange.amount("amount", of: try exchange.market.wrappedCoin(), &problems) else {
      return try await wrapForm(visit, problems: problems)
    }
    let place = Link("exchange", "wrap")
    let requested = RequestedAction(by: try await visit.site.account(of: visit.session), back: place, next: place) {
      planner, visit in
      let market = try await ExchangeVisit.open(visit).market
      return isBack
        ? try await planner.trading.unwrap(amount, in: market) : try await planner.trading.wrap(amount, in: market)
    }
    let asked = WalletAction.trade(isBack ? .unwrapping(amount.units) : .wrapping(amount.units))
    return try await ProposalPages.propose(requested.asking { _ in [asked] }, on: visit)
  }

  /// The page of a network whose coin is no token.
  private static func noCoin(_ visit: Visit) async -> WebAnswer {
    let page = Page(visit.text(ExchangeFormText.wrapTitle), .exchange) {
      Element.note(visit.text(ExchangePageText.noWrappedCoin), .warning)
      if visit.site.platform == nil {
        Element.paragraph(visit.text(ExchangePageText.whatToSetForCoin(SettingKey.wrappedCoin.name)))
      }
      Element.action(visit.text(FormText.back), to: Link("exchange"), isMain: true)
    }
    return await visit.answer(
      page.below((visit.text(LayoutText.exchange), Link("exchange"))), visit.request.isReading ? .ok : .conflict)
  }
}
