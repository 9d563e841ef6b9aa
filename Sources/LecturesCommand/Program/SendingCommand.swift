/// A command that can send transactions, or with `--dry-run` only tries them.
protocol TrialCommand: ReportingCommand {
  var trial: DryRunOptions { get }
}

/// A command that makes transactions and sends them.
protocol SendingCommand: TrialCommand {
  var sending: SendingOptions { get }
}

extension SendingCommand {
  var trial: DryRunOptions { sending.trial }
}
