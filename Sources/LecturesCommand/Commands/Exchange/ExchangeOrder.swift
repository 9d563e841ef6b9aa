import ArgumentParser
import Exchange
import Localization
import Operations
import OrderBook
import Orders
import Primitives
import Relay
import StrictJSON
import Terminal
import Tokens

/// `lectures exchange order PAIR --sell A --price P`
struct ExchangeOrder: SendingCommand {
  static let configuration = CommandConfiguration(
    "order", "Make a limit order.",
    examples: [
      "lectures exchange order TKA/WKAIA --sell 100 --price 0.31 --from teacher": "stands for a day; asks first",
      "lectures exchange order TKA/WKAIA --buy 50 --price 0.29 --expires 7d --from teacher": "",
      "lectures exchange order TKA/WKAIA --sell 100 --price 0.31 --file order.json --from teacher":
        "into a file, for whoever gets it; at no relay",
    ],
    after: """
      Signing costs no gas; only letting the exchange move the tokens does. Until the order ends anybody may fill \
      it, at your price or better; only a cancel takes it back. It is written down before it is posted: if the run \
      is interrupted, the same command continues, and makes no second order without --again.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var idempotencyKey: IdempotencyKeyOptions
  @OptionGroup var gasPrice: GasPriceOptions
  @OptionGroup var gasLimit: GasLimitOptions
  @OptionGroup var chosen: ProtocolOptions
  @Argument(help: "Two tokens, as in TKA/WKAIA.") var pair: String
  @Option(help: ArgumentHelp("The amount of the base token to buy.", valueName: "amount")) var buy: String?
  @Option(help: ArgumentHelp("The amount of the base token to sell.", valueName: "amount")) var sell: String?
  @Option(help: ArgumentHelp("The price, in quote tokens for a base token.", valueName: "price")) var price: String
  @Option(help: ArgumentHelp("How long it stands: 30m, 8h, 7d.", valueName: "time")) var expires = "1d"
  @Option(help: ArgumentHelp("The only account that may fill it.", valueName: "account"), completion: .known(.names))
  var taker: String?
  @Option(
    help: ArgumentHelp(
      "Version 1: the most that the relay may ask of you as a fee, in the fee token; with --yes, by default nothing.",
      valueName: "amount"))
  var maxMakerFee: String?
  @Option(
    help: ArgumentHelp(
      "The salt, decimal or after 0x; version 4 has the time in ms in its high 64 bits otherwise.",
      valueName: "number"))
  var salt: String?
  @Flag(help: "Refuse an order that would be filled at once.") var postOnly = false
  @Flag(help: "Fill what others offer at the price or better first, and make the order for the rest.")
  var takeFirst = false
  @Option(
    help: ArgumentHelp("A new file for the signed order; no relay gets it.", valueName: "file"), completion: .file())
  var file: String?

  func validate() throws {
    if let rule = UsageRule.choice("--buy", buy != nil, "--sell", sell != nil) { throw rule }
    if postOnly && takeFirst { throw UsageRule.either("--post-only", "--take-first") }
    if takeFirst && file != nil { throw UsageRule.either("--take-first", "--file") }
    if idempotencyKey.id != nil && !takeFirst { throw UsageRule.goesWith("--id", "--take-first") }
    if takeFirst && taker != nil { throw UsageRule.either("--take-first", "--taker") }
  }

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    guard let lifetime = TransactionOptions.seconds(expires) else {
      throw CommandFailure(.usage, ExchangeRefusal.lifetime(expires))
    }
    let chosenSalt = try salt.map { text throws(CommandFailure) in try Self.salt(text) }
    let (market, place) = try await context.market(mentioning: [pair])
    let pair = try market.pair(pair)
    let account = try await context.accounts.acting()
    let journal = try await market.journal(at: try context.settings.exchangeBook())
    let wanted = try pair.base.unit.amount(buy ?? sell ?? "")
    let limit = try PairPrice(price, of: pair)
    var taken: Report?
    var amount = wanted
    if takeFirst {
      let runner = DealRunner(context: context, options: try DealOptions.parse([]), takesPart: true)
      if let (report, base) = try await runner.take(
        buy == nil ? .selling(wanted) : .buying(wanted), of: pair, within: limit, market, journal, account, place)
      {
        // A rest below a ten-thousandth is dust.
        amount = base < wanted ? wanted - base : 0
        if context.prompts.isDryRun { return report }
        if report.failure != nil || amount <= wanted / 10_000 {
          return Report(
            ["order": .null, "orderHash": .null, "state": "taken", "relays": [], "taken": report.result],
            failure: report.failure
          ) { report.blocks }
        }
        taken = report
      }
    }
    var request = LimitOrderRequest(
      buy == nil ? .sell : .buy, amount, of: pair, at: limit, for: lifetime, expires, by: account.address)
    request.version = chosen.version
    request.isPostOnly = postOnly
    request.isForFile = file != nil
    request.salt = chosenSalt
    if let taker { request.taker = try await context.accounts.address(taker, of: "--taker") }
    let orders = LimitOrders(market, journal)
    // A dry run begins anew.
    let earlier = context.prompts.isDryRun ? nil : try await orders.standing(request, isAnother: sending.again)
    if let earlier, let signed = earlier.signed {
      let note = language[EarlierOrder(until: UInt64(clamping: signed.order.expiry))]
      if let file { return try await write(signed, to: file, at: market, language, noting: note) }
      return try report(try await orders.post(earlier), context, after: taken, noting: note)
    }
    if let file, !context.prompts.isDryRun { try OrderFile.requireFree(file) }
    let plan = try await context.progress(language[ExchangeText.planningOrder]) { [request] _ in
      try await orders.plan(request, goingOnWith: earlier)
    }
    if let fee = plan.makerFee {
      let most = try maxMakerFee.map { try TokenAmount($0, of: fee.token).units } ?? (context.options.yes ? 0 : .max)
      guard fee.units <= most else {
        throw CommandFailure(
          .init("exchange.makerFee", .overLimit), ExchangeRefusal.makerFee(fee.text(in: .english)))
      }
    }
    try await context.agree(toCodeOf: [try market.exchange(chosen.version).version], in: market)
    let fields = fields(of: plan, account, language)
    if file == nil, !market.relays.isEmpty, lifetime <= RelayRules.leastTime {
      context.warn(StyledText(language[ShortOrder(lasting: expires, least: RelayRules.leastTime)]))
    }
    guard !context.prompts.isDryRun else {
      return Report(["order": plan.order.order.json, "orderHash": .string(plan.order.hash.hex), "state": "planned"]) {
        fields
      }
    }
    let isToBeLet = !plan.approval.steps.isEmpty
    let agree = { try await context.prompts.confirm(language[OrderQuestion(plan)], fields) }
    if isToBeLet {
      // Nothing is let before the order, with its price and its fees, is agreed to; it is signed as it was shown.
      try await agree()
      try await context.allow(plan.approval, of: plan.gives.token, by: account, at: place)
    }
    let signers = try await context.accounts.unlock(account) { if !isToBeLet { try await agree() } }
    if let file {
      let signed = try await orders.signForFile(plan, by: signers.account, isAnother: sending.again)
      return try await write(signed, to: file, at: market, language)
    }
    let outcome = try await orders.place(plan, signedBy: signers.account, isAnother: sending.again)
    return try report(outcome, context, after: taken)
  }

  /// Writes a signed order to its file.
  private func write(
    _ signed: AnySignedOrder, to file: String, at market: ExchangeMarket, _ language: Language,
    noting note: StyledText? = nil
  ) async throws -> Report {
    try await OrderFile.write(signed, to: file, for: market.exchanges.all.map(\.contract))
    return report(signed, "signed", [], language) {
      if let note { note }
      language[ExchangeText.orderWritten(file)]
    }
  }

  /// Says which relays have the order, and what kept others from it.
  private func report(
    _ outcome: OrderPlacement.Outcome, _ context: CommandContext, after taken: Report?, noting note: StyledText? = nil
  ) throws -> Report {
    let language = context.language
    var unposted = UnpostedOrders()
    context.warn(of: unposted.add(outcome))
    let failure = unposted.failure
    let relays = outcome.order.postings.filter { $0.state == .posted }.map(\.relay)
    guard let signed = outcome.order.signed else { throw OrderJournalError(.wrongStep, "The order is not signed.") }
    return report(signed, outcome.order.state.rawValue, relays, language, after: taken, failure: failure) {
      if let taken { taken.blocks }
      if let note { note }
      if relays.isEmpty {
        if failure == nil { language[ExchangeText.orderSigned] }
      } else {
        for relay in relays { language[ExchangeText.orderPlaced(relay)] }
      }
    }
  }

  /// The number of a salt, decimal or hexadecimal.
  private static func salt(_ text: String) throws(CommandFailure) -> UInt256 {
    do throws(PrimitivesError) {
      return try UInt256(parsing: text.trimmed)
    } catch { throw CommandFailure(.usage, ExchangeRefusal.salt(text)) }
  }

  private func report(
    _ signed: AnySignedOrder, _ state: String, _ relays: [String], _ language: Language, after taken: Report? = nil,
    failure: CommandFailure? = nil, @ReportBuilder _ blocks: () -> [Report.Block]
  ) -> Report {
    Report(
      [
        "order": signed.json, "orderHash": .string(signed.hash.hex), "state": .string(state),
        "relays": .array(relays.map { .string($0) }), "taken": taken?.result ?? .null,
      ], failure: failure
    ) {
      blocks()
      ["\(language[ExchangeLabel.order])": StyledText(signed.hash.hex)] as Fields
    }
  }

  private func fields(of plan: LimitOrderPlan, _ account: ActingAccount, _ language: Language) -> Fields {
    var fields = LimitOrderText(plan: plan, language: language).fields(by: account)
    if let crosses = plan.crosses {
      fields.add(language[Label.mind], StyledText(language[OrderCrossing(crosses)], .warning))
    }
    if !plan.crossesOwn.isEmpty {
      fields.add(language[Label.mind], StyledText(language[OwnOrderCrossing(plan.crossesOwn)], .warning))
    }
    return fields
  }
}
