import ArgumentParser
import Localization
import Operations
import Orders
import Primitives
import StrictJSON
import Terminal
import Tokens

/// `lectures exchange tokens`: lists the tokens that are known, who says so, and what the account has of them; adds and
/// trusts some, and takes allowances back.
struct ExchangeTokens: SendingCommand {
  static let configuration = CommandConfiguration(
    "tokens", "List the tokens that are known.",
    examples: [
      "lectures exchange tokens": "",
      "lectures exchange tokens --search TKA --from student1": "with what the account holds of them",
      "lectures exchange tokens --approvals --from student1": "and with what others may move",
      "lectures exchange tokens --revoke TKA --from student1": "revokes the exchanges' allowances",
      "lectures exchange tokens --list https://tokens.uniswap.org": "a list, of which nothing is kept",
      "lectures exchange tokens --trust 0x19Aac5f612f524B754CA7e7c41cbFa2E981A4432": "trust a token by hand",
    ],
    after: """
      The tokens are those of the lists in the setting token-lists and of the setting trusted-tokens, beside the \
      network's coin as a token and the token of fees. A token that is on no list and not trusted is marked with a \
      question mark.
      A list that was added with --add is kept as it was then. A later version that takes tokens away or changes \
      them does not count until --list shows it and it is agreed to.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var gasPrice: GasPriceOptions
  @OptionGroup var gasLimit: GasLimitOptions
  @Option(help: ArgumentHelp("A part of the symbol, the name or the address.", valueName: "text")) var search: String?
  @Option(help: ArgumentHelp("Show the tokens of a list: a file or an https:// address.", valueName: "list"))
  var list: String?
  @Option(
    help: ArgumentHelp(
      "Add a list: a file or an https:// address. A token's address does the same as --trust.",
      valueName: "address|list")) var add: String?
  @Option(help: ArgumentHelp("Trust the token at an address.", valueName: "address")) var trust: String?
  @Flag(help: "Show how much others may move: the exchanges, and each --spender.") var approvals = false
  @Option(
    help: ArgumentHelp("Another account whose allowances count. Can be repeated.", valueName: "address"),
    completion: .known(.names))
  var spender: [String] = []
  @Option(
    help: ArgumentHelp("Revoke a token's allowances of the exchanges and each --spender.", valueName: "token"))
  var revoke: String?

  func validate() throws {
    let ways = [("--list", list), ("--add", add), ("--trust", trust), ("--revoke", revoke)].filter { $0.1 != nil }
    if ways.count > 1 { throw UsageRule.either(ways[0].0, ways[1].0) }
    if !spender.isEmpty && !approvals && revoke == nil { throw UsageRule.goesWith("--spender", "--approvals") }
    if let way = ways.first, approvals { throw UsageRule.either(way.0, "--approvals") }
    if let way = ways.first, search != nil, list == nil { throw UsageRule.either(way.0, "--search") }
  }

  func run(in context: CommandContext) async throws -> Report {
    if let list { return try await TokenAdding(context: context).show(list, like: search) }
    if let trust { return try await TokenAdding(context: context).trust(try Self.address(trust)) }
    if let add {
      guard add.lowercased().hasPrefix("0x") else { return try await TokenAdding(context: context).add(add) }
      return try await TokenAdding(context: context).trust(try Self.address(add))
    }
    var others: [Address] = []
    for name in spender { others.append(try await context.accounts.address(of: name)) }
    if let revoke { return try await take(back: revoke, others, in: context) }
    return try await listed(others, in: context)
  }

  private static func address(_ text: String) throws(CommandFailure) -> Address {
    do throws(PrimitivesError) {
      return try Address(text)
    } catch { throw CommandFailure(.usage, TokenRefusal.address(text, error.inOneLine)) }
  }

  private func listed(_ others: [Address], in context: CommandContext) async throws -> Report {
    let language = context.language
    var owner: Address?
    if try approvals || context.settings.account() != nil || context.settings.accountAddress() != nil {
      owner = try await context.accounts.address(of: context.options.account)
    }
    let (market, _) = try await context.market(mentioning: [search].compactMap { $0 })
    let found = try await context.progress(language[ExchangeText.readingTokens]) { [owner] _ in
      let listing = TokenListing(market)
      return try await listing.read(
        like: search, of: owner, spenders: approvals ? listing.spenders(beside: others) : [])
    }
    let open = found.flatMap(\.approvals).filter(\.isOpen)
    var names: [Address: StyledText] = [:]
    for approval in open where names[approval.spender.address] == nil {
      names[approval.spender.address] = await context.names.text(of: approval.spender.address)
    }
    let known = names
    let refused = market.tokens.refused.filter { $0.isLike(search) }
    return Report([
      "account": .text(owner?.checksummed), "tokens": .array(found.map(\.json)), "approvals": .array(open.map(\.json)),
      "refused": .array(refused.map(\.json)),
    ]) {
      TokenTable(language: language, hasOwner: owner != nil).table(of: found)
      for text in LeftOutTokenText.lines(of: [], refused) { StyledText(language[text], .warning) }
      if approvals { TokenTable(language: language, hasOwner: true).table(of: open, known) }
    }
  }

  private func take(back name: String, _ others: [Address], in context: CommandContext) async throws -> Report {
    let language = context.language
    let (market, place) = try await context.market(mentioning: [name])
    let token = try market.token(name)
    let account = try await context.accounts.acting()
    let listing = TokenListing(market)
    let spenders = listing.spenders(beside: others)
    func approvals() async throws -> [TokenApproval] {
      try await context.progress(language[ExchangeText.readingTokens]) { _ in
        try await listing.read(among: [token.address], of: account.address, spenders: spenders).flatMap(\.approvals)
      }
    }
    let runner = AllowanceRunner(context: context, market: market, place: place)
    var revoked: [JSON] = []
    var blocks: [Report.Block] = []
    for approval in try await approvals() where approval.isOpen {
      let spender = approval.spender.address
      let steps = runner.revocation(of: token, for: spender, from: approval.amount)
      switch try await runner.carryOut(steps, of: token, for: spender, by: account) {
      case .simulated(let report): return report
      case .sent(let reports):
        revoked += reports.map { report in
          [
            "spender": .string(spender.checksummed), "protocol": .text(approval.spender.version?.rawValue),
            "before": approval.amount?.json ?? .null, "transaction": report.result["transaction"] ?? .null,
          ]
        }
        blocks += reports.flatMap(\.blocks)
      }
    }
    let shown = blocks
    let left = try await approvals().filter(\.isOpen)
    return Report([
      "account": .string(account.address.checksummed), "tokens": [], "approvals": .array(left.map(\.json)),
      "refused": [], "revoked": .array(revoked),
    ]) {
      if revoked.isEmpty {
        language[ApprovalText.nothingAllowed(token.shown)]
      } else {
        language[ExchangeTokenText.revoked(revoked.count, token.shown)]
      }
      shown
    }
  }
}

extension RefusedClaim {
  /// Whether symbol, name or address have a text in them, in letters of any case; nil is in all.
  fileprivate func isLike(_ search: String?) -> Bool {
    guard let needle = search?.lowercased() else { return true }
    return [claim.symbol, claim.name, claim.address.lowercaseHex].contains { $0.lowercased().contains(needle) }
  }
}
