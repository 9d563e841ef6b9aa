import ArgumentParser
import Exchange
import Localization
import Operations
import OrderBook
import Primitives
import StrictJSON
import Terminal
import Tokens

/// `lectures exchange wrap AMOUNT`
struct ExchangeWrap: SendingCommand {
  static let configuration = CommandConfiguration(
    "wrap", "Make tokens of the network's coin.",
    examples: ["lectures exchange wrap 10 --from student1": "10 KLAY become 10 WKLAY, which an exchange can move"])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions
  @OptionGroup var sending: SendingOptions
  @Argument(help: "The amount, in whole coins.") var amount: String

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    let (market, place) = try await context.market()
    let amount = try TokenAmount(amount, of: try market.wrapped())
    let account = try await context.accounts.acting()
    return try await context.runner.carryOut(language[ExchangeText.checking], by: account, at: place) {
      try await $0.wrap(amount, in: market)
    } report: { receipt in
      let mined = MinedTransaction(receipt)
      return Report(["amount": .token(amount.units, amount.token), "transaction": mined.json(on: place.network)]) {
        language[ExchangeText.wrapped(amount.text(in: language))]
        mined.fields(on: place.network, in: language)
      }
    }
  }
}

/// `lectures exchange unwrap AMOUNT`
struct ExchangeUnwrap: SendingCommand {
  static let configuration = CommandConfiguration(
    "unwrap", "Make the network's coin of its token.",
    examples: ["lectures exchange unwrap 10 --from student1": "10 WKLAY become 10 KLAY"])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions
  @OptionGroup var sending: SendingOptions
  @Argument(help: "The amount, in whole coins.") var amount: String

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    let (market, place) = try await context.market()
    let amount = try TokenAmount(amount, of: try market.wrapped())
    let account = try await context.accounts.acting()
    return try await context.runner.carryOut(language[ExchangeText.checking], by: account, at: place) {
      try await $0.unwrap(amount, in: market)
    } report: { receipt in
      let mined = MinedTransaction(receipt)
      return Report(["amount": .token(amount.units, amount.token), "transaction": mined.json(on: place.network)]) {
        language[ExchangeText.unwrapped(place.network.text(Amount(wei: amount.units), in: language))]
        mined.fields(on: place.network, in: language)
      }
    }
  }
}

/// `lectures exchange approve TOKEN AMOUNT`
struct ExchangeApprove: SendingCommand {
  static let configuration = CommandConfiguration(
    "approve", "Let the exchange move a token.",
    examples: [
      "lectures exchange approve TKA 100 --from teacher": "as much as orders for 100 need; asks first",
      "lectures exchange approve TKA --revoke --from teacher": "take it back",
    ],
    after: """
      An exchange moves tokens by your own signed orders alone, up to what you let it. Nothing is sent where it may move \
      as much already. Tokens that refuse to change an amount are set to zero first.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var chosen: ProtocolOptions
  @Argument(help: "The token: symbol, name or address.") var token: String
  @Argument(help: "The amount.") var amount: String?
  @Flag(help: "Take the allowance back.") var revoke = false

  func validate() throws {
    if (amount == nil) != revoke { throw UsageRule.either("AMOUNT", "--revoke") }
  }

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    let (market, place) = try await context.market(mentioning: [token])
    let token = try market.token(token)
    let account = try await context.accounts.acting()
    let exchange = try market.exchange(chosen.version)
    guard let text = amount else {
      return try await context.runner.carryOut(language[ExchangeText.checking], by: account, at: place) { planner in
        try await planner.allow(
          market.calls.revocation(of: token.address, for: exchange.spender), TokenAmount(0, of: token), of: token,
          for: exchange.spender)
      } report: { receipt in
        let mined = MinedTransaction(receipt)
        return Report([
          "token": .token(token), "spender": .string(exchange.spender.checksummed), "before": .null,
          "after": .string("0"), "transactions": [mined.json(on: place.network)],
        ]) {
          language[ExchangeText.revoked(token.shown)]
          mined.fields(on: place.network, in: language)
        }
      }
    }
    let amount = try TokenAmount(text, of: token)
    let approval = try await market.calls.approval(
      of: token.address, amount: amount.units, for: exchange.version, by: account.address)
    var transactions: [JSON] = []
    for (step, units) in zip(approval.steps, approval.plan.steps) {
      let report = try await context.runner.carryOut(language[ExchangeText.checking], by: account, at: place) {
        planner in
        try await planner.allow(step, TokenAmount(units, of: token), of: token, for: approval.spender)
      } report: {
        Report(MinedTransaction($0).json(on: place.network))
      }
      if context.prompts.isDryRun { return report }
      transactions.append(report.result)
    }
    let (sent, isNew) = (transactions, !approval.plan.isEmpty)
    return Report([
      "token": .token(token), "spender": .string(approval.spender.checksummed),
      "before": .string(approval.plan.allowance.description),
      "after": .string((approval.plan.steps.last ?? approval.plan.allowance).description),
      "transactions": .array(sent),
    ]) {
      language[isNew ? ExchangeText.allowed(amount.text(in: language)) : .allowedAlready(amount.text(in: language))]
    }
  }
}
