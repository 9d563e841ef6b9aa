import Alerts
import ArgumentParser
import Exchange
import Localization
import Operations
import OrderBook
import Orders
import Primitives
import StrictJSON
import Terminal
import Tokens

/// `lectures exchange trigger add PAIR --when 'bid <= 0.29' --sell A`
struct ExchangeTriggerAdd: SendingCommand {
  static let configuration = CommandConfiguration(
    "add", "Add a conditional order.",
    examples: [
      "lectures exchange trigger add TKA/WKAIA --when 'bid <= 0.29' --sell 100 --from student1":
        "a stop-loss: a trade, for which the daemon needs the key",
      "lectures exchange trigger add TKA/WKAIA --when 'bid >= 0.35' --sell 100 --one-cancels-other 1 --from student1":
        "a take-profit beside it",
      "lectures exchange trigger add TKA/WKAIA --when 'ask <= 0.2' --buy 50 --price 0.21 --post --from student1":
        "an order signed now and posted on firing: the daemon has no key",
    ],
    after: """
      The price is that of the last order that is needed to fill the whole amount; only orders count whose makers have \
      the tokens, as your own node says, and your own orders do not. The condition has to hold in two blocks in a row. \
      The trade's worst price follows from the price at which it fires; the trade is sent once, and what could not be \
      filled is reported and not repeated. A relay that hides orders can make a price look worse than it is: only \
      --price is a fixed bound.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var gasPrice: GasPriceOptions
  @OptionGroup var gasLimit: GasLimitOptions
  @OptionGroup var chosen: ProtocolOptions
  @Argument(help: "Two tokens, as in TKA/WKAIA.") var pair: String
  @Option(help: ArgumentHelp("The condition, as in 'bid <= 0.29'.", valueName: "condition")) var when: String
  @Option(help: ArgumentHelp("The amount of the base token to buy.", valueName: "amount")) var buy: String?
  @Option(help: ArgumentHelp("The amount of the base token to sell.", valueName: "amount")) var sell: String?
  @Option(
    help: ArgumentHelp(
      "How much worse than the price at which it fires a price may be; by default 0.5%.", valueName: "percent"))
  var slippage: String?
  @Option(help: ArgumentHelp("The worst price of the trade, or the price of the order.", valueName: "price"))
  var price: String?
  @Option(help: ArgumentHelp("How long it stands: 30m, 8h, 7d.", valueName: "time")) var expires = "7d"
  @Flag(help: "Sign an order now; post it once it fires.") var post = false
  @Option(
    help: ArgumentHelp("The other's number: the first to fire removes it.", valueName: "number"))
  var oneCancelsOther: Int64?

  func validate() throws {
    if let rule = UsageRule.choice("--buy", buy != nil, "--sell", sell != nil) { throw rule }
    if slippage != nil && price != nil { throw UsageRule.either("--slippage", "--price") }
    if post && price == nil { throw UsageRule.goesWith("--post", "--price") }
  }

  /// The side of the deal.
  private var side: DealSide { buy == nil ? .sell : .buy }

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    guard let lifetime = TransactionOptions.seconds(expires) else {
      throw CommandFailure(.usage, ExchangeRefusal.lifetime(expires))
    }
    let (market, place) = try await context.market(mentioning: [pair])
    let pair = try market.pair(pair)
    let amount = try pair.base.unit.amount(buy ?? sell ?? "")
    let condition = try TriggerCondition(when) { try PairPrice($0, of: pair).fraction }
    let account = try await context.accounts.acting()
    let journal = try await market.journal(at: try context.settings.exchangeBook())
    let bound: DealBound =
      try price.map { .price(try PairPrice($0, of: pair).fraction) }
      ?? .slippage(try DealOptions.share(slippage ?? DealOptions.usualSlippage))
    func described(_ action: TriggerTerms.Action, until end: Int64) -> TriggerTerms {
      var terms = TriggerTerms(
        side, amount, of: pair.tokens, when: condition, action, until: end, by: account.address)
      terms.other = oneCancelsOther
      return terms
    }
    var terms = described(
      post ? .post(order: 0) : .deal(bound), until: Int64(LocalTime.now()) &+ Int64(clamping: lifetime))
    if !sending.again, let twin = try await journal.triggers(in: [.armed]).first(where: { $0.terms.isLike(terms) }) {
      throw CommandFailure(
        .init("exchange.armedAlready", .notConfirmed), UnconfirmedTradeRefusal.armedAlready(twin.id))
    }
    // A deal takes orders of each exchange that there is.
    try await context.agree(
      toCodeOf: post ? [try market.exchange(chosen.version).version] : OrderVersion.allCases, in: market)
    let writer = TriggerWriter(market: market, language: language)
    let orders = LimitOrders(market, journal)
    var order: (plan: LimitOrderPlan, isNew: Bool)?
    if post {
      var request = LimitOrderRequest(
        side, amount, of: pair, at: try PairPrice(price ?? "", of: pair), for: lifetime, "\(expires) when \(when)",
        by: account.address)
      request.version = chosen.version
      // A dry run begins anew.
      let earlier = context.prompts.isDryRun ? nil : try await orders.unarmed(request, isAnother: sending.again)
      let plan = try await context.progress(language[ExchangeText.planningOrder]) { [request] _ in
        try await orders.plan(request, goingOnWith: earlier)
      }
      // It is over when its order is.
      terms = described(terms.action, until: Int64(clamping: plan.expiry))
      order = (plan, earlier == nil)
    }
    let shortage = try await warn(of: terms, pair, market, writer, context)
    var fields: Fields = [
      language[ExchangeTriggerText.when]: StyledText(writer.condition(terms)),
      language[ExchangeTriggerText.act]: StyledText(writer.action(terms), .strong),
      language[Label.mind]: StyledText(language[ExchangeTriggerText.way(isDeal: !post)]),
      language[ExchangeLabel.expires]: StyledText(LocalTime.text(terms.expiry, in: language)),
      language[Label.from]: "\(account.name) \(account.address)",
    ]
    fields.add(language[Label.mind], StyledText(language[ExchangeTriggerNote.ownOrders]))
    guard !context.prompts.isDryRun else {
      return Report(.object(JSONObject([("state", .string("planned"))] + writer.members(terms)))) { fields }
    }
    // A sale without the allowance would fail for good when it fires.
    if let shortage, side == .sell {
      throw CommandFailure(.init("exchange.allowance", .insufficientFunds), shortage)
    }
    if let order {
      try await context.allow(order.plan.approval, of: order.plan.gives.token, by: account, at: place)
      let signers = try await context.accounts.unlock(account) {
        try await context.prompts.confirm(StyledText(language[ExchangeTriggerText.question]), fields)
      }
      let signed = try await orders.sign(order.plan, by: signers.account, isAnother: order.isNew)
      terms = described(.post(order: signed.id), until: Int64(clamping: signed.unsigned.order.expiry))
    } else {
      try await context.prompts.confirm(StyledText(language[ExchangeTriggerText.question]), fields)
    }
    let trigger = try await journal.arm(terms)
    let isWatched = MonitorLock.holder(book: journal.path, scope: ExchangeDaemon.scope) != nil
    return Report(.object(JSONObject([("trigger", writer.json(trigger)), ("watched", .bool(isWatched))]))) {
      StyledText(language[ExchangeTriggerText.added(trigger.id)], .good)
      fields
      if !isWatched {
        StyledText("\(language[ExchangeTriggerText.unwatched]) ") + StyledText("lectures exchange daemon", .action)
      }
    }
  }

  /// Says what stands in the way, or will not wait.
  ///
  /// - Returns: The allowance that a deal lacks at each exchange; nil where one suffices.
  private func warn(
    of terms: TriggerTerms, _ pair: DirectoryPair, _ market: ExchangeMarket, _ writer: TriggerWriter,
    _ context: CommandContext
  ) async throws -> ShortageRefusal? {
    let language = context.language
    func warn(_ text: ExchangeTriggerText) { context.warn(StyledText(language[text])) }
    do {
      let snapshot = try await TriggerObserver(of: market).snapshot(of: pair, for: terms.account)
      if let price = snapshot.price(of: terms.amount, on: terms.condition.side) {
        if terms.condition.isMet(by: price) { warn(.holdsAlready(writer.price(price, terms))) }
      } else {
        warn(.thin)
      }
    } catch {
      warn(.unseen(CommandFailure(error).words(in: language).sentences))
    }
    guard case .deal = terms.action else { return nil }
    let (gives, need) = (terms.side == .sell ? pair.base : pair.quote, terms.needed)
    let balance = try await market.balance(of: terms.account, in: gives)
    if balance.units < need { warn(.lacks(balance.text(in: language))) }
    var allowances: [OrderVersion: TokenAmount] = [:]
    for version in OrderVersion.allCases {
      guard let spender = market.contracts.spender(of: version) else { continue }
      allowances[version] = try await market.allowance(of: terms.account, for: spender, in: gives)
    }
    guard let version = market.contracts.preferred, let allowance = allowances[version], allowance.units < need else {
      return nil
    }
    let shortage = ShortageRefusal.allowance(allowance, needed: TokenAmount(need, of: gives), of: nil)
    warn(.mayNotMove(allowance.text(in: language), approval: shortage.command))
    return allowances.values.contains { $0.units >= need } ? nil : shortage
  }
}
