import Listening
import Logging
import Operations
import Terminal

extension CommandContext {
  /// The log of a server on standard error, a line a message; of the level that is set, else of what `--verbose` and
  /// `--quiet` ask for.
  func log(_ label: String) throws -> Logger {
    let outputMode = console.outputMode
    let usual: LogLevel = outputMode.verbose ? .debug : outputMode.quiet ? .warning : .notice
    let level = try settings.logLevel() ?? usual
    return Logger.lines(label, level: Logger.Level(rawValue: level.rawValue) ?? .notice) { [console] line in
      console.say([StyledText(line)])
    }
  }

  /// Lets what this run has to say beside its results go through a log, as a server's does, where a level is set or
  /// nobody reads along at a terminal.
  func logMessages(as label: String) throws {
    guard try settings.logLevel() != nil || !console.errorScreen.isTerminal else { return }
    let log = try log(label)
    console.hand(messagesTo: { severity, text in
      switch severity {
      case .detail: log.debug("\(text)")
      case .note: log.notice("\(text)")
      case .warning: log.warning("\(text)")
      }
    })
  }
}
