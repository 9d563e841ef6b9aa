import ArgumentParser
import Keystores
import Primitives
import StrictJSON

/// `lectures wallet remove NAME`: deletes a key file for good.
struct WalletRemove: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Delete an account's key file for good.",
    discussion: Help.examples(
      ["lectures wallet remove student1": ""],
      after: "The account itself lives on the chain: whoever has a backup of the key still has it."))

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @Argument(help: "The account's name, address or file.") var account: String

  func run(in context: CommandContext) async throws -> Report {
    let manager = try context.keystores()
    let entry = try await manager.entry(account)
    try await context.confirm(
      "Remove the account \(entry.name)?",
      [
        "Address": StyledText(entry.address?.checksummed ?? "not told"),
        "File": StyledText("\(manager.directory)/\(entry.fileName)"),
        "Mind": "Without another copy of the key, all that the account holds is lost.",
      ], typing: entry.name)
    try await manager.remove(entry.fileName, expecting: entry.address)
    return Report(entry.json) { "The account \(entry.name, .strong) is removed." }
  }
}
