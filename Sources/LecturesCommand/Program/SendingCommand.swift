import ArgumentParser

/// The options of every command that sends transactions.
struct SendingOptions: ParsableArguments, Sendable {
  @Flag(
    name: .customLong("dry-run"),
    help: "Try it here on the node's newest state and tell what would come of it; no key is used, nothing is sent.")
  var dryRun = false
}

/// A command that sends transactions, unless it is told to try them only.
protocol SendingCommand: ReportingCommand {
  var sending: SendingOptions { get }
}

/// The end of a command that only tried what it would have sent: its report instead of the command's own.
///
/// It is thrown where the command would have asked and unlocked a key, so that nothing behind that place runs.
struct DryRunEnd: Error {
  let report: Report
}
