import ArgumentParser
import ContractClient
import Keystores
import LectureKit
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
      "lectures wallet qr teacher --amount 20 --token 0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB": "of a token",
    ],
    after:
      "A payment request has the form of EIP-681, which other wallets read, too; lectures wallet scan FILE pays it.")

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @Argument(help: "The receiver: an address or a name; by default the account in use.") var wallet: String?
  @Option(help: "The amount to ask for, as in 1.5.") var amount: String?
  @Option(help: ArgumentHelp("The ERC-20 token to ask for, by its contract.", valueName: "address")) var token: String?
  @OptionGroup var picture: PictureOptions
  @Option(help: "The error correction level: L, M, Q or H.") var level = QRCode.ErrorCorrection.medium

  func run(in context: CommandContext) async throws -> Report {
    try picture.checkFile()
    let recipient =
      if let wallet { try await context.accounts.address(wallet, of: "'<wallet>'") } else {
        try await context.accounts.address(of: nil)
      }
    let (request, shown) = try await request(to: recipient, context)
    let text = request?.text ?? recipient.checksummed
    let code = try QRCode(text, errorCorrection: level)
    let drawing = CodeDrawing(code: code)
    try await picture.write(drawing)
    let screen = context.console.screen
    return Report([
      "text": .string(text), "address": .string(recipient.checksummed), "chainId": .text(request?.chainID),
      "token": .text(request?.token?.checksummed), "amount": .text(request?.amount), "modules": .integer(code.size),
      "level": .string(level.rawValue), "output": .text(picture.output),
    ]) {
      if let output = picture.output {
        "The code is in \(output, .strong)."
      } else if let columns = drawing.excessColumns(on: screen) {
        "The terminal is too narrow for the code (\(columns) columns): \("--output FILE", .action)"
      } else {
        drawing.lines(on: screen)
      }
      StyledText(text, .strong)
      if let shown { shown }
    }
  }

  /// The payment request, and its text in words; nil for an address alone.
  private func request(to recipient: Address, _ context: CommandContext) async throws -> (PaymentRequest?, StyledText?)
  {
    guard amount != nil || token != nil else { return (nil, nil) }
    let network = try context.settings.network()
    if let token {
      let place = try await context.nodes.connection()
      let contract = try await context.accounts.address(token, of: "--token")
      let money = try await context.progress("Looking at the token") { _ in
        try await Token.look(at: contract, held: recipient, over: place.connection).token
      }
      let wanted = try amount.map { (text) throws(CommandFailure) in try money.amount(text) }
      let request = PaymentRequest(to: recipient, token: contract, amount: wanted, chainID: place.session.chainID)
      return (request, StyledText("Asks for \(wanted.map(money.text) ?? money.name) on \(network.name)."))
    }
    let wei = try amount.map { (text) throws(CommandFailure) in
      try TransferOrder.checked(try network.amount(text, of: "--amount").wei)
    }
    // On a chain that is not known by its network, the node says which one it is: money of another is no payment.
    let chainID =
      if let chainID = network.chainID { chainID } else { try await context.nodes.connection().session.chainID }
    let words = wei.map { network.text(Amount(wei: $0)) } ?? network.symbol
    return (
      PaymentRequest(to: recipient, amount: wei, chainID: chainID), StyledText("Asks for \(words) on \(network.name).")
    )
  }
}
