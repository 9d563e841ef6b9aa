import ArgumentParser
import ContractABI
import ContractClient
import Keys
import LectureKit
import NodeRPC
import Primitives
import Sending
import StrictJSON

/// `lectures wallet transfer --to ADDRESS --amount 1.5`: sends the chain's own money.
struct WalletTransfer: SendingCommand {
  static let configuration = CommandConfiguration(
    commandName: "transfer", abstract: "Send money to an address or to another account.",
    discussion: Help.examples(
      [
        "lectures wallet transfer --from student1 --to teacher --amount 1.5": "shows what it costs and asks",
        "lectures wallet transfer --from student1 --to 0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB --amount '25 gwei'":
          "",
        "lectures wallet transfer --from student1 --to teacher --max": "everything but the gas",
      ],
      after: "A contract that takes no money says so before anything is sent."))

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var sending: SendingOptions
  @Option(help: ArgumentHelp("Who gets it: an address, or the name of an account here.", valueName: "account"))
  var to: String
  @Option(help: ArgumentHelp("How much, as in 1.5 or '25 gwei'.", valueName: "amount")) var amount: String?
  @Flag(help: "All there is, less the most that gas can cost.") var max = false

  func validate() throws {
    guard (amount != nil) != max else { throw ValidationError("Say how much: --amount AMOUNT, or --max for all.") }
  }

  func run(in context: CommandContext) async throws -> Report {
    let network = try context.settings.network()
    // What was typed is read before anybody is bothered.
    let given = try amount.map { try context.amount($0, of: "--amount", on: network) }
    if given == .zero {
      throw CommandFailure(.usage, "There is nothing to send: the amount is 0.", reason: "It would cost gas only.")
    }
    let recipient = try await context.address(to, of: "--to")
    let place = try await context.workplace()
    let account = try await context.actingAccount()
    let receiver = await context.named(recipient)
    let mined: MinedTransaction
    if let earlier = try await context.earlierWithID(by: account, at: place) {
      mined = MinedTransaction(earlier)
    } else {
      mined = try await send(given, to: recipient, receiver, by: account, at: place, context)
    }
    return Report([
      "from": .string(account.address.checksummed), "to": .string(recipient.checksummed),
      "amount": .amount(mined.value, on: network), "transaction": mined.json(on: network),
    ]) {
      StyledText("Sent \(network.text(mined.value))", .good) + " to " + receiver + "."
      mined.fields(on: network)
    }
  }

  private func send(
    _ given: Amount?, to recipient: Address, _ receiver: StyledText, by account: ActingAccount, at place: Workplace,
    _ context: CommandContext
  ) async throws -> MinedTransaction {
    let network = place.network
    let options = try await context.sendOptions()
    let (prepared, chosen, isContract) = try await context.progress("Checking the transfer") { _ in
      let transfer = Transfer(place: place, from: account.address, to: recipient)
      let isContract = try await !place.node.code(of: recipient, at: .latest).isEmpty
      let (prepared, chosen) =
        if let given {
          (try await transfer.prepare(given, options), options)
        } else {
          try await transfer.prepareAll(options)
        }
      return (prepared, chosen, isContract)
    }
    if recipient == .zero { context.warn("Nobody has the key of the address zero: what goes there is gone.") }
    return try await context.carryOut(
      prepared, title: "send \(network.text(prepared.request.value))", by: account, at: place,
      details: ["To": isContract ? receiver + StyledText(" (a contract)", .warning) : receiver], options: chosen)
  }
}

/// Money on its way from one account to another, with no call.
private struct Transfer: Sendable {
  let place: Workplace
  let from: Address
  let to: Address

  /// Prices a transfer, and tells why a contract would refuse it.
  func prepare(_ amount: Amount, _ options: SendOptions) async throws -> PreparedTransaction {
    let label = "transfer of \(place.network.text(amount)) to \(to)"
    do {
      return try await place.connection.sender.prepare(
        SendRequest(from: from, to: to, value: amount, label: label), options: options)
    } catch let error as NodeError {
      guard let data = error.revertData else { throw error }
      throw ContractError(
        .reverted, "The contract at \(to) does not take this payment.",
        revert: RevertReason(data, errors: LectureMarket.abi.errors), call: label,
        advice: "Nothing was sent and nothing is spent.", cause: error)
    }
  }

  /// Prices a transfer of everything that is there, less the most that its gas can cost.
  ///
  /// The gas is looked up with the smallest amount there is; then gas and fees are kept, so that the sum cannot change.
  func prepareAll(_ options: SendOptions) async throws -> (PreparedTransaction, SendOptions) {
    let probe: PreparedTransaction
    do {
      probe = try await prepare(Amount(wei: 1), options)
    } catch let error as SendingError where [.notEnoughForGas, .notEnoughForValue].contains(error.code) {
      throw await nothingLeft(error)
    }
    // It can pay for itself, so that something is left.
    let rest = try probe.balance.subtracting(probe.maximumFee)
    var fixed = options
    fixed.gasLimit = probe.gasLimit
    fixed.fees = probe.fees
    return (try await prepare(rest, fixed), fixed)
  }

  private func nothingLeft(_ error: SendingError) async -> SendingError {
    let balance = try? await place.node.balance(of: from, at: .latest)
    return SendingError(
      error.code, "There is nothing to send: what the account holds does not pay for the gas.",
      reason: balance.map { "\(from) holds \(place.network.text($0))." }, call: "transfer of everything to \(to)",
      cause: error)
  }
}
