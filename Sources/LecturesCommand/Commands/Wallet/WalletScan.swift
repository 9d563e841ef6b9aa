import ArgumentParser
import LectureKit
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal
import WalletBook

/// `lectures wallet scan FILE`: pays the request of a QR code in a picture.
struct WalletScan: SendingCommand {
  static let configuration = CommandConfiguration(
    "scan", "Pay a payment request from a QR code image.",
    examples: [
      "lectures wallet scan request.png --from student1": "shows the request, and asks",
      "lectures wallet scan address.png --from student1 --amount 1.5": "a code with an address alone",
      "lectures wallet scan request.png --from student1 --yes --to school --amount 1.5":
        "pays exactly this, or nothing",
      "lectures wallet scan photo.jpg --read": "only shows the request; no node is asked",
    ],
    after: """
      The code holds an address, or a payment request in the form of EIP-681. It is checked as if it had been typed; \
      a request for more than a transfer, on another chain, or to a mistyped address is refused. With --yes nobody \
      looks at the request, so give the amount that you agree to pay with --amount, and the receiver with --to, \
      unless the code pays an account here, a watched wallet or a contact; a code that asks for anything else is \
      refused.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var idempotencyKey: IdempotencyKeyOptions
  @OptionGroup var gasPrice: GasPriceOptions
  @OptionGroup var gasLimit: GasLimitOptions
  @OptionGroup var receiver: ReceiverOptions
  @Argument(help: "The picture as JPEG, PNG or WebP, or - for standard input.", completion: .file()) var file: String
  @Option(
    help: ArgumentHelp(
      "The receiver that the code has to pay; needed with --yes if that address has no name here.", valueName: "account"
    ), completion: .known(.names))
  var to: String?
  @Option(help: "The amount to pay if the code names none; otherwise the amount that the code has to ask for.")
  var amount: String?
  @Option(
    help: ArgumentHelp(
      "The ERC-20 token that the code has to ask for; needed with --yes if it asks for one.", valueName: "address"))
  var token: String?
  @Flag(help: "Show the request, and send nothing.") var read = false

  /// A note of a request is shown to so many columns.
  private static let longestNote = 80
  /// A code is shown in at most this many columns: one of 2,953 would push the cost off the screen.
  private static let longestText = 160

  func run(in context: CommandContext) async throws -> Report {
    let (text, request) = try await scanned(context)
    let inUse = try? context.settings.network()
    let asked = amountText(request, inUse, context.language)
    if read {
      return report(text, request, asked, await context.names.text(of: request.recipient), context.language)
    }
    // A request for nothing leaves it open how much.
    let amountAsked = request.amount.flatMap { $0 > 0 ? $0 : nil }
    guard amountAsked == nil || amount != nil || !context.options.yes else {
      throw CommandFailure(.usage, ScanRefusal.amountNotAgreed(asked, to: "\(request.recipient)"))
    }
    try await checkToken(of: request, context)
    try await checkReceiver(of: request, context)
    let network = try context.settings.network()
    if let amount, request.token == nil {
      _ = try TransferOrder.checked(try network.amount(amount, of: "--amount").wei)
    }
    let quantity: TransferOrder.Quantity
    if let amountAsked {
      quantity = .exact(amountAsked)
    } else if let amount {
      quantity = .typed(amount)
    } else {
      throw CommandFailure(.usage, ScanRefusal.noAmount(StyledText(text).cut(to: Self.longestText).plain))
    }
    let place = try await context.nodes.connection()
    if let chainID = request.chainID, chainID != place.session.chainID {
      let known = Network.builtIn(ofChain: chainID)?.name
      throw CommandFailure(
        .wrongChain,
        ScanRefusal.otherChain(
          "\(chainID)", network: known, inUse: network.name, chain: "\(place.session.chainID)"),
        details: ["expectedChainID": .integer(chainID), "chainID": .integer(place.session.chainID)])
    }
    var details: Fields = [:]
    details.add(context.language[ScanText.scanned], StyledText(text).cut(to: Self.longestText))
    for note in request.notes.prefix(4) { details.add(context.language[Label.note], noteText(note)) }
    let order = TransferOrder(
      recipient: request.recipient, token: request.token, quantity: quantity, details: details,
      agreed: amountAsked == nil ? nil : amount, accepted: receiver.accepted)
    return try await order.carriedOut(at: place, in: context)
  }

  /// Makes sure that the money it asks for is the one that was agreed to: as many of another may be worth much more.
  private func checkToken(of request: PaymentRequest, _ context: CommandContext) async throws {
    guard let token else {
      guard let asked = request.token, context.options.yes else { return }
      throw CommandFailure(.usage, ScanRefusal.tokenNotAgreed("\(asked)"))
    }
    let agreed = try await context.accounts.address(token, of: "--token")
    guard request.token != agreed else { return }
    throw CommandFailure(
      .init("qr.otherToken", .usage),
      ScanRefusal.otherToken("\(agreed)", asked: request.token.map { "\($0)" }))
  }

  /// Makes sure that the receiver is the one a person agreed to: the author of the picture chose the address.
  private func checkReceiver(of request: PaymentRequest, _ context: CommandContext) async throws {
    let receiver = request.recipient
    guard let to else {
      guard context.options.yes, try await !context.names.addressBook().knows(receiver) else { return }
      throw CommandFailure(.usage, ScanRefusal.receiverNotAgreed("\(receiver)"))
    }
    let agreed = try await context.accounts.address(to, of: "--to")
    guard receiver != agreed else { return }
    throw CommandFailure(
      .init("qr.otherReceiver", .usage), ScanRefusal.otherReceiver("\(agreed)", asked: "\(receiver)"))
  }

  /// The only request in the picture.
  private func scanned(_ context: CommandContext) async throws -> (String, PaymentRequest) {
    let text = try await context.codeText(in: file)
    guard !Invitation.isMeant(by: text) else {
      throw CommandFailure(.init("qr.invitation", .usage), ScanRefusal.invitation(PlainText.escaped(file)))
    }
    return (text, try PaymentRequest(parsing: text))
  }

  /// The amount that is asked for: in the unit of the chain's money if the chain is known; a token's units are not.
  private func amountText(_ request: PaymentRequest, _ inUse: Network?, _ language: Language) -> String {
    guard let amount = request.amount else { return language[ScanText.noCertainAmount] }
    var network = inUse
    if let chainID = request.chainID, let own = Network.builtIn(ofChain: chainID) ?? inUse {
      network = own.chainID ?? chainID == chainID ? own : nil
    }
    guard request.token == nil, let network else { return language[ScanText.smallestUnit("\(amount)")] }
    return network.text(Amount(wei: amount), in: language)
  }

  private func noteText(_ note: PaymentRequest.Note) -> StyledText {
    StyledText("\(note.name): \(note.text)").cut(to: Self.longestNote)
  }

  private func report(
    _ text: String, _ request: PaymentRequest, _ asked: String, _ receiver: StyledText, _ language: Language
  ) -> Report {
    var fields: Fields = [language[Label.to]: receiver]
    fields.add(language[Label.token], request.token.map { StyledText($0.checksummed) })
    fields.add(language[Label.amount], StyledText(asked))
    fields.add(language[ScanText.chain], request.chainID.map { "\($0)" })
    for note in request.notes.prefix(4) { fields.add(language[Label.note], noteText(note)) }
    return Report([
      "text": .string(text), "to": .string(request.recipient.checksummed), "token": .text(request.token?.checksummed),
      "amount": .text(request.amount), "chainId": .text(request.chainID),
      "notes": .object(JSONObject(request.notes.map { ($0.name, .string($0.text)) })),
    ]) { fields }
  }
}
