import ContractABI
import ContractClient
import Keys
import LectureKit
import NodeRPC
import Outbox
import Primitives
import Sending
import StrictJSON
import Terminal
import Transactions
import WalletBook

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
    CommandFailure(
      .init("qr.otherAmount", .usage), "The code asks for \(asked), not for \(agreed); nothing was sent.",
      reason: "--amount says what you agreed to pay.",
      advice: "Ask whoever made the code, or say what it asks for with --amount.")
  }

  static func checked(_ amount: UInt256) throws(CommandFailure) -> UInt256 {
    guard amount > 0 else {
      throw CommandFailure(.usage, "There is nothing to send: the amount is 0.", reason: "It would cost gas only.")
    }
    return amount
  }
}

extension CommandContext {
  /// Shows the cost of an order, asks, sends it and reports the outcome.
  func carryOut(_ order: TransferOrder, at place: Connection) async throws -> Report {
    let account = try await actingAccount()
    if let token = order.token { return try await carryOut(order, of: token, by: account, at: place) }
    let (network, recipient) = (place.network, order.recipient)
    let amount: Amount? =
      switch order.quantity {
      case .typed(let text): try self.amount(text, of: "--amount", on: network)
      case .exact(let wei): Amount(wei: wei)
      case .all: nil
      }
    if let text = order.agreed, let amount {
      let agreed = try self.amount(text, of: "--amount", on: network)
      guard agreed == amount else { throw TransferOrder.otherAmount(network.text(amount), network.text(agreed)) }
    }
    // All there is was another amount when it was sent.
    let isSame: @Sendable (Intent) -> Bool = {
      $0.isSame(as: SendRequest(from: $0.account, to: recipient, value: amount ?? $0.value, label: ""))
    }
    let receiver = await named(recipient)
    let mined: MinedTransaction
    if let earlier = try await earlierWithID(by: account, at: place, isSame: isSame) {
      mined = MinedTransaction(earlier)
    } else {
      mined = try await send(amount, order, to: receiver, by: account, at: place, isSame: isSame)
    }
    return Report([
      "from": .string(account.address.checksummed), "to": .string(recipient.checksummed),
      "amount": .amount(mined.value, on: network), "transaction": mined.json(on: network),
    ]) {
      StyledText("Sent \(network.text(mined.value))", .good) + " to " + receiver + "."
      mined.fields(on: network)
    }
  }

  /// - Parameter amount: nil sends all there is.
  private func send(
    _ amount: Amount?, _ order: TransferOrder, to receiver: StyledText, by account: ActingAccount, at place: Connection,
    isSame: @escaping @Sendable (Intent) -> Bool
  ) async throws -> MinedTransaction {
    let network = place.network
    try refuse(
      await risks(of: order.recipient, outbox: place.connection.sender.outbox), unlessIn: order.accepted)
    var options = try await sendOptions()
    options.isSame = isSame
    let (prepared, chosen, isContract) = try await progress("Checking the transfer") { [options] _ in
      let transfer = NativeTransfer(place: place, from: account.address, to: order.recipient)
      let isContract = try await !place.node.code(of: order.recipient, at: .latest).isEmpty
      guard let amount else {
        let (prepared, chosen) = try await transfer.prepareAll(options)
        return (prepared, chosen, isContract)
      }
      return (try await transfer.prepare(amount, options), options, isContract)
    }
    var details: Fields = ["To": isContract ? receiver + StyledText(" (a contract)", .warning) : receiver]
    for field in order.details.fields { details.add(field.name, field.value) }
    return try await carryOut(
      prepared, title: "send \(network.text(prepared.request.value))", by: account, at: place, details: details,
      options: chosen)
  }

  private func carryOut(
    _ order: TransferOrder, of token: Address, by account: ActingAccount, at place: Connection
  ) async throws -> Report {
    let contract = ERC20(token, connection: place.connection)
    let (metadata, balance) = try await progress("Looking at the token") { _ in
      try await contract.look(at: account.address)
    }
    let money = try TokenMoney(token, metadata, on: place.network)
    let amount: UInt256? =
      switch order.quantity {
      case .typed(let text): try money.amount(text)
      case .exact(let amount): amount
      case .all: nil
      }
    if let text = order.agreed, let amount {
      let agreed = try money.amount(text)
      guard agreed == amount else { throw TransferOrder.otherAmount(money.text(amount), money.text(agreed)) }
    }
    let isSame: @Sendable (Intent) -> Bool = { [recipient = order.recipient] intent in
      guard intent.to == token, let sent = ERC20.transfer(in: intent.data) else { return false }
      // All there is was another amount when it was sent.
      return sent.recipient == recipient && amount ?? sent.amount == sent.amount
    }
    let mined: MinedTransaction
    if let earlier = try await earlierWithID(by: account, at: place, isSame: isSame) {
      mined = MinedTransaction(earlier)
    } else {
      mined = try await send(
        amount ?? balance, order, of: money, balance, contract, by: account, at: place, isSame: isSame)
    }
    return await report(mined, money, contract, to: order.recipient, by: account, at: place)
  }

