import ArgumentParser
import Operations

/// The option of servers, and of others that run as services, for what they log.
struct LogOptions: SharedOptionGroup {
  static let title = "Log options"

  @Option(
    help: ArgumentHelp(
      "The least level that is logged, on standard error: trace, debug, info (each request), notice (the default), "
        + "warning, error or critical.", valueName: "level"),
    completion: .list(LogLevel.allCases.map(\.rawValue)))
  var logLevel: String?
}
