/// A command that can send transactions, or with `--dry-run` only tries them.
protocol DryRunCommand: ReportingCommand {
  var trial: DryRunOptions { get }
}

/// A command that makes transactions and sends them.
protocol TransactingCommand: ReportingCommand {
  var transaction: TransactionOptions { get }
}

/// A command that makes transactions because somebody wants them now, who can try them first and is asked.
protocol SendingCommand: DryRunCommand, TransactingCommand {
  var sending: SendingOptions { get }
}

extension SendingCommand {
  var trial: DryRunOptions { sending.trial }

  var transaction: TransactionOptions { sending.transaction }
}
