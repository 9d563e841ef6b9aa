import ArgumentParser
import Listening
import Logging
import Operations
import Terminal

/// The option of servers for what they log.
struct LogOptions: SharedOptionGroup {
  static let title = "Log options"

  @Option(
    help: ArgumentHelp(
      "The least level that is logged, on standard error: trace, debug, info (each request), notice (the default), "
        + "warning, error or critical.", valueName: "level"),
    completion: .list(LogLevel.allCases.map(\.rawValue)))
  var logLevel: String?
}

extension CommandContext {
  /// The log of a server on standard error, a line a message; of the level that is set, else of what `--verbose` and
  /// `--quiet` ask for.
  func log(_ label: String) throws -> Logger {
    let manner = console.manner
    let usual: LogLevel = manner.verbose ? .debug : manner.quiet ? .warning : .notice
    let level = try settings.logLevel() ?? usual
    return Logger.lines(label, level: Logger.Level(rawValue: level.rawValue) ?? .notice) { [console] line in
      console.say([StyledText(line)])
    }
  }
}
