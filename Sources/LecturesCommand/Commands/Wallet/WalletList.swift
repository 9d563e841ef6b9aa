import ArgumentParser
import Keystores
import Localization
import Operations
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
      Nothing is decrypted. The default account (`wallet use`) is marked if there are several. An address has a row \
      for each network on which it is listed, and for each other network on which something was found last. Each \
      wallet's balance is read on its own network (`wallet network`), in one request a network, its tokens in a few \
      more: tokens of added lists (`exchange tokens --add`), of the setting trusted-tokens, of the network's exchange, \
      and tokens transferred to it in the last 40,000 blocks. If only that last case holds, a question mark is shown. \
      A node that is down costs ten seconds at most (--timeout); the last known balances of its wallets are shown with \
      their age. Networks that are only built in, and on which nothing of yours is known, are named in one line where \
      they gave no answer.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @OptionGroup(title: FiatOptions.title) var fiatOptions: FiatOptions
  @Flag(help: "Ask no node.") var offline = false
  @Flag(help: "Ask the nodes of all networks, not only those that the wallets are listed on.") var allNetworks = false

  func validate() throws {
    if offline && allNetworks { throw UsageRule.either("--all-networks", "--offline") }
  }

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    let directory = try context.keys.manager().directory
    let wallets = try await context.names.wallets()
    let kept = try await BalanceRefresh(names: context.names).kept(of: wallets)
    let acting = await acting(among: wallets, in: context)
    let before = WalletListing(wallets, kept, directory: directory, acting: acting, in: context)
    let networks = Set(before.places.map(\.network)).union(wallets.map(\.network))
    async let valued = context.nodes.moneys(of: networks)
    let (balances, isLeft) = await refreshed(before, in: context)
    var listing = before.updated(balances)
    listing.moneys = try await context.nodes.valuing(balances.traded(at: listing.places), by: try await valued)
    // A list that is too long to be drawn once more stays where it is: only changed rows are drawn.
    let rows = isLeft ? listing.changed(since: kept) : listing.groups
    let isCut = rows.count < listing.groups.count
    var table = listing.table(of: rows)
    if isCut { table.placeholder = language[WalletText.noChange] }
    let (finished, shownTable) = (listing, table)
    return Report(finished.json) {
      if isCut { language[WalletText.changed] }
      shownTable
      let notes = finished.stale + finished.sums + finished.worth.line(in: language)
      (notes + finished.rates.flatMap(\.rateLine) + finished.problems).map { Report.Block.note($0) }
    }
  }

  /// The key file of the account that acts where none is named: the chosen one, or the only one that can.
  private func acting(among wallets: [ListedWallet], in context: CommandContext) async -> String? {
    do {
      if let name = try context.settings.account() { return try await context.keys.manager().entry(name).fileName }
    } catch {
      return nil
    }
    let files = wallets.compactMap(\.entry).filter { $0.problem == nil }.map(\.fileName)
    return files.count == 1 ? files[0] : nil
  }

  /// Asks nodes for the balances, and draws the list anew with each answer.
  ///
  /// - Returns: The balances, and whether a list that was drawn is left on the screen.
  private func refreshed(
    _ before: WalletListing, in context: CommandContext
  ) async -> (balances: WalletBalances, isLeft: Bool) {
    if offline || before.wallets.isEmpty { return (before.balances, false) }
    let (console, language) = (context.console, context.language)
    var shown: Drawing?
    func draw(_ listing: WalletListing) {
      shown = console.draw(
        listing.table(of: listing.groups).lines(width: console.screen.fittingWidth, in: language))
    }
    if console.redraws { draw(before) }
    let balances = await context.progress(language[ProgressText.askingWhatTheyHold]) { _ in
      await BalanceRefresh(names: context.names).refreshed(
        before.balances, of: before.wallets, on: allNetworks ? context.settings.networkNames : nil
      ) { known in
        guard let old = shown, console.erase(old) else { return }
        draw(before.updated(known))
      }
    }
    return (balances, shown.map { !console.erase($0) } ?? false)
  }
}
