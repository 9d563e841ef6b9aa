import ArgumentParser
import Localization
import Primitives
import StrictJSON
import Terminal
import WalletBook

extension Contact {
  /// The contact in the output of `--json`.
  var json: JSON {
    ["name": .string(name), "address": .string(address.checksummed), "created": .integer(created)]
  }
}

/// `lectures contact add NAME ADDRESS`
struct ContactAdd: ReportingCommand {
  static let configuration = CommandConfiguration(
    "add", "Add a contact.",
    examples: [
      "lectures contact add school 0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB": ""
    ])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var agreement: AgreementOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @Argument(help: "The contact's name.") var name: String
  @Argument(help: "The contact's address.") var address: String

  func validate() throws { try SecretGuard.check(name) }

  func run(in context: CommandContext) async throws -> Report {
    let address = try await context.accounts.address(address, of: "'<address>'")
    try await context.names.checkName(name, of: address)
    let contact = Contact(name: name, address: address, created: LocalTime.now())
    try await context.names.book().add(contact)
    let language = context.language
    return Report(contact.json) { language[ContactText.added(name, address)] }
  }
}
