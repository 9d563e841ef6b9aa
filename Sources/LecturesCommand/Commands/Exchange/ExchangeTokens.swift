import ArgumentParser
import Localization
import Operations
import Orders
import Primitives
import StrictJSON
import Terminal
import Tokens

/// `lectures exchange tokens`: lists the tokens that are known, who says so, and what the account has of them.
struct ExchangeTokens: ReportingCommand {
  static let configuration = CommandConfiguration(
    "tokens", "List the tokens that are known.",
    examples: [
      "lectures exchange tokens": "",
      "lectures exchange tokens --search TKA --from student1": "with what the account holds of them",
      "lectures exchange tokens --approvals --from student1": "and with what the exchange may move",
    ],
    after: """
      The tokens are those of the lists in the setting token-lists, beside the network's coin as a token and the token \
      of fees. One that only its own contract vouches for is marked with a question mark.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: AccountOptions.title) var actingAccountOptions: ActingAccountOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @Option(help: ArgumentHelp("A part of the symbol, the name or the address.", valueName: "text")) var search: String?
  @Flag(help: "Show how much the exchange may move.") var approvals = false

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    var owner: Address?
    if try approvals || context.settings.account() != nil || context.settings.accountAddress() != nil {
      owner = try await context.accounts.address(of: context.options.account)
    }
    let (market, _) = try await context.market(mentioning: [search].compactMap { $0 })
    let found = try await context.progress(language[ExchangeText.readingTokens]) { [owner] _ in
      try await market.tokens(like: search, of: owner, withAllowances: approvals)
    }
    return Report([
      "account": .text(owner?.checksummed), "tokens": .array(found.map(\.json)),
    ]) {
      table(of: found, hasOwner: owner != nil, in: language)
    }
  }

  private func table(of tokens: [MarketToken], hasOwner: Bool, in language: Language) -> Table {
    var columns: [Table.Column] = [.name(language[ExchangeLabel.symbol])]
    if hasOwner { columns.append(.number(language[ExchangeLabel.balance])) }
    if approvals { columns.append(.number(language[ExchangeLabel.allowance])) }
    columns += [
      .text(language[ExchangeLabel.name], .useful), .text(language[ExchangeLabel.source], .useful),
      .address(language[ExchangeLabel.address]),
    ]
    var table = Table(columns, placeholder: language[ExchangeText.noTokens])
    for known in tokens {
      var cells = [StyledText(known.token.shown, .strong)]
      if hasOwner { cells.append(StyledText(known.balance.map { number($0, language) } ?? "?")) }
      if approvals { cells.append(StyledText(allowances(of: known, language))) }
      cells += [
        StyledText(known.token.name), StyledText(language[TokenSourceText(known.token.source)]),
        StyledText(known.token.address.checksummed),
      ]
      table.add(cells: cells)
    }
    return table
  }

  private func number(_ amount: TokenAmount, _ language: Language) -> String {
    amount.units == .max ? "∞" : language.decimal(amount.token.unit.text(amount.units))
  }

  private func allowances(of known: MarketToken, _ language: Language) -> String {
    OrderVersion.allCases.compactMap { version in
      known.allowances[version].map { "\(version.rawValue): \(number($0, language))" }
    }.joined(separator: ", ")
  }
}

extension MarketToken {
  /// The token in the output of `--json`.
  fileprivate var json: JSON {
    var approvals: JSONObject = [:]
    for (version, amount) in allowances { approvals[version.rawValue] = amount.json }
    return [
      "address": .string(token.address.checksummed), "symbol": .string(token.symbol), "label": .string(token.label),
      "name": .string(token.name), "decimals": .integer(token.decimals),
      "source": .string(TokenSourceText(token.source).word), "trusted": .bool(token.isVouchedFor),
      "conflicts": .array(conflicts.map { .string($0.address.checksummed) }), "balance": balance?.json ?? .null,
      "approvals": .object(approvals),
    ]
  }
}
