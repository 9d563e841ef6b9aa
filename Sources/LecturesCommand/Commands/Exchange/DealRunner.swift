import ContractClient
import Exchange
import Listening
import Localization
import Operations
import OrderBook
import Orders
import Primitives
import StrictJSON
import Terminal
import Tokens

/// Carries a deal out: reads the book, lets the exchange move what is needed, shows the deal, asks, sends and reports.
struct DealRunner: Sendable {
  let context: CommandContext
  let options: DealOptions
  /// The most further transactions for what is missing.
  var retries = 0
  /// Whether a part of the amount is all that is asked for, as ahead of an order for the rest.
  var takesPart = false

  private var language: Language { context.language }

  /// Trades an amount of a pair.
  ///
  /// - Parameter amount: Reads the amount, once the decimals of the tokens are known; nil where none was given.
  func run(_ text: String, _ amount: (DirectoryPair) throws(TokenError) -> DealAmount?) async throws -> Report {
    let (market, place) = try await context.market(mentioning: [text])
    let pair = try market.pair(text)
    guard let amount = try amount(pair) else { throw CommandFailure(.usage, ExchangeRefusal.howMuch) }
    let account = try await context.accounts.acting()
    let journal = try await market.journal(at: try context.settings.exchangeBook())
    var request = try options.request(amount, of: pair, by: account.address)
    if retries > 0 && options.exact { throw UsageRule.either("--exact", "--retry") }
    request.retries = retries
    let book = try await context.progress(language[ExchangeText.readingBook]) { _ in try await market.book(of: pair) }
    try book.requireReadable()
    context.warn(of: book.failures)
    return try await trade(
      request, of: pair, among: book.orders, market, journal, account, place,
      offers: Self.mostOffers)
  }

  /// The most times that a person is offered what the book has by now, after it moved under a yes.
  private static let mostOffers = 3

  /// Fills one order.
  ///
  /// - Parameter amount: The most to pay, in the token that it asks for; nil for all that can be filled.
  func fill(_ name: OrderName, _ amount: String?) async throws -> Report {
    if let option = options.bound { throw UsageRule.goesWith(option, "PAIR") }
    if retries > 0 { throw UsageRule.goesWith("--retry", "PAIR") }
    var (market, place) = try await context.market()
    let journal = try await market.journal(at: try context.settings.exchangeBook())
    let signed = try await name.signed(in: market, journal)
    let terms = signed.order
    // The contracts of tokens that no list has tell their decimals.
    (market, place) = try await context.market(mentioning: [terms.makerToken, terms.takerToken].map(\.checksummed))
    let pair = try market.pair("\(terms.makerToken.checksummed)/\(terms.takerToken.checksummed)")
    let account = try await context.accounts.acting()
    let paid = try market.token(terms.takerToken.checksummed).unit
    var request = DealRequest(
      filling: signed, with: try amount.map { text throws(TokenError) in try paid.amount(text) },
      fillable: try await market.fillable(of: signed), of: pair.tokens, by: account.address)
    request.isExact = options.exact
    request.takesFees = options.allowFees
    // The price of an order that is over is no matter: its end is the error of the trade.
    if try await market.ending(of: signed) == nil,
      let distance = try await distance(of: signed, of: pair, for: account.address, in: market)
    {
      context.warn(StyledText(language[FarFromBookText(distance)]))
      // --yes agrees to what a book gives at its prices, and to an order that was named where there is no book.
      guard !context.prompts.isAgreed || context.isDryRun else {
        throw CommandFailure(
          .init("exchange.farFromBest", .overLimit),
          UnconfirmedTradeRefusal.farFromBest(DealWarningText.percent(distance))
        )
      }
    }
    return try await trade(request, of: pair, among: [signed], market, journal, account, place, isNamed: true)
  }

  /// The share by which an order is worse than the best of others that its taker could fill. The order itself needs no
  /// relay: where none has a book within five seconds, it is said that nothing was compared.
  private func distance(
    of order: AnySignedOrder, of pair: DirectoryPair, for taker: Address, in market: ExchangeMarket
  ) async throws -> Fraction? {
    let reading = Task { try await market.comparison(of: order, of: pair, for: taker) }
    defer { reading.cancel() }
    switch try await Timeout.value(of: reading, within: .seconds(5)) {
    case .far(let share): return share
    case .near: return nil
    case .uncompared, nil:
      context.warn(StyledText(language[UncomparedPriceText()]))
      return nil
    }
  }

