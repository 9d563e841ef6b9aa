import ArgumentParser
import Exchange
import Localization
import Operations
import Orders
import Primitives
import StrictJSON
import Terminal
import Tokens

/// `lectures exchange fill PAIR --buy A`
struct ExchangeFill: SendingCommand {
  static let configuration = CommandConfiguration(
    "fill", "Trade at the market's price.",
    examples: [
      "lectures exchange fill TKA/WKAIA --buy 100 --from student1": "at most 0.5 % above the best price; asks first",
      "lectures exchange fill TKA/WKAIA --spend 30 --price 0.31 --from student1": "",
      "lectures exchange fill TKA/WKAIA --sell 100 --exact --from student1 --yes": "all of it or nothing",
    ],
    after: """
      No order above the bound is ever put into the transaction, so the contract cannot do worse, whatever happens \
      meanwhile. Before it is signed the transaction is carried out here, and both sides' balances are shown. A trade \
      like one of the last hour is not made again without --again.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var deal: DealOptions
  @Argument(help: "Two tokens, as in TKA/WKAIA.") var pair: String
  @OptionGroup var quantity: DealQuantity

  func run(in context: CommandContext) async throws -> Report {
    try await DealRunner(context: context, options: deal).run(pair) { pair throws(TokenError) in
      try quantity.amount(of: pair)
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
  @OptionGroup var deal: DealOptions
  @Argument(help: "Two tokens, as in TKA/WKAIA.") var pair: String
  @Argument(help: "The amount of the base token.") var amount: String

  func run(in context: CommandContext) async throws -> Report {
    try await DealRunner(context: context, options: deal).run(pair) { pair throws(TokenError) in
      .buying(try pair.base.unit.amount(amount))
    }
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
  @OptionGroup var deal: DealOptions
  @Argument(help: "Two tokens, as in TKA/WKAIA.") var pair: String
  @Argument(help: "The amount of the base token.") var amount: String

  func run(in context: CommandContext) async throws -> Report {
    try await DealRunner(context: context, options: deal).run(pair) { pair throws(TokenError) in
      .selling(try pair.base.unit.amount(amount))
    }
  }
}
