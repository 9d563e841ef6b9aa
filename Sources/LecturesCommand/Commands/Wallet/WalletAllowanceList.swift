import ArgumentParser
import LectureKit
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal
import Tokens

/// `lectures wallet allowances [NAME]`: lists who may move a wallet's tokens, and takes that back.
struct WalletAllowanceList: SendingCommand {
  static let configuration = CommandConfiguration(
    "allowances", "List a wallet's token allowances.",
    examples: [
      "lectures wallet allowances student1": "",
      "lectures wallet allowances --revoke USDT --from student1": "revokes all allowances of a token",
    ],
    after: """
      It reads the tokens' Approval events of the last 40,000 blocks, and asks the tokens for what is left of each \
      allowance. A token that is on no list, not trusted and named by no exchange of the network is marked with a \
      question mark.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var gasPrice: GasPriceOptions
  @OptionGroup var gasLimit: GasLimitOptions
  @Argument(
    help: "The wallet's name or address, or a contact; the account in use by default.", completion: .known(.names))
  var wallet: String?
  @Option(help: ArgumentHelp("Revoke the allowances of a token of --from.", valueName: "token"))
  var revoke: String?
  @Option(
    help: ArgumentHelp("With --revoke: only what this one may move.", valueName: "account"), completion: .known(.names))
  var spender: String?

  func validate() throws {
    if revoke != nil && wallet != nil {
      throw UsageRule.ownAllowances
    }
    if spender != nil && revoke == nil { throw UsageRule.goesWith("--spender", "--revoke") }
  }

  func run(in context: CommandContext) async throws -> Report {
    guard let revoke else { return try await listed(in: context) }
    return try await take(back: revoke, in: context)
  }

  private func read(
    of owner: Address, at place: Connection, in context: CommandContext
  ) async throws -> WalletAllowances {
    let tokens = WalletTokens(
      context.settings, of: place.network.name, chainID: place.session.chainID, over: place.node, in: nil)
    return try await context.progress(context.language[AllowanceText.reading]) { _ in
      try await WalletAllowances.read(of: owner, naming: tokens, over: place.node)
    }
  }

  private func listed(in context: CommandContext) async throws -> Report {
    let language = context.language
    let owner =
      if let wallet { try await context.accounts.address(wallet, of: "'<wallet>'") } else {
        try await context.accounts.address(of: nil)
      }
    let place = try await context.nodes.connection()
    let found = try await read(of: owner, at: place, in: context)
    let book = (try? await context.names.addressBook()) ?? AddressBook(known: [])
    var table = Table(
      .name(language[Label.token]), .number(language[Label.amount]), .address(language[AllowanceText.spender].plain),
      .address(language[Label.contract], .detail), placeholder: language[AllowanceText.none])
    for allowance in found.open {
      let amount =
        allowance.isEndless
        ? language[AllowanceText.endless]
        : allowance.amount.map { StyledText($0.text(in: language)) } ?? language[AllowanceText.untold]
      table.add(
        StyledText(allowance.token.shown, .strong), amount,
        language[SpenderText(book.text(of: allowance.spender), isExchange: allowance.isExchange)],
        StyledText(allowance.token.address.checksummed))
    }
    let shown = table
    return Report([
      "account": .string(owner.checksummed), "firstBlock": .integer(found.first), "lastBlock": .integer(found.last),
      "allowances": .array(found.open.map(\.json)),
    ]) {
      Report.Block.note(
        language[AllowanceText.title(book.name(of: owner) ?? owner.checksummed, from: found.first, to: found.last)])
      shown
    }
  }

  private func take(back name: String, in context: CommandContext) async throws -> Report {
    let language = context.language
    var only: Address?
    if let spender { only = try await context.accounts.address(spender, of: "--spender") }
    let place = try await context.nodes.connection()
    let account = try await context.accounts.acting()
    let wanted = try await read(of: account.address, at: place, in: context).open.filter { allowance in
      (only == nil || allowance.spender == only) && Self.isMeant(allowance.token, by: name)
    }
    var revoked: [JSON] = []
    var blocks: [Report.Block] = []
    for allowance in wanted {
      let spender = language[
        SpenderText(await context.names.text(of: allowance.spender), isExchange: allowance.isExchange)]
      let report = try await context.runner.carryOut(language[AllowanceText.reading], by: account, at: place) {
        try await $0.revocation(of: allowance)
      } report: { receipt in
        Report(["allowance": allowance.json, "transaction": receipt.json(on: place.network)]) {
          language[AllowanceText.revoked(allowance.token.shown, from: spender)]
          receipt.fields(on: place.network, in: language)
        }
      }
      if context.isDryRun { return report }
      revoked.append(report.result)
      blocks += report.blocks
    }
    let shown = blocks
    return Report(["account": .string(account.address.checksummed), "revoked": .array(revoked)]) {
      if revoked.isEmpty { language[AllowanceText.nothingOpen(PlainText.escaped(name))] }
      shown
    }
  }

  /// Whether a text names a token: its address, or the name that it is shown by.
  private static func isMeant(_ token: DirectoryToken, by name: String) -> Bool {
    if let address = try? Address(name) { return token.address == address }
    return [token.label, token.shown].contains { $0.lowercased() == name.trimmed.lowercased() }
  }
}

extension WalletAllowance {
  /// The allowance in the output of `--json`; the amount is null where the contract does not tell it.
  fileprivate var json: JSON {
    [
      "token": .string(token.address.checksummed), "symbol": .string(token.label), "vouched": .bool(token.isVouchedFor),
      "spender": .string(spender.checksummed), "exchange": .bool(isExchange), "amount": amount?.json ?? .null,
      "endless": .bool(isEndless),
    ]
  }
}
