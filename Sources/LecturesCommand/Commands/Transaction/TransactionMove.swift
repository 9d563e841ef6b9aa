import ArgumentParser
import Database
import Localization
import Operations
import Outbox
import StrictJSON
import Terminal

/// `lectures tx move`: the outbox from a file to a server.
struct TransactionMove: ReportingCommand {
  static let configuration = CommandConfiguration(
    "move", "Move the outbox from its file to a server.",
    examples: ["lectures tx move --to postgres://school@db.example/lectures": ""],
    after: """
      Every row goes to the server, which must have none of another outbox. The file stays, and nothing is sent from it \
      any more. Afterwards keep the new place in the profile: lectures config set outbox PLACE
      """)

  @Option(
    help: ArgumentHelp(
      "The server: postgres://user@host/name, or @file with such an address, which may have a password.",
      valueName: "place"))
  var to: String

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var agreement: AgreementOptions
  @OptionGroup(title: OutboxOptions.title) var outboxOptions: OutboxOptions

  func run(in context: CommandContext) async throws -> Report {
    guard let outbox = try context.outbox.written(), let path = outbox.path else {
      throw CommandFailure(.settings, TransactionRefusal.noOutboxFile)
    }
    guard let target = try context.settings.server(to, for: .outbox, of: "new outbox") else {
      throw CommandFailure(.usage, TransactionRefusal.noServer)
    }
    let language = context.language
    try await context.prompts.confirm(
      language[OutboxText.move],
      [
        language[TransactionLabel.movedFrom]: StyledText(path),
        language[TransactionLabel.movedTo]: StyledText(target.name),
      ])
    let intents = try await context.progress(language[OutboxText.moving]) { _ in try await outbox.move(to: target) }
    return Report(["from": .string(path), "to": .string(target.name), "intents": .integer(UInt64(intents))]) {
      language[OutboxText.moved(intents, to: target.name)]
      language[OutboxText.nothingFrom(path)]
      language[OutboxText.keepPlace(command: "lectures config set outbox \(to)")]
    }
  }
}
