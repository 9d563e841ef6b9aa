import ArgumentParser
import LectureKit
import Localization
import NodeRPC
import Operations
import Primitives
import StrictJSON
import Terminal
import WalletBook

/// `lectures balance [ACCOUNT…]`: shows the balances of accounts.
struct BalanceCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    "balance", "Show the balances of accounts.",
    examples: [
      "lectures balance": "of the account in use",
      "lectures balance student1 0x70997970C51812dc3A010C7d01b50e0d17dc79C8": "",
    ],
    after: "The tokens are those that lectures wallet list shows.")

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @OptionGroup(title: FiatOptions.title) var fiatOptions: FiatOptions
  @Argument(help: "Addresses, or names of accounts, watched wallets or contacts.") var accounts: [String] = []

  func run(in context: CommandContext) async throws -> Report {
    var addresses: [Address] = []
    for account in accounts { addresses.append(try await context.accounts.address(account, of: "'<accounts>'")) }
    if addresses.isEmpty { addresses = [try await context.accounts.address(of: nil)] }
    async let valued = context.money()
    let place = try await context.nodes.connection()
    let asked = addresses
    let balances = try await context.progress(context.language[ProgressText.askingForBalances]) { _ in
      try await place.node.batch(asked.map { .balance(of: $0, at: .latest) }).map { try $0.get() }
    }
    let coin = try await valued
    let tokens = await context.progress(context.language[ProgressText.askingForBalances]) { _ in
      do {
        return try await WalletTokens(
          context.settings, of: place.network.name, chainID: place.session.chainID, over: place.node,
          in: try? context.names.bookIfThere()
        ).read(of: Set(asked), now: LocalTime.now())
      } catch {
        // The coin's balances are there all the same.
        context.warn(StyledText(CommandFailure(error).words(in: context.language).sentences))
        return [:]
      }
    }
    let name = place.network.name
    let traded = Set(tokens.values.flatMap(\.self).compactMap(\.traded))
    let money = try await context.nodes.valuing([name: traded], by: [name: coin])[name] ?? coin
    let book = try? await context.names.addressBook()
    let names = addresses.map { book?.name(of: $0) }
    let hasNames = names.contains { $0 != nil }
    var table = Table(
      (hasNames ? [.name(context.language[Label.name])] : [])
        + [.address(context.language[Label.account]), .number(context.language[Label.balance])] + money.column)
    for ((address, name), balance) in zip(zip(addresses, names), balances) {
      table.add(
        cells: (hasNames ? [StyledText(name ?? "", .strong)] : [])
          + ["\(address)", StyledText(money.text(balance))] + money.cells(balance))
      for holding in tokens[address] ?? [] {
        table.add(
          cells: (hasNames ? [""] : []) + [
            StyledText(holding.token.checksummed, .dim), holding.text(in: context.language),
          ]
            + (money.column.isEmpty ? [] : [StyledText(holding.worth(in: money) ?? "")]))
      }
    }
    var total = FiatTotal()
    for (address, balance) in zip(addresses, balances) { total.add(balance, of: address, in: money) }
    for address in addresses { total.add(tokens[address] ?? [], of: address, in: money) }
    let sum = total
    return Report([
      "balances": .array(
        zip(zip(addresses, names), balances).map { account, balance in
          let (address, name) = account
          return [
            "address": .string(address.checksummed), "name": .text(name), "balance": money.json(balance),
            "tokens": .array((tokens[address] ?? []).map { $0.json(money) }),
          ]
        }),
      "fiatRate": money.rate, "fiatTotal": sum.json,
    ]) {
      table
      if addresses.count > 1 { sum.line(in: context.language) }
      money.rateLine
    }
  }
}
