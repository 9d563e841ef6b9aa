import ArgumentParser
import Keystores
import StrictJSON

/// `lectures wallet rename OLD NEW`
struct WalletRename: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Give an account another name.",
    discussion: Help.examples([
      "lectures wallet rename student1 alice": "",
      "lectures wallet rename 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 alice": "a file that geth named",
    ]))

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @Argument(help: "The account's name, address or file.") var account: String
  @Argument(help: "Its new name.") var newName: String

  func validate() throws { try SecretGuard.check(newName) }

  func run(in context: CommandContext) async throws -> Report {
    let manager = try context.keystores()
    let old = try await manager.entry(account)
    let entry = try await manager.rename(old.fileName, to: newName)
    if let inUse = try? context.settings.account(), inUse == old.name {
      context.warn(
        "The account in use is still called \(old.name): \("lectures network use", .action) … --from \(entry.name)")
    }
    var result = entry.json.object ?? [:]
    result["formerName"] = .string(old.name)
    return Report(.object(result)) { "\(old.name) is called \(entry.name, .strong) now (\(entry.fileName))." }
  }
}
