import Alerts
import ArgumentParser
import ContractClient
import Keystores
import LectureKit
import Localization
import Operations
import Primitives
import QRCodes
import StrictJSON
import Terminal
import WalletBook

extension QRCode.ErrorCorrection: ExpressibleByArgument {
  /// Reads a level's letter, a small one too; nil for anything else.
  public init?(argument: String) { self.init(rawValue: argument.uppercased()) }
}

/// `lectures wallet qr [NAME]`: an address, or a request to pay, as a QR code.
struct WalletQR: ReportingCommand {
  static let configuration = CommandConfiguration(
    "qr", "Draw an address or a payment request as a QR code.",
    examples: [
      "lectures wallet qr student1": "the address, in the terminal",
      "lectures wallet qr teacher --amount 10": "a payment request for 10, on the network in use",
      "lectures wallet qr teacher --amount 10 --output request.png": "as a picture; .svg works, too",
      "lectures wallet qr teacher --amount 10 --wait --within 10m": "until it is paid, ten minutes at most",
      "lectures wallet qr teacher --amount 10 --wait --webhook http://127.0.0.1:8080/paid": "and tell a shop's program",
      "lectures wallet qr teacher --amount 20 --token 0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB": "of a token",
    ],
    after: """
      A payment request has the form of EIP-681, which other wallets read, too; lectures wallet scan FILE pays it. \
      With --wait the command stays until the amount has come to the address, in one payment or several: directly or \
      in tokens. Payments by contracts (internal transactions) are looked for in traces, where the node offers them, \
      and in known contracts' events. Any other rise of the balance counts, too, and is shown apart. Then --webhook \
      posts JSON to an https:// URL or one on this machine, signed as in `gas alert add`. A receiver that does not \
      take it is asked again for two minutes, and then the exit status is 1.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @Argument(help: "The receiver: an address or a name; by default the account in use.", completion: .known(.names))
  var wallet: String?
  @Option(help: "The amount to ask for, as in 1.5.") var amount: String?
  @Option(
    help: ArgumentHelp(
      "The ERC-20 token to ask for: its contract, the name of a contact, or the symbol of a known token.",
      valueName: "token"), completion: .known(.contacts))
  var token: String?
  @OptionGroup var picture: PictureOptions
  @Flag(help: "Wait until the amount is paid.") var wait = false
  @Option(help: ArgumentHelp("With --wait: the most time to wait, as in 10m; by default no limit.", valueName: "time"))
  var within: String?
  @Option(help: ArgumentHelp("With --wait: the confirmations to wait for.", valueName: "number"))
  var confirmations: UInt64 = 1
  @OptionGroup var receiver: WebhookOptions
  @Option(help: "The error correction level: L, M, Q or H.") var level = QRCode.ErrorCorrection.medium

  func validate() throws {
    if wait && amount == nil { throw UsageRule.goesWith("--wait", "--amount") }
    if within != nil && !wait { throw UsageRule.goesWith("--within", "--wait") }
    if receiver.webhook != nil && !wait { throw UsageRule.goesWith("--webhook", "--wait") }
    guard (1...10_000).contains(confirmations) else {
      throw UsageRule.inRange("--confirmations", from: 1, to: 10_000)
    }
  }

  func run(in context: CommandContext) async throws -> Report {
    try picture.checkFile()
    let recipient =
      if let wallet { try await context.accounts.address(wallet, of: "'<wallet>'") } else {
        try await context.accounts.address(of: nil)
      }
    let patience = try within.map { text throws(CommandFailure) in try AlertOptions.seconds(text, of: "--within") }
    let webhook = try receiver.privateChannel(PaymentNotice.topic)
    let asked = try await request(to: recipient, context)
    let (request, shown) = (asked?.request, asked?.words)
    let text = request?.text ?? recipient.checksummed
    let code = try QRCode(text, errorCorrection: level)
    let drawing = CodeDrawing(code: code)
    try await picture.write(drawing)
    let (screen, language) = (context.console.screen, context.language)
    let drawn = Report([
      "text": .string(text), "address": .string(recipient.checksummed), "chainId": .text(request?.chainID),
      "token": .text(request?.token?.checksummed), "amount": .text(request?.amount), "modules": .integer(code.size),
      "level": .string(level.rawValue), "output": .text(picture.output),
    ]) {
      if let output = picture.output {
        language[PaymentWaitText.inFile(output)]
      } else if let columns = drawing.excessColumns(on: screen) {
        language[PaymentWaitText.tooNarrow(columns: columns)]
      } else {
        drawing.lines(on: screen)
      }
      StyledText(text, .strong)
      if let shown { shown }
    }
    guard wait, let asked else { return drawn }
    return try await waited(for: asked, behind: drawn, patience, webhook, context)
  }

  /// Shows the code, waits until all of it is paid, reports the payments, and tells the webhook.
  ///
  /// - Throws: `qr.notPaid` when it did not come in time.
  private func waited(
    for asked: Asked, behind code: Report, _ patience: Int64?, _ webhook: AlertChannel?, _ context: CommandContext
  ) async throws -> Report {
    let language = context.language
    let place = try await context.nodes.connection()
    let wanted = asked.request.amount ?? 0
    let awaited = try await AwaitedPayment(
      asked.request, confirmations: confirmations, by: context.settings, over: place.node)
    show(code, context)
    let (state, isPaid) = try await context.progress(language[PaymentWaitText.waiting(asked.text(wanted))]) {
      progress in
      try await awaited.wait(within: patience.map { .seconds($0) }) { state in
        guard state.total > 0 else { return }
        progress.update(language[PaymentWaitText.partly(asked.text(state.total), of: asked.text(wanted))])
      }
    }
    guard isPaid else {
      let (missing, came) = (asked.amount(wanted), state.total == 0 ? nil : asked.amount(state.total))
      throw Self.failure(.init("qr.notPaid", .notPaid)) { language in
        FailureWords(
          language[PaymentWaitText.notPaid(language.decimal(missing))].plain,
          reason: came.map { language[PaymentWaitText.cameOnly(language.decimal($0))].plain })
      }
    }
    let paid = language[PaymentWaitText.paid(asked.text(state.total))]
    let book = (try? await context.names.addressBook()) ?? AddressBook(known: [])
    var result = code.result.object ?? [:]
    result["paid"] = .string(state.total.description)
    result["unexplained"] = .string(state.unexplained.description)
    result["confirmations"] = .integer(state.confirmations)
    result["payments"] = .array(
      state.payments.map { payment in
        [
          "kind": .string(payment.kind.rawValue), "from": .text(payment.other?.checksummed),
          "amount": .string(payment.units.description), "hash": .text(payment.transaction?.hex),
          "block": .integer(payment.block),
        ]
      })
    let came = Report(.object(result)) {
      paid
      for payment in state.payments {
        language[
          PaymentWaitText.payment(
            asked.text(payment.units), from: payment.other.map { book.text(of: $0) } ?? "",
            transaction: payment.transaction?.hex ?? "")]
      }
      if state.unexplained > 0 { language[PaymentWaitText.unexplained(asked.text(state.unexplained))] }
      language[PaymentWaitText.confirmations(state.confirmations ?? 0)]
    }
    guard let webhook else { return came }
    // The terminal's report comes first: a failing webhook is retried for minutes.
    show(came, context)
    let untold = await context.progress(language[PaymentWaitText.telling]) { _ in
      await awaited.tell(webhook, of: state, paid.plain, at: LocalTime.now())
    }
    result["told"] = .bool(untold == nil)
    let failure = untold.map { problem in
      Self.failure(.init("qr.notTold", .failure)) {
        FailureWords($0[PaymentWaitText.notTold].plain, reason: problem)
      }
    }
    return Report(.object(result), failure: failure) {
      if untold == nil { language[PaymentWaitText.told] }
    }
  }

  /// Prints a report before the command ends; JSON is printed at the end, whole.
  private func show(_ report: Report, _ context: CommandContext) {
    guard !context.console.outputMode.json else { return }
    context.console.print(report.lines(width: context.console.screen.fittingWidth, in: context.language))
  }

  private static func failure(
    _ code: CommandFailure.Code, _ words: @escaping @Sendable (Language) -> FailureWords
  ) -> CommandFailure {
    CommandFailure(code, words(.english), translation: words)
  }

  /// A payment request, its text in words, and how amounts of it are written.
  private struct Asked: Sendable {
    let request: PaymentRequest
    let words: StyledText
    let language: Language
    /// An amount as English writes it.
    let amount: @Sendable (UInt256) -> String

    func text(_ units: UInt256) -> String { language.decimal(amount(units)) }
  }

  /// The payment request; nil for an address alone.
  private func request(to recipient: Address, _ context: CommandContext) async throws -> Asked? {
    guard amount != nil || token != nil else { return nil }
    let language = context.language
    let network = try context.settings.network()
    if let token {
      let place = try await context.nodes.connection()
      let contract = try await context.tokenContract(token)
      let money = try await context.progress(context.language[ProgressText.lookingAtToken]) { _ in
        try await Token.look(at: contract, held: recipient, over: place.connection).token
      }
      let wanted = try amount.map { (text) throws(CommandFailure) in try money.amount(text) }
      let request = PaymentRequest(to: recipient, token: contract, amount: wanted, chainID: place.session.chainID)
      return Asked(
        request: request,
        words: language[
          PaymentWaitText.asks(wanted.map { language.decimal(money.text($0)) } ?? money.name, on: network.name)],
        language: language, amount: { money.text($0) })
    }
    let wei = try amount.map { (text) throws(CommandFailure) in
      try TransferOrder.checked(try network.amount(text, of: "--amount").wei)
    }
    // On a chain that is not known by its network, the node says which one it is: money of another is no payment.
    let chainID =
      if let chainID = network.chainID { chainID } else { try await context.nodes.connection().session.chainID }
    let words = wei.map { network.text(Amount(wei: $0), in: language) } ?? network.symbol
    return Asked(
      request: PaymentRequest(to: recipient, amount: wei, chainID: chainID),
      words: language[PaymentWaitText.asks(words, on: network.name)],
      language: language, amount: { network.text(Amount(wei: $0)) })
  }
}
