import ArgumentParser
import Primitives
import Sending
import StrictJSON

/// `lectures tx rebuild`: a new outbox out of a damaged one.
struct TransactionRebuild: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "rebuild", abstract: "Read what can be read of a damaged outbox into a new one.",
    discussion: Help.examples(
      ["lectures tx rebuild": ""],
      after: """
        The damaged file is moved aside and kept. What was mined is on the chain in any case: `lectures history` tells it. \
        What cannot be had again are the labels of lost rows, and what was signed and never left.
        """))

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions

  func run(in context: CommandContext) async throws -> Report {
    guard let outbox = try context.writtenOutbox() else {
      throw CommandFailure(
        .unknownIntent, "There is no outbox to rebuild.", place: try context.settings.outboxPath(),
        advice: "Name its file with --outbox FILE.")
    }
    let path = outbox.path ?? ""
    do {
      try await context.progress("Checking the outbox") { _ in try await outbox.check() }
      return Report(["outbox": .string(path), "rebuilt": false]) { "\(path) is sound; there is nothing to rebuild." }
    } catch let error as SendingError where error.code == .outboxDamaged {
      try await context.confirm(
        "Move the damaged outbox aside and make a new one of what can be read?",
        ["Outbox": StyledText(path), "Why": StyledText(error.reason ?? error.message)])
    }
    let salvage = try await context.progress("Reading what can be read") { _ in try await outbox.rebuild() }
    return Report([
      "outbox": .string(path), "rebuilt": true, "kept": .string(salvage.kept), "intents": .integer(salvage.intents),
      "attempts": .integer(salvage.attempts),
    ]) {
      StyledText("The outbox is rebuilt", .good) + ": \(salvage.intents) sends were read."
      ["Kept": StyledText(salvage.kept)] as Fields
      "What is open is taken up by \("lectures tx resume", .action)"
    }
  }
}
