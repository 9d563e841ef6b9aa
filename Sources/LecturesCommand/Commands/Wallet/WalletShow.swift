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
    examples: ["lectures wallet show teacher": "", "lectures wallet show": "the account in use"],
    after:
      "Nothing is decrypted and no node is asked: the balance and the tokens are the last known ones, with their age.")

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NetworkOptions.title) var networkOptions: NetworkOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @Argument(help: "The account's name, address or file.") var account: String?

  func run(in context: CommandContext) async throws -> Report {
    let manager = try context.keys.manager()
    let name: String
    if let account { name = account } else { name = try await context.accounts.acting().name }
    let wallet = try await context.names.wallet(name)
    let network = try? context.settings.network(named: wallet.network)
    let kept = try await BalanceRefresh(names: context.names).kept(of: [wallet])
    let sample = wallet.place.flatMap { kept.samples[$0] }
    var fields: Fields = [
      "Account": StyledText(wallet.name, .strong), "Address": StyledText(wallet.address?.checksummed ?? "not told"),
      "Kind": wallet.kindText(in: context.language),
    ]
    fields.add("Path", wallet.record?.path.map { StyledText($0) })
    if wallet.record?.network != nil { fields.add("Network", StyledText(wallet.network)) }
    if let sample, let network {
      let age = context.language.age(LocalTime.now() - sample.time)
      fields.add(
        "Balance",
        "\(network.text(sample.amount)) on \(wallet.network), " + StyledText("\(age); no node was asked now", .warning))
    }
    var result = wallet.json
    result["balance"] = sample.flatMap { sample in network.map { .amount(sample.amount, on: $0) } } ?? .null
    result["balanceTime"] = .integer(sample?.time)
    // Nobody is asked here.
    result["stale"] = .bool(true)
    let tokens = wallet.place.flatMap { kept.holdings[$0] } ?? []
    for holding in tokens {
      let age = context.language.age(LocalTime.now() - holding.time)
      fields.add(
        "Token",
        holding.text(in: context.language) + StyledText(" (\(holding.token.checksummed)), ")
          + StyledText(age, .warning))
    }
    result["tokens"] = .array(tokens.map { $0.json(nil) })
    if let entry = wallet.entry {
      let encryption = entry.problem == nil ? EncryptionText.of(try await manager.export(entry.fileName).json) : nil
      fields.add("Encrypted", encryption.map { StyledText($0) })
      fields.add("File", StyledText("\(manager.directory)/\(entry.fileName)"))
      result["directory"] = .string(manager.directory)
      result["encryption"] = .text(encryption)
    }
    if let address = wallet.address {
      fields.add("Explorer", network?.link(toAddress: address.checksummed).map { StyledText($0) })
    }
    let problem = wallet.entry?.problem
    fields.add("Problem", problem.map { StyledText($0.message, .bad) })
    fields.add("", problem?.reason.map { StyledText($0) })
    fields.add("", problem?.advice.map { StyledText($0, .action) })
    return Report(.object(result)) { fields }
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
      case "pbkdf2": "pbkdf2, \(number("c")) rounds"
      default: PlainText.escaped(String(kdf.prefix(40)))
      }
    return stretching + (crypto["cipher"]?.string.map { "; \(PlainText.escaped(String($0.prefix(40))))" } ?? "")
  }

  private static func flat(_ keyring: JSON?) -> [JSON] {
    (keyring?.array ?? []).flatMap { $0.array ?? [$0] }
  }
}
