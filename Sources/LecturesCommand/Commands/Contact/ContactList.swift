import ArgumentParser
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal
import WalletBook

/// `lectures contact list`
struct ContactList: ReportingCommand {
  static let configuration = CommandConfiguration(
    "list", "List the contacts.",
    examples: ["lectures contact list": ""])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions

  func run(in context: CommandContext) async throws -> Report {
    let contacts = try await context.names.bookIfThere()?.contacts() ?? []
    let language = context.language
    var table = Table(
      .name(language[ContactText.name].plain), .address(language[Label.address]),
      placeholder: language[ContactText.none(command: "lectures contact add NAME ADDRESS")])
    for contact in contacts { table.add(StyledText(contact.name, .strong), StyledText(contact.address.checksummed)) }
    return Report(["contacts": .array(contacts.map(\.json))]) { table }
  }
}

/// `lectures contact rename OLD NEW`
struct ContactRename: ReportingCommand {
  static let configuration = CommandConfiguration(
    "rename", "Rename a contact.",
    examples: ["lectures contact rename school university": ""])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var agreement: AgreementOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @Argument(help: "The contact's name.", completion: .known(.contacts)) var name: String
  @Argument(help: "The contact's new name.") var newName: String

  func validate() throws { try SecretGuard.check(newName) }

  func run(in context: CommandContext) async throws -> Report {
    let former = try await context.names.addressBook().known.first { $0.name == name && $0.origin == .contact }
    try await context.names.checkName(newName, formerly: former)
    try await context.names.book().renameContact(name, to: newName)
    let language = context.language
    return Report(["name": .string(newName), "formerName": .string(name)]) {
      language[ContactText.renamed(name, to: newName)]
    }
  }
}

/// `lectures contact remove NAME`
struct ContactRemove: ReportingCommand {
  static let configuration = CommandConfiguration(
    "remove", "Remove a contact.",
    examples: ["lectures contact remove school": ""])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @Argument(help: "The contact's name.", completion: .known(.contacts)) var name: String

  func run(in context: CommandContext) async throws -> Report {
    let contact = try await context.names.book().removeContact(name)
    let language = context.language
    return Report(contact.json) { language[ContactText.removed(name, contact.address)] }
  }
}
