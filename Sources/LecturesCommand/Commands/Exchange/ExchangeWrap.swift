import ArgumentParser
import ContractClient
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal
import Tokens

/// `lectures exchange wrap AMOUNT`: makes tokens of the chain's coin, one for one.
struct ExchangeWrap: SendingCommand {
  static let configuration = CommandConfiguration(
    "wrap", "Wrap the network's coin as tokens.",
    examples: ["lectures exchange wrap 10 --from student1": "10 coins become 10 tokens, which the exchange can move"])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var idempotencyKey: IdempotencyKeyOptions
  @OptionGroup var gasPrice: GasPriceOptions
  @OptionGroup var gasLimit: GasLimitOptions
  @Argument(help: "The amount, as in 1.5.") var amount: String

  func run(in context: CommandContext) async throws -> Report {
    try await Wrapping(amount: amount, isBack: false).carriedOut(in: context)
  }
}

/// `lectures exchange unwrap AMOUNT`: makes the chain's coin of tokens.
struct ExchangeUnwrap: SendingCommand {
  static let configuration = CommandConfiguration(
    "unwrap", "Unwrap tokens into the network's coin.",
    examples: ["lectures exchange unwrap 10 --from student1": "10 tokens become 10 coins"])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var idempotencyKey: IdempotencyKeyOptions
  @OptionGroup var gasPrice: GasPriceOptions
  @OptionGroup var gasLimit: GasLimitOptions
  @Argument(help: "The amount, as in 1.5.") var amount: String

  func run(in context: CommandContext) async throws -> Report {
    try await Wrapping(amount: amount, isBack: true).carriedOut(in: context)
  }
}

/// The change of the chain's coin into a token, or back.
private struct Wrapping: Sendable {
  let amount: String
  /// Whether tokens become coins.
  let isBack: Bool

  func carriedOut(in context: CommandContext) async throws -> Report {
    let language = context.language
    let (market, place) = try await context.market()
    let wanted = try TokenAmount(amount, of: try market.wrappedCoin())
    guard wanted.units > 0 else { throw CommandFailure(.usage, ApprovalRefusal.nothing) }
    let account = try await context.accounts.acting()
    return try await context.runner.carryOut(language[ExchangeText.checking], by: account, at: place) {
      isBack
        ? try await $0.trading.unwrap(wanted, in: market) : try await $0.trading.wrap(wanted, in: market)
    } report: { receipt in
      let balance = try await market.balance(of: account.address, in: wanted.token)
      return Report([
        "token": .string(wanted.token.address.checksummed), "amount": wanted.json, "balance": balance.json,
        "transaction": receipt.json(on: place.network),
      ]) {
        isBack
          ? language[ExchangeText.unwrapped(place.network.text(Amount(wei: wanted.units), in: language))]
          : language[ExchangeText.wrapped(balance.text(in: language))]
        receipt.fields(on: place.network, in: language)
      }
    }
  }
}
