import Keys
import LectureKit
import Localization
import NodeRPC
import Operations
import Outbox
import Primitives
import StrictJSON
import Terminal

/// The amount and the receiver of a transfer.
struct TransferOrder: Sendable {
  /// The amount to send.
  enum Quantity: Sendable, Hashable {
    /// As it was typed, in the money's own unit unless it names another.
    case typed(String)
    /// In the smallest unit.
    case exact(UInt256)
    /// The whole balance; of the chain's own money, less the maximum fee.
    case all
  }

  let recipient: Address
  /// The token's contract; nil is the chain's own money.
  var token: Address?
  let quantity: Quantity
  /// Further facts that the person should see before saying yes.
  var details: Fields = [:]
  /// The amount that was agreed to, as it was typed; nil leaves it at ``quantity``.
  var agreed: String?
  /// The risks that are agreed to where nobody is asked.
  var accepted: Set<ReceiverRisk.Kind> = []

  /// A request that asks for something else than was agreed to.
  static func otherAmount(_ asked: String, _ agreed: String) -> CommandFailure {
    CommandFailure(.init("qr.otherAmount", .usage), ScanRefusal.otherAmount(asked, agreed: agreed))
  }

  static func checked(_ amount: UInt256) throws(CommandFailure) -> UInt256 {
    guard amount > 0 else {
      throw CommandFailure(.usage, WalletRefusal.nothingToSend)
    }
    return amount
  }
}

extension TransferOrder {
  /// Shows the cost of it, asks, sends it and reports the outcome.
  func carriedOut(at place: Connection, in context: CommandContext) async throws -> Report {
    let account = try await context.accounts.acting()
    if let token { return try await carriedOut(of: token, by: account, at: place, in: context) }
    let network = place.network
    let amount: Amount? =
      switch quantity {
      case .typed(let text): try network.amount(text, of: "--amount")
      case .exact(let wei): Amount(wei: wei)
      case .all: nil
      }
    if let text = agreed, let amount {
      let agreed = try network.amount(text, of: "--amount")
      guard agreed == amount else { throw TransferOrder.otherAmount(network.text(amount), network.text(agreed)) }
    }
    return try await context.runner.carryOut(
      context.language[ProgressText.checkingTransfer], by: account, at: place, accepting: accepted, details: details
    ) {
      try await $0.transfer(amount, to: recipient)
    } report: { receipt in
      let receiver = await context.names.text(of: recipient)
      let mined = MinedTransaction(receipt)
      return Report([
        "from": .string(account.address.checksummed), "to": .string(recipient.checksummed),
        "amount": .amount(mined.value, on: network), "transaction": mined.json(on: network),
      ]) {
        context.language[WalletText.sent(network.text(mined.value, in: context.language), to: receiver)]
        mined.fields(on: network, in: context.language)
      }
    }
  }

  private func carriedOut(
    of address: Address, by account: ActingAccount, at place: Connection, in context: CommandContext
  ) async throws -> Report {
    let (token, balance) = try await context.progress(context.language[ProgressText.lookingAtToken]) { _ in
      try await Token.look(at: address, held: account.address, over: place.connection)
    }
    let amount: UInt256? =
      switch quantity {
      case .typed(let text): try token.amount(text)
      case .exact(let amount): amount
      case .all: nil
      }
    if let text = agreed, let amount {
      let agreed = try token.amount(text)
      guard agreed == amount else { throw TransferOrder.otherAmount(token.text(amount), token.text(agreed)) }
    }
    return try await context.runner.carryOut(
      context.language[ProgressText.checkingTransfer], by: account, at: place, accepting: accepted, details: details
    ) {
      try await $0.tokenTransfer(amount, of: token, balance: balance, to: recipient)
    } report: {
      await report($0, token, by: account, at: place, in: context)
    }
  }

  private func report(
    _ transfer: TokenTransfer, _ token: Token, by account: ActingAccount, at place: Connection,
    in context: CommandContext
  ) async -> Report {
    let mined = MinedTransaction(transfer.receipt)
    let (amount, receiver) = (transfer.amount, await context.names.text(of: recipient))
    return Report([
      "from": .string(account.address.checksummed), "to": .string(recipient.checksummed),
      "amount": token.json(amount), "received": transfer.received.map { token.json($0) } ?? .null,
      "transaction": mined.json(on: place.network),
    ]) {
      context.language[WalletText.sent(context.language.decimal(token.text(amount)), to: receiver)]
      if let received = transfer.received, received != amount {
        context.language[WalletText.arrived(context.language.decimal(token.text(received)))]
      }
      mined.fields(on: place.network, in: context.language)
    }
  }
}

extension Token {
  /// - Throws: `usage`.
  func amount(_ text: String) throws(CommandFailure) -> UInt256 {
    let amount = try CommandFailure.explaining(.usage, "The amount of \(PlainText.escaped(symbol)) cannot be read.") {
      try Amount(parsing: text.trimmed, unit: unit)
    }
    return try TransferOrder.checked(amount.wei)
  }

  /// The identity of the token: a symbol says little, for anybody can use any.
  var description: StyledText {
    "\(name) \(address)"
      + StyledText(decimals == nil ? ", tells no decimals: amounts are of its smallest unit" : "", .warning)
  }

  /// An amount in the output of `--json`.
  fileprivate func json(_ amount: UInt256) -> JSON {
    [
      "units": .string(amount.description), "value": .string(Amount(wei: amount).formatted(in: unit)),
      "symbol": .string(symbol), "decimals": .integer(decimals), "token": .string(address.checksummed),
    ]
  }
}
