import ArgumentParser
import Keystores
import Primitives
import StrictJSON

/// `lectures wallet show [NAME]`: what is known of an account without opening it.
struct WalletShow: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show what is known of an account; nothing is decrypted.",
    discussion: Help.examples(["lectures wallet show teacher": "", "lectures wallet show": "the account in use"]))

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @Argument(help: "The account's name, address or file.") var account: String?

  func run(in context: CommandContext) async throws -> Report {
    let manager = try context.keystores()
    let name: String
    if let account { name = account } else { name = try await context.actingAccount().name }
    let entry = try await manager.entry(name)
    let encryption = entry.problem == nil ? EncryptionText.of(try await manager.export(entry.fileName).json) : nil
    let link = try? context.settings.network().link(toAddress: entry.address?.checksummed ?? "")
    var fields: Fields = [
      "Account": StyledText(entry.name, .strong), "Address": StyledText(entry.address?.checksummed ?? "not told"),
      "Kind": entry.kindText,
    ]
    fields.add("Encrypted", encryption.map { StyledText($0) })
    fields.add("File", StyledText("\(manager.directory)/\(entry.fileName)"))
    if entry.address != nil { fields.add("Explorer", link.map { StyledText($0) }) }
    fields.add("Problem", entry.problem.map { StyledText($0.message, .bad) })
    fields.add("", entry.problem?.reason.map { StyledText($0) })
    fields.add("", entry.problem?.advice.map { StyledText($0, .action) })
    var result = entry.json.object ?? [:]
    result["directory"] = .string(manager.directory)
    result["encryption"] = .text(encryption)
    return Report(.object(result)) { fields }
  }
}

/// How a key file is encrypted, in words.
private enum EncryptionText {
  /// - Parameter json: The file; only what it says of itself is repeated.
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
