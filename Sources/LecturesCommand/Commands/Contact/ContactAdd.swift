import ArgumentParser
import Primitives
import StrictJSON
import WalletBook

extension Contact {
  /// How it stands in the output of `--json`.
  var json: JSON {
    ["name": .string(name), "address": .string(address.checksummed), "created": .integer(created)]
  }
}

/// `lectures contact add NAME ADDRESS`
struct ContactAdd: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Give an address a name.",
    discussion: Help.examples([
      "lectures contact add school 0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB": ""
    ]))

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @Argument(help: "The name.") var name: String
  @Argument(help: "The address.") var address: String

  func validate() throws { try SecretGuard.check(name) }

  func run(in context: CommandContext) async throws -> Report {
    let address = try await context.address(address, of: "'<address>'")
    let known = try await context.addressBook()
    try context.checkUnused(name, among: known)
    let concerns = await context.concerns(about: name, of: address, known)
    if !concerns.isEmpty {
      var details: Fields = ["Address": StyledText(address.checksummed)]
      for concern in concerns { details.add("Mind", concern.styled(.warning)) }
      try await context.confirm("Add the contact \(name) all the same?", details)
    }
    let contact = Contact(name: name, address: address, created: CommandContext.clock())
    try await context.book().add(contact)
    return Report(contact.json) { StyledText("\(name) stands for \(address) now", .good) + "." }
  }
}

extension CommandContext {
  /// Makes sure that nobody here has a name.
  ///
  /// - Throws: `book.nameTaken`.
  func checkUnused(_ name: String, among known: [KnownAddress]) throws {
    guard let other = known.first(where: { $0.name == name }) else { return }
    let what = other.origin == .account ? "an account" : other.origin == .watched ? "a watched wallet" : "a contact"
    throw WalletBookError(
      .nameTaken, "There is already \(what) \(PlainText.escaped(name)).", reason: "Its address is \(other.address).",
      advice: "Choose another name: one that means two addresses would sooner or later mean the wrong one.")
  }

  /// What speaks against a new name: it looks like another, or like a service's; its address looks like another's, or has
  /// a name already.
  func concerns(about name: String, of address: Address, _ known: [KnownAddress]) async -> [StyledText] {
    var concerns: [StyledText] = known.filter { BookName.looksLike(name, $0.name) }.map {
      "The name looks like \(PlainText.escaped($0.name)), which is \($0.address)."
    }
    if BookName.looksLikeService(name) {
      concerns.append("The name reads as one of ENS or its like, and nobody was asked whose that is.")
    }
    if let other = known.first(where: { $0.address == address }) {
      concerns.append("The address is called \(PlainText.escaped(other.name)) already.")
    }
    return concerns + (await warnings(about: address))
  }
}
