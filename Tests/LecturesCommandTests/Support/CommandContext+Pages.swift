import ArgumentParser
import Localization
import Operations
import Terminal
import WebApp

@testable import LecturesCommand

extension CommandContext {
  /// The context of `lectures web` with these settings, whose output nobody reads.
  static func ofPages(_ settings: Settings) throws -> CommandContext {
    let (sink, command) = (MemorySink(), try WebCommand.parse([]))
    let console = Console(
      Environment(
        variables: settings.environment, output: sink, errors: sink, screen: .none, errorScreen: .none, prompter: nil),
      outputMode: command.global.outputMode(in: .english))
    return CommandContext(
      options: SharedOptions(of: command), settings: settings, console: console, prompter: nil,
      sent: SentTransactions(), outboxes: OpenOutboxes(), sending: nil, transaction: nil, isDryRun: false)
  }
}
