import ArgumentParser

/// The options of every command that sends transactions.
struct SendingOptions: ParsableArguments, Sendable {
  @Flag(
    name: .customLong("dry-run"),
    help: "Try it here on the node's newest state and tell what would come of it; no key is used, nothing is sent.")
  var dryRun = false

  @Option(
    name: .customLong("id"),
    help: ArgumentHelp(
      "A name for this send: with the same name it is sent once, however often it is tried.", valueName: "key"))
  var id: String?

  @Flag(help: "Send it although the same was sent before.")
  var again = false

  @Option(
    name: .customLong("fee-payer"),
    help: ArgumentHelp("Kaia: the account here that pays for the gas.", valueName: "account"))
  var feePayer: String?

  @Option(
    name: .customLong("fee-service"),
    help: ArgumentHelp("Kaia: the fee delegation service that pays for the gas.", valueName: "url"))
  var feeService: String?

  @Option(
    name: .customLong("fee-ratio"),
    help: ArgumentHelp(
      "The per cent of the fee that they pay, 1 to 99; all of it if it is left out.", valueName: "percent"))
  var feeRatio: UInt8?

  @Option(
    name: .customLong("fee-payer-password-file"),
    help: ArgumentHelp("A file with the fee payer's password, if it is another.", valueName: "file"),
    completion: .file())
  var feePayerPasswordFile: String?

  @Option(
    name: .customLong("fee-service-key-file"),
    help: ArgumentHelp("A file with the API key of the fee delegation service.", valueName: "file"),
    completion: .file())
  var feeServiceKeyFile: String?

  func validate() throws {
    if let id, id.isEmpty || id.utf8.count > 200 {
      throw ValidationError("--id has to have 1 to 200 bytes, as in order-77.")
    }
    if feePayer != nil && feeService != nil {
      throw ValidationError("Give either --fee-payer or --fee-service: one of them pays.")
    }
    if let feeRatio {
      guard feePayer != nil || feeService != nil else {
        throw ValidationError("--fee-ratio says how much another pays: add --fee-payer or --fee-service.")
      }
      guard (1...99).contains(feeRatio) else {
        throw ValidationError("--fee-ratio is a per cent from 1 to 99; leave it out to have all of the fee paid.")
      }
    }
    if feePayerPasswordFile != nil && feePayer == nil {
      throw ValidationError("--fee-payer-password-file is for --fee-payer.")
    }
    if feeServiceKeyFile != nil && feeService == nil {
      throw ValidationError("--fee-service-key-file is for --fee-service.")
    }
  }
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
