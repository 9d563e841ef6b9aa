import Listening
import Logging
import Operations
import Terminal

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
