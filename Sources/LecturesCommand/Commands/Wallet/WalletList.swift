import ArgumentParser
import Keystores
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal
import WalletBook

/// `lectures wallet list`: lists every wallet with its balance, without opening any.
struct WalletList: ReportingCommand {
  static let configuration = CommandConfiguration(
    "list", "List the wallets and their balances.",
    examples: [
      "lectures wallet list": "with the last known balances at once, then with the present ones",
      "lectures wallet list --offline": "with the last known balances; no node is asked",
      "lectures wallet list --all-networks": "with what each address holds on every network that is known here",
    ],
    after: """
      Nothing is decrypted. An address has a row for each network on which it is listed, and for each other one on \
      which the last reading found something. The balance of each wallet is asked for on its own network (lectures \
      wallet network), all those of a network in one request; its tokens in a few more: those of the token lists \
      that are kept (lectures exchange tokens --add), of the setting trusted-tokens, those that the network's \
      exchange names, and those that were transferred to it in the last 40,000 blocks. A token that is none of the \
      first three is marked with a question mark. A node that is down costs ten seconds at most (--timeout); the last known balances of its wallets are shown with \
      their age.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @OptionGroup(title: FiatOptions.title) var fiatOptions: FiatOptions
  @Flag(help: "Ask no node.") var offline = false
  @Flag(help: "Ask the nodes of all networks, not only those that the wallets are listed on.") var allNetworks = false

  func validate() throws {
    if offline && allNetworks { throw ValidationError("--all-networks asks nodes, and --offline asks none.") }
  }

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    let directory = try context.keys.manager().directory
    let wallets = try await context.names.wallets()
    let all = context.settings.networkNames
    func groups(_ balances: WalletBalances) -> [WalletGroup] {
      WalletGroup.grouped(wallets, on: all) { balances.holds($0) }
    }
    func table(_ groups: [WalletGroup], _ balances: WalletBalances, _ moneys: [String: Money] = [:]) -> Table {
      WalletListTable(balances: balances, networks: NetworkCache(context), moneys: moneys, language: language).table(
        groups,
        placeholder: language[WalletText.none(directory: directory, command: "lectures wallet new NAME")])
    }
    let refresh = BalanceRefresh(names: context.names)
    var balances = try await refresh.kept(of: wallets)
    let before = balances
    let networks = Set(groups(before).flatMap(\.places).map(\.network)).union(wallets.map(\.network))
    async let valued = context.nodes.moneys(of: networks)
    var shown: [StyledText]?
    if !offline, !wallets.isEmpty {
      if context.console.redraws {
        let lines = table(groups(balances), balances).lines(width: context.console.screen.fittingWidth, in: language)
        context.console.print(lines)
        shown = lines
      }
      balances = await context.progress(language[ProgressText.askingWhatTheyHold]) { _ in
        await refresh.refreshed(before, of: wallets, on: allNetworks ? all : nil) { known in
          guard let old = shown, context.console.erase(old) else { return }
          let lines = table(groups(known), known).lines(width: context.console.screen.fittingWidth, in: language)
          context.console.print(lines)
          shown = lines
        }
      }
    }
    let (told, listed) = (balances, groups(balances))
    var rows = listed
    if let shown, !context.console.erase(shown) {
      // The list is too long to be drawn once more: only changed rows are.
      rows = listed.filter { group in
        group.places.contains { place in
          before.samples[place]?.amount != told.samples[place]?.amount
            || before.holdings[place]?.map(\.units) != told.holdings[place]?.map(\.units)
        }
      }
    }
    let isCut = rows.count < listed.count
    let places = listed.flatMap(\.places)
    let moneys = try await context.nodes.valuing(told.traded(at: places), by: try await valued)
    var final = table(rows, told, moneys)
    if isCut { final.placeholder = language[WalletText.noChange] }
    let shownTable = final
    let sums = WalletListTable(
      balances: told, networks: NetworkCache(context), moneys: moneys, language: language
    ).sums(of: listed)
    let sum = FiatTotal(of: told, at: places, in: moneys)
    let rates = moneys.sorted { $0.key < $1.key }.map(\.value)
    return Report([
      "directory": .string(directory), "accounts": .array(accounts(listed, wallets, told, moneys, context)),
      "sums": .array(
        WalletGroup.sums(of: listed) { told.samples[$0]?.amount }.map { network, amount in
          ["network": .string(network), "balance": json(amount, on: network, moneys, context)]
        }),
      "fiatRates": .array(rates.flatMap(\.rates)), "fiatTotal": sum.json,
    ]) {
      if isCut { language[WalletText.changed] }
      shownTable
      sums
      sum.line(in: language)
      rates.flatMap(\.rateLine)
      for wallet in wallets {
        if let problem = wallet.entry?.problem {
          StyledText(CommandFailure(problem).words(in: language).sentences, .bad)
        }
      }
      for (network, failure) in told.problems + told.tokenProblems {
        StyledText("\(network): ", .warning)
          + StyledText(failure.words(in: language).sentences)
      }
    }
  }

  private func json(
    _ amount: Amount, on network: String, _ moneys: [String: Money], _ context: CommandContext
  ) -> JSON {
    moneys[network]?.json(amount)
      ?? (try? context.settings.network(named: network)).map { .amount(amount, on: $0) } ?? .null
  }

  /// The wallets with their balances, by name; what an address holds on networks that it is not listed on stands with the
  /// first wallet of that address.
  private func accounts(
    _ groups: [WalletGroup], _ wallets: [ListedWallet], _ balances: WalletBalances, _ moneys: [String: Money],
    _ context: CommandContext
  ) -> [JSON] {
    let networks = NetworkCache(context)
    var others: [String: [JSON]] = [:]
    for group in groups {
      guard let first = group.wallets.first else { continue }
      others[first.name] = group.otherPlaces.map { place in
        var object = balances.json(at: place, on: networks.network(place.network), moneys[place.network])
        object["network"] = .string(place.network)
        return .object(object)
      }
    }
    return wallets.map { wallet in
      var object = wallet.json
      for (name, value) in balances.json(
        at: wallet.place, on: networks.network(wallet.network), moneys[wallet.network])
      { object[name] = value }
      object["elsewhere"] = .array(others[wallet.name] ?? [])
      return .object(object)
    }
  }
}
