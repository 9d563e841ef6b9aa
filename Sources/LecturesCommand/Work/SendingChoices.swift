import GasPrices
import Keys
import Keystores
import Operations
import Outbox
import Primitives
import Sending
import Terminal

/// The choices of settings and command line about fees, gas and proof, for what is sent.
struct SendingChoices: Sendable {
  let settings: Settings
  let prompts: Prompts
  let accounts: Accounts
  let nodes: Nodes
  let events: RunEvents
  /// The sending options of the command line; nil for a command that sends nothing, and for a daemon.
  let sending: SendingOptions?
  /// The options for how transactions are made; nil for a command that sends nothing.
  let transaction: TransactionOptions?
  /// The idempotency key and the choice of gas on the command line; nil for a command that sends nothing.
  let given: SharedOptions?

  /// The delegation of the fee that the command line asks for.
  ///
  /// - Throws: `KeystoreError` `.notFound` for a fee payer without a keystore; the mistake in a service's address.
  func feeDelegation() async throws -> FeeDelegation? {
    guard let transaction else { return nil }
    if let service = try await feeService(transaction.service) {
      return FeeDelegation(.service(service), percent: transaction.feeRatio)
    }
    guard let payer = try await accounts.feePaying() else { return nil }
    return FeeDelegation(.account(payer.address), percent: transaction.feeRatio)
  }

  /// The most that the fee of one transaction may come to; nil if there is no limit.
  ///
  /// The total fee limit: one coin unless another was chosen or a person can be asked, for the gas price is only the
  /// node's answer.
  func maxTotalFee() throws(SettingsError) -> Amount? {
    if let chosen = try settings.spending.maxTotalFee() { return chosen }
    return !prompts.isAnswered ? .klay(1) : nil
  }

  /// The service that the options name, with its API key; nil if they name none.
  func feeService(_ options: FeeServiceOptions) async throws -> FeeService? {
    guard let url = options.url else { return nil }
    let authorities = try settings.checkedAuthorityFile()
    guard let keyFile = options.keyFile else { return try FeeService(url, authorityFile: authorities) }
    let secret = try await prompts.password(from: .file(keyFile), prompt: "")
    return try FeeService(
      url, key: secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }, authorityFile: authorities)
  }

  /// Puts the command line's choice of gas price into the fee options of a send.
  ///
  /// - Parameter waiting: The price that an earlier run waited for; nil for that of the command line.
  /// - Throws: `usage` for a price that cannot be read.
  func choosePrice(_ options: inout FeeOptions, waiting earlier: PriceWait? = nil) throws {
    options.speed = earlier?.speed ?? given?.gasPrice?.gasSpeed ?? .standard
    if let earlier {
      options.priceWait = earlier
    } else if let price = given?.gasPrice?.waitForPrice {
      let deadline = given?.gasPrice?.deadline.flatMap(TransactionOptions.seconds).map {
        UInt64(max(0, LocalTime.now())) + $0
      }
      let limit = try GasSource.price(price, of: "--wait-for-price")
      guard limit > 0 || deadline != nil else {
        throw CommandFailure(.usage, CommandRefusal.freeGas)
      }
      options.priceWait = PriceWait(limit: limit, speed: options.speed, deadline: deadline)
    }
    guard given?.gasPrice?.gasSpeed != nil || options.priceWait != nil else { return }
    let adviser = GasAdviser { try await GasSource(of: nodes).reader }
    options.quoter = { try await adviser.offer($0) }
  }

  /// The sending options of the settings and the command line; a fee payer's keys are not in them yet.
  func options() async throws -> SendOptions {
    var options = SendOptions()
    options.feeDelegation = try await feeDelegation()
    options.tracking.confirmations = try settings.confirmations()
    options.tracking.quorum = try settings.quorum()
    // Before anything is asked: no answer would be believed.
    if options.tracking.quorum > 1 {
      try options.tracking.checkQuorum(among: Set(try settings.network().endpoints).count)
    }
    options.fees.maximumFee = try maxTotalFee()
    options.intent.key = given?.idempotencyKey.map { IntentKey("id \($0)") }
    options.intent.again = sending?.again == true
    options.intent.limits = try settings.spending.limits()
    options.gas.limit = given?.gasLimit
    try choosePrice(&options.fees)
    options.events.tell { [events] in events.tell($0) }
    return options
  }

  /// The settings of what the command plans and sends, resolved once.
  ///
  /// - Parameter accepted: the risks of the receiver that are agreed to where nobody is asked.
  func settings(accepting accepted: Set<ReceiverRisk.Kind> = []) async throws -> SendingSettings {
    var settings = SendingSettings(try await options())
    settings.named = sending?.named
    settings.isDryRun = prompts.isDryRun
    settings.stateCache = self.settings.stateCache
    guard !prompts.isAnswered else { return settings }
    // Without --yes nothing is done anyway, and that says so.
    let agreed = prompts.isAgreed ? accepted.union([.uncompared]) : Set(ReceiverRisk.Kind.allCases)
    settings.consent = .beforehand(Set(agreed.map { .receiver($0) }))
    return settings
  }
}

/// Reads prices for sends, from where the settings say; it connects when it is asked first.
private actor GasAdviser {
  private let connect: @Sendable () async throws -> PriceReader
  private var reader: PriceReader?

  init(_ connect: @escaping @Sendable () async throws -> PriceReader) { self.connect = connect }

  func offer(_ speed: FeeSpeed) async throws -> FeeQuote {
    let reader = if let reader { reader } else { try await connect() }
    self.reader = reader
    let quote = try await reader.quote()
    guard !quote.isUnverified else {
      throw CommandFailure(.other, CommandRefusal.unverifiedPrice)
    }
    guard let tier = quote[speed] else {
      throw CommandFailure(.other, CommandRefusal.noPriceOfSpeed(speed.rawValue))
    }
    return tier.quote
  }
}
