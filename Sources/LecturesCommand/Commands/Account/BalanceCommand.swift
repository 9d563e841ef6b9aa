import ArgumentParser
import ContractClient
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
    after: """
      The tokens are those that `wallet list` shows. With --quorum each endpoint is asked alone as of one \
      block, and that many must agree; otherwise nothing is shown and the exit status is 5.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @OptionGroup(title: QuorumOptions.title) var quorumOptions: QuorumOptions
  @OptionGroup(title: FiatOptions.title) var fiatOptions: FiatOptions
  @Argument(help: "Addresses or names.", completion: .known(.names))
  var accounts: [String] = []

  func run(in context: CommandContext) async throws -> Report {
    var addresses: [Address] = []
    for account in accounts { addresses.append(try await context.accounts.address(account, of: "'<accounts>'")) }
    if addresses.isEmpty { addresses = [try await context.accounts.address(of: nil)] }
    async let valued = context.money()
    let place = try await context.nodes.connection()
    let asked = addresses
    let (now, book) = (LocalTime.now(), try? context.names.bookIfThere())
    let known = try? await context.names.addressBook()
    let names = asked.map { known?.name(of: $0) }
    let reading = try await context.progress(context.language[ProgressText.askingForBalances]) { _ in
      try await context.nodes.reading(at: place, json: { $0.json(of: asked, named: names, in: $1) }) { alone in
        let coins = try await alone.node.batch(asked.map { .balance(of: $0, at: alone.block) }).map { try $0.get() }
        do {
          let tokens = try await WalletTokens(
            context.settings, of: place.network.name, chainID: place.session.chainID, over: alone.node, in: book
          ).read(of: Set(asked), now: now, at: alone.block)
          return Balances(coins: coins, tokens: tokens)
        } catch {
          // The coin's balances are there all the same.
          context.warn(StyledText(CommandFailure(error).words(in: context.language).sentences))
          return Balances(coins: coins, tokens: [:])
        }
      }
    }
    let (balances, tokens) = (reading.value.coins, reading.value.tokens)
    let coin = try await valued
    let name = place.network.name
    let traded = Set(tokens.values.flatMap(\.self).compactMap(\.traded))
    let money = try await context.nodes.valuing([name: traded], by: [name: coin])[name] ?? coin
    let hasNames = names.contains { $0 != nil }
    var table = Table(
      (hasNames ? [.text(context.language[Label.name])] : [])
        + [.address(context.language[Label.account]), .number(context.language[Label.balance], .answer)]
        + money.column)
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
    var result = reading.value.json(of: addresses, named: names, in: money).object ?? [:]
    (result["fiatRate"], result["fiatTotal"]) = (money.rate, sum.json)
    return Report(reading.json(result)) {
      table
      if addresses.count > 1 { sum.line(in: context.language) }
      money.rateLine
      reading.lines(in: context.language)
    }
  }
}

/// The balances of accounts, in the accounts' order, and the tokens that they hold.
private struct Balances: Sendable, Hashable {
  let coins: [Amount]
  let tokens: [Address: [Holding]]

  func json(of accounts: [Address], named names: [String?], in money: Money) -> JSON {
    [
      "balances": .array(
        zip(zip(accounts, names), coins).map { account, balance in
          let (address, name) = account
          return [
            "address": .string(address.checksummed), "name": .text(name), "balance": money.json(balance),
            "tokens": .array((tokens[address] ?? []).map { $0.json(money) }),
          ]
        })
    ]
  }
}
