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
    ],
    after: """
      Nothing is decrypted. The balance of each wallet is asked for on its own network (lectures wallet network), \
      all those of a network in one request; its tokens in a few more: those of the token lists that are kept \
      (lectures exchange tokens --add), of the setting trusted-tokens, and those that were transferred to it in the \
      last 40,000 blocks. One that only its own contract vouches for is marked with a question mark. A node that is down costs ten seconds at most (--timeout); the last \
      known balances of its wallets are shown with their age.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @OptionGroup(title: FiatOptions.title) var fiatOptions: FiatOptions
  @Flag(help: "Ask no node.") var offline = false

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    let directory = try context.keys.manager().directory
    let wallets = try await context.names.wallets()
    async let valued = moneys(of: wallets, context)
    var balances = try await BalanceRefresh(names: context.names).kept(of: wallets)
    let before = balances
    var shown: [StyledText]?
    if !offline, !wallets.isEmpty {
      if context.console.redraws {
        let table = table(wallets, balances, directory, NetworkCache(context), [:], language)
        let lines = table.lines(width: context.console.screen.fittingWidth, in: language)
        context.console.print(lines)
        shown = lines
      }
      balances = await context.progress(language[ProgressText.askingWhatTheyHold]) { _ in
        await BalanceRefresh(names: context.names).refreshed(before, of: wallets) { known in
          guard let old = shown, context.console.erase(old) else { return }
          let lines = table(wallets, known, directory, NetworkCache(context), [:], language).lines(
            width: context.console.screen.fittingWidth, in: language)
          context.console.print(lines)
          shown = lines
        }
      }
    }
    let told = balances
    var rows = wallets
    if let shown, !context.console.erase(shown) {
      // It is too long to be drawn once more: only changed rows are.
      rows = wallets.filter { wallet in
        wallet.place.map { place in
          before.samples[place]?.amount != told.samples[place]?.amount
            || before.holdings[place]?.map(\.units) != told.holdings[place]?.map(\.units)
        } ?? false
      }
    }
    let networks = NetworkCache(context)
    let isCut = rows.count < wallets.count
    let moneys = try await valued
    var final = table(rows, told, directory, networks, moneys, language)
    if isCut { final.placeholder = language[WalletText.noChange] }
    let listed = final
    var total = FiatTotal()
    for wallet in wallets {
      guard let place = wallet.place, let sample = told.samples[place], let money = moneys[wallet.network] else {
        continue
      }
      total.add(sample.amount, of: place.address, in: money)
      total.add(told.holdings[place] ?? [], of: place.address, in: money)
    }
    let sum = total
    let rates = moneys.sorted { $0.key < $1.key }.map(\.value)
    return Report([
      "directory": .string(directory), "accounts": .array(wallets.map { json($0, told, networks, moneys) }),
      "fiatRates": .array(
        rates.filter { $0.valuation != nil }.map { ["network": .string($0.network.name), "rate": $0.rate] }),
      "fiatTotal": sum.json,
    ]) {
      if isCut { language[WalletText.changed] }
      listed
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

  /// The money of each network on which there is a wallet.
  private func moneys(of wallets: [ListedWallet], _ context: CommandContext) async throws -> [String: Money] {
    try await withThrowingTaskGroup(of: (String, Money).self) { group in
      for name in Set(wallets.map(\.network)) {
        guard let network = try? context.settings.network(named: name) else { continue }
        group.addTask { (name, try await context.nodes.money(of: network)) }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
  }

  private func table(
    _ wallets: [ListedWallet], _ balances: WalletBalances, _ directory: String, _ networks: NetworkCache,
    _ moneys: [String: Money], _ language: Language
  ) -> Table {
    let worth = moneys.values.lazy.map(\.column).first { !$0.isEmpty } ?? []
    var table = Table(
      [.name(language[Label.wallet]), .address(language[Label.address], .important), .number(language[Label.balance])]
        + worth + [
          .name(language[Label.asOf], .useful), .name(language[Label.network], .important),
          .text(language[Label.kind], .detail),
        ],
      placeholder: language[WalletText.none(directory: directory, command: "lectures wallet new NAME")])
    for wallet in wallets {
      let sample = wallet.place.flatMap { balances.samples[$0] }
      let isStale = wallet.place.map { balances.isStale($0) } ?? true
      let amount = sample.flatMap { sample in moneys[wallet.network]?.worth(sample.amount) }
      table.add(
        cells: [
          StyledText(wallet.name, .strong),
          wallet.address.map { StyledText($0.checksummed) } ?? language[WalletText.addressNotTold],
          StyledText(
            sample.map { language.decimal(networks.roundedText($0.amount, on: wallet.network)) } ?? "",
            isStale ? .dim : .plain),
        ] + (worth.isEmpty ? [] : [StyledText(amount ?? "", isStale ? .dim : .plain)]) + [
          sample.map {
            isStale ? StyledText(language.age(LocalTime.now() - $0.time), .warning) : language[WalletText.now]
          } ?? "",
          StyledText(wallet.network), wallet.kindText(in: language),
        ])
      for holding in wallet.place.flatMap({ balances.holdings[$0] }) ?? [] {
        let style: Style = isStale ? .dim : .plain
        table.add(
          cells: [
            "", StyledText(holding.token.checksummed, .dim), holding.roundedText(in: language).styled(style),
          ] + (worth.isEmpty ? [] : [StyledText(holding.worth(in: moneys[wallet.network]) ?? "", style)]) + [
            isStale ? StyledText(language.age(LocalTime.now() - holding.time), .warning) : language[WalletText.now],
            StyledText(wallet.network), language[WalletTokenText.token],
          ])
      }
    }
    return table
  }

  private func json(
    _ wallet: ListedWallet, _ balances: WalletBalances, _ networks: NetworkCache, _ moneys: [String: Money]
  ) -> JSON {
    var object = wallet.json
    let sample = wallet.place.flatMap { balances.samples[$0] }
    let network = networks.network(wallet.network)
    object["balance"] =
      sample.flatMap { sample in
        moneys[wallet.network]?.json(sample.amount) ?? network.map { .amount(sample.amount, on: $0) }
      } ?? .null
    object["tokens"] = .array(
      (wallet.place.flatMap { balances.holdings[$0] } ?? []).map { $0.json(moneys[wallet.network]) })
    object["balanceTime"] = .integer(sample?.time)
    object["stale"] = .bool(wallet.place.map { balances.isStale($0) } ?? true)
    return .object(object)
  }
}

/// Networks by their names, each read out of the settings once.
private final class NetworkCache {
  private let context: CommandContext
  private var networks: [String: Network?] = [:]

  init(_ context: CommandContext) { self.context = context }

  func network(_ name: String) -> Network? {
    if let network = networks[name] { return network }
    let network = try? context.settings.network(named: name)
    networks[name] = .some(network)
    return network
  }

  func roundedText(_ amount: Amount, on name: String) -> String {
    network(name)?.roundedText(amount) ?? amount.rounded(in: .ether)
  }
}
