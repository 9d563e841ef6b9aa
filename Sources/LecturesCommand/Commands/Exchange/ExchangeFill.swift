import ArgumentParser
import Exchange
import Localization
import Operations
import Orders
import Primitives
import StrictJSON
import Terminal
import Tokens

/// `lectures exchange fill PAIR --buy A`, `lectures exchange fill HASH|FILE`
struct ExchangeFill: SendingCommand {
  static let configuration = CommandConfiguration(
    "fill", "Fill one order, or the best ones.",
    examples: [
      "lectures exchange fill TKA/WKAIA --buy 100 --from student1": "at most 0.5% above the best price; asks first",
      "lectures exchange fill TKA/WKAIA --spend 30 --price 0.31 --from student1": "",
      "lectures exchange fill TKA/WKAIA --sell 100 --exact --from student1 --yes": "all of it or nothing",
      "lectures exchange fill TKA/WKAIA --buy 100 --retry 3 --from student1": "the rest too, if others were faster",
      "lectures exchange fill order.json --from student1": "an order from a file; it takes no relay",
      "lectures exchange fill 0x3d2bc9ce5bd8ff3f7c0d8b7e7ad8c5a46a2f5d3e1b0c9f8e7d6c5b4a39281706 --amount 5 --from student1":
        "5 tokens of what the order asks for",
    ],
    after: """
      No order worse than --price or --slippage allows is put into the transaction, so the contract cannot do worse, \
      whatever happens meanwhile. Before it is signed the transaction is simulated, and both sides' balances are \
      shown. A trade like one of the last hour is not made again without --again. If a trade of two transactions is \
      interrupted between them, run the same command again: it continues within the price of the first. With --retry \
      the part whose orders were gone in the block is tried again; never if the account lacked funds, nor while a \
      transaction's outcome is unknown.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var idempotencyKey: IdempotencyKeyOptions
  @OptionGroup var gasPrice: GasPriceOptions
  @OptionGroup var gasLimit: GasLimitOptions
  @OptionGroup var deal: DealOptions
  @OptionGroup var repetition: DealRetryOptions
  @Argument(
    help: ArgumentHelp(
      "Two tokens, as in TKA/WKAIA, or an order: its hash, or a file with it.", valueName: "pair|order"))
  var object: String
  @OptionGroup var quantity: DealQuantity
  @Option(
    help: ArgumentHelp(
      "Of one order: the most to pay, in the token that it asks for; without it all that can be filled.",
      valueName: "amount"))
  var amount: String?

  func run(in context: CommandContext) async throws -> Report {
    let runner = DealRunner(context: context, options: deal, retries: repetition.retry)
    if let order = OrderName(object) {
      if let given = quantity.given { throw UsageRule.goesWith(given, "PAIR") }
      return try await runner.fill(order, amount)
    }
    if amount != nil { throw UsageRule.goesWith("--amount", "HASH") }
    return try await runner.run(object) { pair throws(TokenError) in try quantity.amount(of: pair) }
  }
}

/// The arguments of a trade of an amount of a pair's base token.
struct MarketTradeArguments: ParsableArguments, Sendable {
  @OptionGroup var deal: DealOptions
  @OptionGroup var repetition: DealRetryOptions
  @Argument(help: "Two tokens, as in TKA/WKAIA.") var pair: String
  @Argument(help: "The amount of the base token.") var amount: String

  /// Trades the amount on one side.
  func run(_ side: @Sendable (UInt256) -> DealAmount, in context: CommandContext) async throws -> Report {
    try await DealRunner(context: context, options: deal, retries: repetition.retry).run(pair) {
      pair throws(TokenError) in side(try pair.base.unit.amount(amount))
    }
  }
}

/// `lectures exchange buy PAIR AMOUNT`
struct ExchangeBuy: SendingCommand {
  static let configuration = CommandConfiguration(
    "buy", "Buy a token at the market's price.",
    examples: ["lectures exchange buy TKA/WKAIA 100 --from student1": "short for fill --buy"])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var idempotencyKey: IdempotencyKeyOptions
  @OptionGroup var gasPrice: GasPriceOptions
  @OptionGroup var gasLimit: GasLimitOptions
  @OptionGroup var trade: MarketTradeArguments

  func run(in context: CommandContext) async throws -> Report {
    try await trade.run({ .buying($0) }, in: context)
  }
}

/// `lectures exchange sell PAIR AMOUNT`
struct ExchangeSell: SendingCommand {
  static let configuration = CommandConfiguration(
    "sell", "Sell a token at the market's price.",
    examples: ["lectures exchange sell TKA/WKAIA 100 --from student1": "short for fill --sell"])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var idempotencyKey: IdempotencyKeyOptions
  @OptionGroup var gasPrice: GasPriceOptions
  @OptionGroup var gasLimit: GasLimitOptions
  @OptionGroup var trade: MarketTradeArguments

  func run(in context: CommandContext) async throws -> Report {
    try await trade.run({ .selling($0) }, in: context)
  }
}
