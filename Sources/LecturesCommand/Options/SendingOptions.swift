import ArgumentParser
import Outbox
import Primitives
import Terminal

/// The option of every command that can send transactions.
struct DryRunOptions: ParsableArguments, Sendable {
  @Flag(
    help: "Simulate the transaction on the node's newest state and show its outcome; no key is used, nothing is sent.")
  var dryRun = false
}

/// The options of a command that can have a fee delegation service pay.
struct FeeServiceOptions: ParsableArguments, Sendable {
  @Option(
    name: .customLong("fee-service"),
    help: ArgumentHelp("Kaia: the fee delegation service that pays for the gas.", valueName: "url"))
  var url: String?

  @Option(
    name: .customLong("fee-service-key-file"),
    help: ArgumentHelp("A file with the API key of the fee delegation service.", valueName: "file"), completion: .file()
  )
  var keyFile: String?

  func validate() throws {
    if keyFile != nil && url == nil { throw UsageRule.goesWith("--fee-service-key-file", "--fee-service") }
  }
}

/// The options of every command that makes transactions and sends them.
struct SendingOptions: ParsableArguments, Sendable {
  @OptionGroup var trial: DryRunOptions
  @OptionGroup var agreement: AgreementOptions

  @Flag(help: "Send even if it is a duplicate.") var again = false

  @Option(
    name: .customLong("is"),
    help: ArgumentHelp(
      "A mined transaction that did this already: it is recorded under the idempotency key, and nothing is sent.",
      valueName: "hash"), transform: { try Hash32($0) })
  var named: Hash32?

  @OptionGroup var transaction: TransactionOptions

  func validate() throws {
    if named != nil && again { throw UsageRule.sentOrAgain }
  }
}

/// The idempotency key that a person gives, for commands whose transactions have none of their own.
struct IdempotencyKeyOptions: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp(
      "An idempotency key: a transaction with the same key is sent once, however often it is tried.", valueName: "key"))
  var id: String?

  func validate() throws {
    if let id, id.isEmpty || id.utf8.count > 200 { throw UsageRule.idLength }
  }
}

/// The gas limit, for commands that make a transaction.
struct GasLimitOptions: ParsableArguments, Sendable {
  @Option(help: ArgumentHelp("The gas limit; by default the node's estimate.", valueName: "units"))
  var gasLimit: UInt64?
}

/// The choice of the gas price, for commands whose transactions are not priced already.
struct GasPriceOptions: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp("The speed that sets the gas price: slow, standard (the default) or fast.", valueName: "speed"))
  var gasSpeed: FeeSpeed?

  @Option(
    help: ArgumentHelp(
      "Wait until the gas price is at most this, in gwei or ston, and never offer more. The outbox keeps the transaction, without a nonce.",
      valueName: "price"))
  var waitForPrice: String?

  @Option(
    help: ArgumentHelp("How long to wait for that price: 30m, 8h, 2d; by default without a limit.", valueName: "time"))
  var deadline: String?

  func validate() throws {
    if deadline != nil && waitForPrice == nil { throw UsageRule.deadlineAlone }
    if let deadline, TransactionOptions.seconds(deadline) == nil { throw UsageRule.deadlineTime }
  }
}

/// The options for how transactions are made and followed: where, by whom, and who pays for the gas. A daemon has these
/// and the price's alone: it makes each transaction once, and asks nobody.
struct TransactionOptions: ParsableArguments, Sendable {
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @OptionGroup(title: SpendingOptions.title) var spendingOptions: SpendingOptions
  @OptionGroup(title: TrackingOptions.title) var trackingOptions: TrackingOptions
  @OptionGroup(title: FiatOptions.title) var fiatOptions: FiatOptions

  @Option(
    help: ArgumentHelp(
      "Kaia: the accounts here whose keys sign for --from, as in alice,bob, if its keys are in several keystores.",
      valueName: "accounts"), completion: .known(.accounts))
  var signWith: [String] = []

  @Option(
    help: ArgumentHelp("Kaia: the account here that pays for the gas.", valueName: "account"),
    completion: .known(.accounts))
  var feePayer: String?

  @OptionGroup var service: FeeServiceOptions

  @Option(
    help: ArgumentHelp(
      "Kaia: the percentage of the fee that the fee payer pays, 1 to 99; by default all.", valueName: "percent")
  )
  var feeRatio: UInt8?

  @Option(
    help: ArgumentHelp("A file with the fee payer's password, if it differs from the sender's.", valueName: "file"),
    completion: .file())
  var feePayerPasswordFile: String?

  func validate() throws {
    if signWith.contains(where: { $0.split(separator: ",", omittingEmptySubsequences: false).contains("") }) {
      throw UsageRule.signerNames
    }
    if feePayer != nil && feeService != nil { throw UsageRule.feePayerOrService }
    if let feeRatio {
      guard feePayer != nil || feeService != nil else { throw UsageRule.feeRatioAlone }
      guard (1...99).contains(feeRatio) else { throw UsageRule.feeRatio }
    }
    if feePayerPasswordFile != nil && feePayer == nil {
      throw UsageRule.goesWith("--fee-payer-password-file", "--fee-payer")
    }
  }
}

extension TransactionOptions {
  /// The address of the service that pays; nil for none.
  var feeService: String? { service.url }

  /// The accounts of `--sign-with`, each once.
  var signers: [String] {
    var seen: Set<Substring> = []
    return signWith.flatMap { $0.split(separator: ",") }.filter { seen.insert($0).inserted }.map(String.init)
  }

  /// `90`, `30m`, `8h`, `2d` in whole seconds; at most a year.
  static func seconds(_ text: String) -> UInt64? {
    let units: [Character: UInt64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    let unit = text.last.flatMap { units[$0] }
    let digits = unit == nil ? text[...] : text.dropLast()
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt64(digits)
    else { return nil }
    let (seconds, overflow) = number.multipliedReportingOverflow(by: unit ?? 1)
    return !overflow && (1...31_536_000).contains(seconds) ? seconds : nil
  }
}
