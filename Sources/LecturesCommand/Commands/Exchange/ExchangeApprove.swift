import ArgumentParser
import ContractClient
import Exchange
import Localization
import NodeRPC
import Operations
import OrderBook
import Orders
import Primitives
import StrictJSON
import Terminal
import Tokens

/// `lectures exchange approve TOKEN AMOUNT`: lets the exchange move tokens, or takes that back.
struct ExchangeApprove: SendingCommand {
  static let configuration = CommandConfiguration(
    "approve", "Let the exchange move your tokens.",
    examples: [
      "lectures exchange approve TKA 100 --from student1": "100 of them, if it may not move as many yet",
      "lectures exchange approve TKA --revoke --from student1": "none any more",
      "lectures exchange approve TKA --unlimited --from student1": "all, for ever; asks for the token's symbol",
      "lectures exchange approve TKA 100 --permit --from student1 --submit-from teacher":
        "student1 signs, and teacher pays the fee",
      "lectures exchange approve TKA 5 --spender 0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB --from student1":
        "somebody else, who can take them at any time",
    ],
    after: """
      Nothing is sent where the allowance suffices. Some tokens change an allowance only from zero or to zero: there \
      the old one is set to zero first. With --yes, --unlimited wants the token's symbol: --symbol.
      With --permit the account only signs, where the token takes that: the signature counts for 20 minutes, and any \
      account can bring it to the token.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions
  @OptionGroup var protocolOptions: ProtocolOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var gasPrice: GasPriceOptions
  @OptionGroup var gasLimit: GasLimitOptions
  @Argument(help: "The token, by symbol, name or address.") var token: String
  @Argument(help: "The amount, as in 1.5.") var amount: String?
  @Flag(help: "Revoke the exchange's allowance.") var revoke = false
  @Flag(help: "Let the exchange move any amount, for ever.") var unlimited = false
  @Option(help: "The token's symbol, by which --unlimited is agreed to.") var symbol: String?

  @Option(
    help: ArgumentHelp(
      "Another account than the exchange that may move them: whenever it wants, and without an order of yours.",
      valueName: "account"), completion: .known(.names))
  var spender: String?

  @Flag(help: "Sign the allowance instead of sending it, where the token takes that.") var permit = false
  @Option(
    help: ArgumentHelp("The account that sends what was signed, and pays.", valueName: "account"),
    completion: .known(.accounts))
  var submitFrom: String?

  func validate() throws {
    if permit && amount == nil { throw UsageRule.goesWith("--permit", "AMOUNT") }
    if submitFrom != nil && !permit { throw UsageRule.goesWith("--submit-from", "--permit") }
    guard [amount != nil, revoke, unlimited].count(where: \.self) == 1 else {
      throw UsageRule.allowanceMissing
    }
    if spender != nil && permit { throw UsageRule.either("--spender", "--permit") }
    if spender != nil && protocolOptions.version != nil { throw UsageRule.either("--spender", "--protocol") }
    if symbol != nil && !unlimited { throw UsageRule.goesWith("--symbol", "--unlimited") }
  }

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    let (market, place) = try await context.market(mentioning: [token])
    let token = try market.token(token)
    let wanted = try amount.map { text throws(TokenError) in try TokenAmount(text, of: token) }
    if wanted?.units == 0 { throw CommandFailure(.usage, ApprovalRefusal.nothing) }
    let (spender, version) = try await mover(in: market, place, context)
    if !revoke, let version { try await context.agree(toCodeOf: [version], in: market) }
    let account = try await context.accounts.acting()
    if permit, let wanted, let version {
      var sender = account
      if let submitFrom { sender = try await context.accounts.account(named: submitFrom) }
      return try await PermitRunner(context: context, market: market, place: place, version: version).run(
        wanted, for: spender, of: account, sentBy: sender)
    }
    let runner = AllowanceRunner(context: context, market: market, place: place)
    let (before, steps) = try await context.progress(language[ExchangeText.readingTokens]) { _ in
      let before = try await market.allowance(of: account.address, for: spender, in: token)
      return (before, try await self.steps(wanted, of: token, from: before, spender, version, account.address, runner))
    }
    if unlimited, !steps.isEmpty { try await agree(to: token, in: context) }
    if steps.count > 1 { context.note(language[ApprovalText.throughZero(before.text(in: language))]) }
    let sent: [Report]
    switch try await runner.carryOut(steps, of: token, for: spender, by: account) {
    case .simulated(let report): return report
    case .sent(let reports): sent = reports
    }
    let after =
      steps.isEmpty ? before : try await market.allowance(of: account.address, for: spender, in: token)
    return Report([
      "token": .string(token.address.checksummed), "protocol": .text(version?.rawValue),
      "spender": .string(spender.checksummed), "before": before.json, "after": after.json,
      "steps": .array(sent.map(\.result)),
      "transaction": sent.last?.result["transaction"] ?? .null, "permit": .null,
    ]) {
      if version == nil {
        StyledText(language[ForeignAllowanceText(after, for: spender)], steps.isEmpty ? .plain : .good)
      } else {
        ApprovalText.outcome(after, sent: !steps.isEmpty, in: language)
      }
      sent.flatMap(\.blocks)
    }
  }

  /// The account that may move the tokens, and the version of the exchange that it moves them for; nil for somebody else,
  /// of whom it is said what that means.
  private func mover(
    in market: ExchangeMarket, _ place: Connection, _ context: CommandContext
  ) async throws -> (spender: Address, version: OrderVersion?) {
    guard let spender else {
      let version = try market.exchange(protocolOptions.version).version
      guard let spender = market.contracts.spender(of: version) else { throw ExchangeError.noContract(version) }
      return (spender, version)
    }
    let address = try await context.accounts.address(spender, of: "--spender")
    if let version = OrderVersion.allCases.first(where: { market.contracts.spender(of: $0) == address }) {
      return (address, version)
    }
    if !revoke {
      let isContract = try await !place.connection.node.code(of: address).isEmpty
      context.warn(StyledText(context.language[ForeignSpenderText(address, isContract: isContract)]))
    }
    return (address, nil)
  }

  /// The steps, each with the amount that it leaves; nil is any amount.
  private func steps(
    _ wanted: TokenAmount?, of token: DirectoryToken, from before: TokenAmount, _ spender: Address,
    _ version: OrderVersion?, _ owner: Address, _ runner: AllowanceRunner
  ) async throws -> [AllowanceRunner.Step] {
    if revoke { return runner.revocation(of: token, for: spender, from: before) }
    let approval = try await runner.market.calls.approval(
      of: token.address, amount: wanted?.units ?? .max, for: spender, by: owner, isKnownSpender: version != nil)
    return zip(approval.steps, approval.plan.steps).map { call, units in
      (call, units == .max ? nil : TokenAmount(units, of: token))
    }
  }

  /// Makes sure that an allowance without a bound is meant: by the token's symbol, typed or given.
  private func agree(to token: DirectoryToken, in context: CommandContext) async throws {
    if let symbol {
      guard symbol == token.label else {
        throw CommandFailure(.usage, ApprovalRefusal.otherSymbol(symbol, of: token.label))
      }
      return
    }
    if context.isDryRun { return }
    guard context.prompts.isAnswered else {
      throw CommandFailure(.needsConfirmation, ApprovalRefusal.unlimited(token.label))
    }
    let language = context.language
    try await context.prompts.confirm(
      language[ApprovalText.unlimitedQuestion(token.shown)],
      [language[ExchangeLabel.address]: StyledText(token.address.checksummed)], typing: token.label)
  }
}