  private func send(
    _ amount: UInt256, _ order: TransferOrder, of money: TokenMoney, _ balance: UInt256, _ contract: ERC20,
    by account: ActingAccount, at place: Connection, isSame: @escaping @Sendable (Intent) -> Bool
  ) async throws -> MinedTransaction {
    var options = try await sendOptions()
    options.isSame = isSame
    guard amount <= balance, balance > 0 else {
      throw CommandFailure(
        .init("token.notEnough", .insufficientFunds),
        "\(money.text(max(amount, 1) - balance)) are missing: \(money.text(max(amount, 1))) are needed, \(money.text(balance)) are there.",
        call: "balanceOf(\(account.address)) of \(money.token)", advice: "Nothing was sent and nothing is spent.")
    }
    let risks = await risks(
      ofTransferTo: order.recipient, token: money.token, outbox: place.connection.sender.outbox)
    try refuse(risks, unlessIn: order.accepted)
    for risk in risks { warn(risk.warning) }
    let label = "transfer of \(money.text(amount)) (\(money.token)) to \(order.recipient)"
    let prepared = try await progress("Checking the transfer") { [options] _ in
      try await contract.prepare(
        amount, from: account.address, to: order.recipient, label: label, options: options)
    }
    var details: Fields = [
      "To": await named(order.recipient), "Tokens": StyledText(money.text(amount), .strong),
      "Token": money.description,
    ]
    for field in order.details.fields { details.add(field.name, field.value) }
    return try await carryOut(
      prepared, title: "send \(money.text(amount))", by: account, at: place, details: details, options: options)
  }

  private func report(
    _ mined: MinedTransaction, _ money: TokenMoney, _ contract: ERC20, to recipient: Address,
    by account: ActingAccount, at place: Connection
  ) async -> Report {
    let amount = ERC20.transfer(in: mined.confirmation.transaction.transaction.data)?.amount ?? 0
    let receiver = await named(recipient)
    let received = contract.received(by: recipient, in: mined.receipt)
    return Report([
      "from": .string(account.address.checksummed), "to": .string(recipient.checksummed),
      "amount": money.json(amount), "received": received.map { money.json($0) } ?? .null,
      "transaction": mined.json(on: place.network),
    ]) {
      StyledText("Sent \(money.text(amount))", .good) + " to " + receiver + "."
      if let received, received != amount {
        StyledText("Of it \(money.text(received)) arrived: the token keeps a part.", .warning)
      }
      mined.fields(on: place.network)
    }
  }
}

/// A token as money: its unit, and how amounts of it are read and written.
struct TokenMoney: Sendable {
  let token: Address
  let symbol: String
  /// The token's name: a symbol that reads as a number or as the chain's own money is marked.
  let name: String
  /// The token's name as it is written behind an amount.
  let counted: String
  let decimals: Int?
  private let unit: Amount.Unit

  /// - Parameter network: The network of the token: it may not be taken for the network's own money.
  init(_ token: Address, _ metadata: ERC20.Metadata, on network: Network) throws {
    self.token = token
    let symbol = metadata.symbol ?? "tokens"
    self.symbol = symbol
    let money = [network.symbol, "KLAY", "KAIA", "ETH"]
    let reads = symbol.first.map { $0.isLetter || $0 == "$" } ?? false
    let isPlain =
      reads && !symbol.contains(where: \.isWhitespace)
      && !money.contains { $0.lowercased() == symbol.lowercased() || BookName.looksLike($0, symbol) }
    name = isPlain ? symbol : "the token ‘\(symbol)’"
    counted = isPlain ? symbol : "of \(name)"
    decimals = metadata.decimals
    unit = try Amount.Unit(name: "token", symbol: symbol, decimals: metadata.decimals ?? 0)
  }

  /// - Throws: `usage`.
  func amount(_ text: String) throws(CommandFailure) -> UInt256 {
    let amount: Amount
    do throws(PrimitivesError) {
      amount = try Amount(parsing: text.trimmed, unit: unit)
    } catch {
      throw CommandFailure(.usage, "The amount of \(PlainText.escaped(symbol)) cannot be read.", because: error)
    }
    return try TransferOrder.checked(amount.wei)
  }

  func text(_ amount: UInt256) -> String { "\(Amount(wei: amount).formatted(in: unit)) \(counted)" }

  /// The identity of the token: a symbol says little, for anybody can use any.
  var description: StyledText {
    "\(name) \(token)"
      + StyledText(decimals == nil ? ", tells no decimals: amounts are of its smallest unit" : "", .warning)
  }

  /// An amount in the output of `--json`.
  func json(_ amount: UInt256) -> JSON {
    [
      "units": .string(amount.description), "value": .string(Amount(wei: amount).formatted(in: unit)),
      "symbol": .string(symbol), "decimals": .integer(decimals), "token": .string(token.checksummed),
    ]
  }
}
