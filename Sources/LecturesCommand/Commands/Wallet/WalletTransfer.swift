import ArgumentParser
import Operations
import Primitives
import Terminal

/// `lectures wallet transfer --to ADDRESS --amount 1.5`: sends the chain's own money, or a token.
struct WalletTransfer: SendingCommand {
  static let configuration = CommandConfiguration(
    "transfer", "Send money or tokens.",
    examples: [
      "lectures wallet transfer --from student1 --to teacher --amount 1.5": "shows what it costs and asks",
      "lectures wallet transfer --from student1 --to 0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB --amount '25 gwei'":
        "",
      "lectures wallet transfer --from student1 --to teacher --max": "everything but the gas",
      "lectures wallet transfer --to teacher --amount 20 --token 0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB":
        "20 of an ERC-20 token",
      "lectures wallet transfer --to teacher --amount 20 --token TKA": "by its symbol, as exchange tokens lists it",
    ],
    after: """
      If the receiver is a contract that takes no money, the transfer is refused before anything is sent. The unit \
      of a token's amount follows from the decimals of its contract. The zero address, a token's own contract and an \
      address that only looks like a known one need a confirmation, which --yes does not give: each has a flag of \
      its own.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var idempotencyKey: IdempotencyKeyOptions
  @OptionGroup var gasPrice: GasPriceOptions
  @OptionGroup var gasLimit: GasLimitOptions
  @OptionGroup var receiver: ReceiverOptions
  @Option(
    help: ArgumentHelp("The receiver: an address, or the name of an account or contact.", valueName: "account"),
    completion: .known(.names))
  var to: String
  @Option(help: "The amount, as in 1.5 or '25 gwei'.") var amount: String?
  @Flag(help: "Send the whole balance; of the chain's own money, less the maximum fee.") var max = false
  @Option(
    help: ArgumentHelp(
      "The ERC-20 token to send: its contract, the name of a contact, or the symbol of a known token.",
      valueName: "token"), completion: .known(.contacts))
  var token: String?

  func validate() throws {
    if let rule = UsageRule.choice("--amount", amount != nil, "--max", max) { throw rule }
  }

  func run(in context: CommandContext) async throws -> Report {
    let network = try context.settings.network()
    // The arguments are read before anybody is asked; a token's decimals are not known yet.
    if let amount, token == nil {
      _ = try TransferOrder.checked(try network.amount(amount, of: "--amount").wei)
    }
    let recipient = try await context.accounts.address(to, of: "--to")
    var contract: Address?
    if let token { contract = try await context.tokenContract(token) }
    let order = TransferOrder(
      recipient: recipient, token: contract, quantity: amount.map { .typed($0) } ?? .all, accepted: receiver.accepted)
    return try await order.carriedOut(at: context.nodes.connection(), in: context)
  }
}