  /// Takes what a pair's book gives within a price, ahead of a limit order for the rest.
  ///
  /// - Returns: The report, and the base tokens that changed hands, in their smallest unit; nil where nothing can be
  ///   had.
  func take(
    _ amount: DealAmount, of pair: DirectoryPair, within price: PairPrice, _ market: ExchangeMarket,
    _ journal: OrderJournal, _ account: ActingAccount, _ place: Connection
  ) async throws -> (report: Report, base: UInt256)? {
    guard !market.relays.isEmpty else { return nil }
    var request = DealRequest(amount, of: pair.tokens, within: .price(price.fraction), by: account.address)
    request.takesFees = options.allowFees
    let book = try await context.progress(language[ExchangeText.readingBook]) { _ in try await market.book(of: pair) }
    context.warn(of: book.failures)
    // Nobody fills their own.
    guard book.entries(amount.side == .buy ? .ask : .bid).contains(where: { $0.order.maker != account.address }) else {
      return nil
    }
    var base = UInt256.zero
    do {
      let report = try await trade(
        request, of: pair, among: book.orders, market, journal, account, place
      ) {
        base = request.side == .buy ? $0.received : $0.paid
      }
      return (report, base)
    } catch let error as CommandFailure where ["exchange.slippage", "exchange.takerFee"].contains(error.code.name) {
      return nil
    }
  }

  /// Carries a wish out, and lets the exchanges move what it takes first.
  ///
  /// - Parameters:
  ///   - isNamed: Whether the one order was chosen by a person, who is told how it ended.
  ///   - offers: The most times that a person is asked anew, where the book moved since the yes and nothing was sent.
  ///   - told: Gets the run that is reported.
  private func trade(
    _ request: DealRequest, of pair: DirectoryPair, among orders: [AnySignedOrder], _ market: ExchangeMarket,
    _ journal: OrderJournal, _ account: ActingAccount, _ place: Connection, isNamed: Bool = false, offers: Int = 0,
    told: (DealRun) -> Void = { _ in }
  ) async throws -> Report {
    let versions = Set(orders.map(\.exchangeProtocol))
    try await context.agree(toCodeOf: OrderVersion.allCases.filter(versions.contains), in: market)
    let costs = try await market.costs(in: pair)
    let book: @Sendable () async throws -> [AnySignedOrder] = {
      try await market.book(of: pair).orders
    }
    let rereading = request.retries > 0 ? book : nil
    func trade(after approvals: [ApprovalCalls] = []) async throws -> Report {
      try await context.runner.carryOut(language[ExchangeText.checkingDeal], by: account, at: place) { planner in
        try await planner.trading.deal(
          request, of: pair, among: orders, costs: costs, after: approvals, in: market, journal,
          allowsFeeOnTransfer: options.allowFeeOnTransfer, rereading: rereading)
      } report: { run in
        told(run)
        return report(run, request, pair, market, place)
      }
    }
    do {
      do {
        return try await trade()
      } catch let error as ExchangeError where error.refusal.code == .allowance && !error.refusal.isMined {
        let approvals = try await market.approvals(for: request, among: orders, of: pair, journal)
        if context.prompts.isDryRun { return try await trade(after: approvals) }
        // Nothing is let before the price is agreed to. `--yes` has agreed to whatever is within the bound.
        let preview =
          context.prompts.isAgreed
          ? nil
          : try await context.runner.agree(language[ExchangeText.checkingDeal], by: account, at: place) { planner in
            try await planner.trading.preview(
              request, of: pair, among: orders, costs: costs, after: approvals, in: market, journal,
              allowsFeeOnTransfer: options.allowFeeOnTransfer)
          }
        for approval in approvals {
          guard let token = market.tokens[approval.token] else { continue }
          try await context.allow(approval, of: token, by: account, at: place) {
            try await context.progress(language[ExchangeText.checkingDeal]) { _ in try await preview?.checkAgain() }
          }
        }
        do { return try await trade() } catch let error as ExchangeError { throw error.sinceAllowing(approvals) }
      }
    } catch let error as ExchangeError {
      if isNamed, !error.isMined, [.orderGone, .expired].contains(error.code) {
        try await market.requireStanding(orders[0])
      }
      let failure = failure(error, request, pair, market)
      guard error.refusal.code == .priceMoved, offers > 0, context.prompts.isAnswered else { throw failure }
      let words = failure.after(context.sent).words(in: language)
      context.warn(StyledText([words.message, words.reason].compactMap { $0 }.joined(separator: " ")))
      return try await self.trade(
        request, of: pair, among: try await book(), market, journal, account, place, offers: offers - 1, told: told)
    }
  }

