import ArgumentParser
import Keystores
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal
import WalletBook

/// `lectures wallet show [NAME]`: shows the known facts about an account without opening it.
struct WalletShow: ReportingCommand {
  static let configuration = CommandConfiguration(
    "show", "Show an account.",
    examples: [
      "lectures wallet show teacher": "", "lectures wallet show": "the account in use",
      "lectures wallet show teacher --refresh": "with what it holds now on every network",
    ],
    after: """
      No node is asked without --refresh: the balances and the tokens on all networks that are known here are the \
      last known ones, with their age.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @OptionGroup(title: FiatOptions.title) var fiatOptions: FiatOptions
  @Argument(help: "A name, an address or a file.", completion: .known(.wallets)) var account: String?
  @Flag(help: "Ask the nodes of all networks.") var refresh = false

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    let manager = try context.keys.manager()
    let name: String
    if let account { name = account } else { name = try await context.accounts.acting().name }
    let wallet = try await context.names.wallet(name)
    let network = try? context.settings.network(named: wallet.network)
    let balances = try await balances(of: wallet, context)
    let networks = NetworkCache(context)
    let others = WalletGroup.grouped([wallet], on: context.settings.networkNames) { balances.holds($0) }
      .flatMap(\.otherPlaces)
    let places = [wallet.place].compactMap(\.self) + others
    let moneys = try await context.nodes.valuing(
      balances.traded(at: places), by: try await context.nodes.moneys(of: Set(places.map(\.network))))
    let total = FiatTotal(of: balances, at: places, in: moneys)
    var fields: Fields = [
      language[Label.account]: StyledText(wallet.name, .strong),
      language[Label.address]: wallet.address.map { StyledText($0.checksummed) } ?? language[WalletText.addressNotTold],
      language[Label.kind]: wallet.kindText(in: language),
    ]
    fields.add(language[Label.path], wallet.record?.path.map { StyledText(path: $0) })
    if wallet.record?.network != nil { fields.add(language[Label.network], StyledText(wallet.network)) }
    for place in places {
      add(place, isOwn: place == wallet.place, balances, networks, language, to: &fields)
    }
    var result = wallet.json
    for (name, value) in balances.json(at: wallet.place, on: network, moneys[wallet.network]) { result[name] = value }
    result["elsewhere"] = .array(
      others.map { place in
        var object = balances.json(at: place, on: networks.network(place.network), moneys[place.network])
        object["network"] = .string(place.network)
        return .object(object)
      })
    let rates = moneys.sorted { $0.key < $1.key }.map(\.value)
    result["fiatRates"] = .array(rates.flatMap(\.rates))
    result["fiatTotal"] = total.json
    if let entry = wallet.entry {
      let encryption = entry.problem == nil ? EncryptionText.of(try await manager.export(entry.fileName).json) : nil
      fields.add(language[Label.encrypted], encryption.map { StyledText($0) })
      fields.add(language[Label.file], StyledText(path: "\(manager.directory)/\(entry.fileName)"))
      result["directory"] = .string(manager.directory)
      result["encryption"] = .text(encryption)
    }
    if let address = wallet.address {
      fields.add(language[Label.explorer], network?.link(toAddress: address.checksummed).map { StyledText($0) })
    }
    let problem = (wallet.entry?.problem).map { CommandFailure($0).words(in: language) }
    fields.add(language[Label.problem], problem.map { StyledText($0.message, .bad) })
    fields.add("", problem?.reason.map { StyledText($0) })
    fields.add("", problem?.advice.map { StyledText($0, .action) })
    return Report(.object(result)) {
      fields
      total.line(in: language)
      rates.flatMap(\.rateLine)
      balances.problemLines(in: language).map { Report.Block.note($0) }
    }
  }

  private func balances(of wallet: ListedWallet, _ context: CommandContext) async throws -> WalletBalances {
    let reading = BalanceRefresh(names: context.names)
    let kept = try await reading.kept(of: [wallet])
    guard refresh else { return kept }
    return await context.progress(context.language[ProgressText.askingWhatTheyHold]) { _ in
      await reading.refreshed(kept, of: [wallet], on: context.settings.networkNames)
    }
  }

  /// Adds the balance and the tokens at a place, as far as they are known.
  private func add(
    _ place: BalancePlace, isOwn: Bool, _ balances: WalletBalances, _ networks: NetworkCache, _ language: Language,
    to fields: inout Fields
  ) {
    func age(_ time: Int64) -> String? {
      balances.isStale(place) ? language.age(LocalTime.now() - time) : nil
    }
    if let sample = balances.samples[place], let network = networks.network(place.network) {
      fields.add(
        language[Label.balance],
        language[WalletText.balance(network.text(sample.amount), network: place.network, age: age(sample.time))])
    }
    for holding in balances.holdings[place] ?? [] {
      let time = age(holding.time).map { StyledText($0, .warning) } ?? language[WalletText.now]
      fields.add(
        language[Label.token],
        holding.text(in: language) + StyledText(" (\(holding.token.checksummed)\(isOwn ? "" : ", \(place.network)")), ")
          + time)
    }
  }
}

/// The encryption of a key file, in words.
private enum EncryptionText {
  /// - Parameter json: The file; only its own statements are repeated.
  static func of(_ json: JSON) -> String? {
    let keys = ["crypto", "Crypto"].compactMap { json[$0] } + flat(json["keyring"])
    guard let crypto = keys.first, let kdf = crypto["kdf"]?.string?.lowercased() else { return nil }
    let parameters = crypto["kdfparams"]
    func number(_ name: String) -> String { parameters?[name]?.numberText ?? "?" }
    let stretching =
      switch kdf {
      case "scrypt": "scrypt, n = \(number("n")), r = \(number("r")), p = \(number("p"))"
      case "pbkdf2": "pbkdf2, c = \(number("c"))"
      default: PlainText.escaped(String(kdf.prefix(40)))
      }
    return stretching + (crypto["cipher"]?.string.map { "; \(PlainText.escaped(String($0.prefix(40))))" } ?? "")
  }

  private static func flat(_ keyring: JSON?) -> [JSON] {
    (keyring?.array ?? []).flatMap { $0.array ?? [$0] }
  }
}
