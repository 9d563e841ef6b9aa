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

/// `lectures exchange price PAIR`
struct ExchangePrice: ReportingCommand {
  static let configuration = CommandConfiguration(
    "price", "Show the price of a pair.",
    examples: [
      "lectures exchange price TKA/WKAIA": "the best prices",
      "lectures exchange price TKA/WKAIA --buy 100": "what 100 TKA would cost now, over all orders",
    ],
    after: "It says nothing of your own balance, and nothing is reserved.")

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions
  @OptionGroup var deal: DealOptions
  @Argument(help: "Two tokens, as in TKA/WKAIA.") var pair: String
  @OptionGroup var quantity: DealQuantity

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    let (market, _) = try await context.market(mentioning: [pair])
    let pair = try market.pair(pair)
    let amount = try quantity.amount(of: pair)
    let book = try await context.progress(language[ExchangeText.readingBook]) { _ in try await market.book(of: pair) }
    try book.requireReadable()
    context.warn(of: book.failures)
    let (ask, bid) = (book.best(.ask), book.best(.bid))
    guard let amount else {
      return Report([
        "pair": .pair(pair), "bestAsk": ask.map { .price($0) } ?? .null, "bestBid": bid.map { .price($0) } ?? .null,
        "block": .integer(book.block.number),
      ]) {
        [
          "\(language[ExchangeWord.ask])": StyledText(ask?.text(in: language) ?? "–"),
          "\(language[ExchangeWord.bid])": StyledText(bid?.text(in: language) ?? "–"),
        ] as Fields
      }
    }
    let request = try deal.request(amount, of: pair, by: .zero)
    let plan = try await context.progress(language[ExchangeText.checkingDeal]) { _ in
      do {
        return try await market.quote(request, among: book.orders, of: pair)
      } catch let error as ExchangeError {
        throw CommandFailure(
          ofDeal: error, request.side, isOfMakerToken: request.amount.isOfMakerToken, of: pair, in: market)
      }
    }
    let isBuying = plan.request.side == .buy
    let (pays, gets) = (isBuying ? pair.quote : pair.base, isBuying ? pair.base : pair.quote)
    let fees = DealFees(plan.fees, first: [pays, gets], knowing: market.tokens)
    func text(_ price: Fraction?) -> StyledText? {
      price.map { StyledText(PairPrice($0, of: pair).text(in: language)) }
    }
    return Report([
      "pair": .pair(pair), "side": .string(plan.request.side.rawValue),
      "best": .price(PairPrice(plan.bestPrice, of: pair)),
      "average": plan.averagePrice.map { .price(PairPrice($0, of: pair)) } ?? .null,
      "worst": plan.worstPrice.map { .price(PairPrice($0, of: pair)) } ?? .null,
      "pays": .token(plan.paid, pays), "gets": .token(plan.received, gets), "fees": fees.json,
      "orders": .integer(plan.parts.count), "complete": .bool(plan.isComplete), "block": .integer(book.block.number),
    ]) {
      fields(plan, pays, gets, fees, text, language)
    }
  }

  private func fields(
    _ plan: DealPlan, _ pays: DirectoryToken, _ gets: DirectoryToken, _ fees: DealFees,
    _ text: (Fraction?) -> StyledText?, _ language: Language
  ) -> Fields {
    var fields: Fields = [:]
    fields.add(language[ExchangeLabel.give], StyledText(TokenAmount(plan.paid, of: pays).text(in: language), .strong))
    fields.add(
      language[ExchangeLabel.get], StyledText(TokenAmount(plan.received, of: gets).text(in: language), .strong))
    fields.add(language[ExchangeLabel.average], text(plan.averagePrice))
    fields.add(language[ExchangeLabel.best], text(plan.bestPrice))
    fields.add(language[ExchangeLabel.worst], text(plan.worstPrice))
    fields.add(language[ExchangeLabel.orders], "\(plan.parts.count)")
    for fee in fees.notes(on: plan, in: language) { fields.add(language[ExchangeLabel.fees], StyledText(fee)) }
    if !plan.isComplete {
      let isBase = plan.request.amount.isOfMakerToken == (plan.request.side == .buy)
      let token = isBase == (plan.request.side == .buy) ? gets : pays
      fields.add(
        language[ExchangeLabel.missing], StyledText(TokenAmount(plan.missing, of: token).text(in: language), .warning))
    }
    return fields
  }
}

/// The amount of a deal: of the base token, or of the quote token to be spent.
struct DealQuantity: ParsableArguments, Sendable {
  @Option(help: ArgumentHelp("The amount of the base token to buy.", valueName: "amount")) var buy: String?
  @Option(help: ArgumentHelp("The amount of the base token to sell.", valueName: "amount")) var sell: String?
  @Option(help: ArgumentHelp("The amount of the quote token to spend.", valueName: "amount")) var spend: String?

  func validate() throws {
    if names.count > 1 { throw UsageRule.either(names[0], names[1]) }
  }

  /// The option that was given; nil for none.
  var given: String? { names.first }

  private var names: [String] {
    [("--buy", buy), ("--sell", sell), ("--spend", spend)].filter { $0.1 != nil }.map(\.0)
  }

  /// The amount in smallest units; nil where none is given.
  func amount(of pair: DirectoryPair) throws(TokenError) -> DealAmount? {
    if let buy { return .buying(try pair.base.unit.amount(buy)) }
    if let sell { return .selling(try pair.base.unit.amount(sell)) }
    if let spend { return .spending(try pair.quote.unit.amount(spend)) }
    return nil
  }
}