  private func report(
    _ run: DealRun, _ request: DealRequest, _ pair: DirectoryPair, _ market: ExchangeMarket, _ place: Connection
  ) -> Report {
    let text = DealRunText(run: run, pair: pair, tokens: market.tokens, language: language)
    let mined = run.results.map { MinedTransaction($0.receipt) }
    return Report(
      [
        "pair": .pair(pair), "side": .string(text.isBuying ? "buy" : "sell"),
        "paid": .token(text.paid.units, text.paid.token), "received": .token(text.received.units, text.received.token),
        "arrived": text.arrived.map(\.json) ?? .null, "fees": text.fees.json, "paidInAll": text.paidInAll.json,
        "receivedInAll": text.receivedInAll.json, "retries": .integer(run.retries),
        "complete": .bool(run.extent == .complete && shortfall(of: run, request) == nil),
        "outcome": .array(run.outcomes.flatMap(\.orders).map(Self.json)),
        "transactions": .array(mined.map { $0.json(on: place.network) }),
      ], failure: failure(of: run, request, pair, market)
    ) {
      if run.results.contains(where: { $0.receipt.earlier != nil }) { language[ExchangeText.alreadyDone] }
      for line in text.lines { line }
      for transaction in mined { transaction.fields(on: place.network, in: language) }
    }
  }

  private func failure(
    of run: DealRun, _ request: DealRequest, _ pair: DirectoryPair, _ market: ExchangeMarket
  ) -> CommandFailure? {
    do { try run.requireComplete() } catch { return failure(error, request, pair, market) }
    // At a terminal somebody agreed to less after it was shown; with --yes nobody saw it.
    guard context.prompts.isAgreed, let error = shortfall(of: run, request) else { return nil }
    return failure(error, request, pair, market)
  }

  /// The error of a deal that did all that was planned, which is less than was asked for; nil where it is not.
  private func shortfall(of run: DealRun, _ request: DealRequest) -> ExchangeError? {
    // Of one order all that can be filled is wanted where no amount was named.
    if takesPart || request.single.map({ $0.wanted == nil }) ?? false { return nil }
    let wanted = request.amount.units
    let moved = request.amount.isOfMakerToken ? run.received : run.paidInAll
    guard moved < wanted, wanted - moved >= request.dust else { return nil }
    let isOneNodesWord = run.outcomes.contains(where: \.isOneNodesWord)
    let facts: ExchangeErrors.Facts =
      request.amount.isOfMakerToken
      ? .bought(run.received, of: wanted, paid: run.paid, errors: [:], isOneNodesWord: isOneNodesWord)
      : .filled(
        paid: moved, received: run.received, planned: wanted, errors: [:], isOneNodesWord: isOneNodesWord)
    return ExchangeError(
      .partlyFilled, "Less than was asked for could be had.",
      reason: "\(moved) of \(wanted) smallest units were traded.", facts: facts)
  }

  /// The failure that an error of a deal is, its amounts told in tokens where they are known.
  private func failure(
    _ error: any Error, _ request: DealRequest, _ pair: DirectoryPair, _ market: ExchangeMarket
  ) -> CommandFailure {
    let failure = CommandFailure(
      ofDeal: error, request.side, isOfMakerToken: request.amount.isOfMakerToken, of: pair, in: market)
    // Of one order there is no more than it had left.
    guard request.single != nil, ["exchange.notFilled", "exchange.partlyFilled"].contains(failure.code.name) else {
      return failure
    }
    return failure.advising(OtherOrderAdvice(pair))
  }

  private static func json(_ order: OrderOutcome) -> JSON {
    let (state, id): (String, UInt8?) =
      switch order.state {
      case .filled: ("filled", nil)
      case .error(let id): ("error", id.rawValue)
      case .skipped: ("skipped", nil)
      }
    return [
      "orderHash": .string(order.hash.hex), "role": .string(order.role.rawValue), "state": .string(state),
      "errorId": .integer(id), "takerAmount": .string(order.fill.takerAmount.description),
      "makerAmount": .string(order.fill.makerAmount.description), "fees": .string(order.fill.takerFee.description),
    ]
  }
}

extension CommandContext {
  /// Carries out the transactions that let an exchange move a token, each shown and agreed to.
  ///
  /// - Parameter check: Makes sure, before each is sent, that what they are for still is so.
  func allow(
    _ approval: ApprovalCalls, of token: DirectoryToken, by account: ActingAccount, at place: Connection,
    checking check: () async throws -> Void = {}
  ) async throws {
    for (step, amount) in zip(approval.steps, approval.plan.steps) {
      let amount = amount == .max ? nil : TokenAmount(amount, of: token)
      _ = try await runner.carryOut(language[ExchangeText.checking], by: account, at: place) { planner in
        try await planner.trading.allow(step, amount, of: token, for: approval.spender)
      } beforeSending: {
        try await check()
      } report: { receipt in
        Report(["transaction": MinedTransaction(receipt).json(on: place.network)])
      }
      note(
        language[
          amount?.units == 0
            ? ExchangeText.revoked(token.shown) : .allowed(amount?.text(in: language) ?? token.shown)])
    }
  }
}
