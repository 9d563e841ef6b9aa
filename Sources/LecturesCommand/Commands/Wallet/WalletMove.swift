import Localization
import Operations
import Outbox
import Primitives
import StrictJSON
import Terminal

/// A transaction of the outbox that reached the chain and moved money of a wallet.
struct WalletMove: Sendable {
  /// The wallet's part in it.
  enum Direction: String, Sendable, Hashable {
    case sent, received
    case toSelf = "self"
    /// Another sent it, and the wallet paid for its gas.
    case paidFee = "fee"
  }

  let intent: Intent
  let address: Address
  let direction: Direction
  /// The one at the other end, with the name it has here.
  let other: StyledText

  /// Nil for a transaction that is none of the wallet's.
  init?(_ intent: Intent, of address: Address, in book: AddressBook) {
    let isPaidFee = intent.paid(by: address) != nil
    guard intent.account == address || intent.to == address || isPaidFee else { return nil }
    (self.intent, self.address) = (intent, address)
    let other: Address?
    if intent.account == address {
      direction = intent.to == address ? .toSelf : .sent
      other = intent.to
    } else {
      direction = intent.to == address ? .received : .paidFee
      other = intent.account
    }
    self.other = other.map { book.text(of: $0) } ?? (intent.isDeployment ? "a new contract" : "")
  }

  /// Whether it did what it should; else only its fee is spent.
  var isDone: Bool { [.mined, .final].contains(intent.state) }

  /// The wallet's own payment for its gas; nil for nothing, and where the price is not known.
  var fee: Amount? {
    switch direction {
    case .sent, .toSelf: intent.ownFee
    case .received, .paidFee: intent.paid(by: address)
    }
  }

  /// The name of the move, for people: a transfer is just sent, a call or what has no receiver says what it does.
  func words(in language: Language) -> StyledText {
    let label = language[IntentLabel(intent.label)]
    return switch direction {
    case .received: language[WalletHistoryText.received]
    case .paidFee: language[WalletHistoryText.feePaid(label)]
    case .toSelf where intent.data.isEmpty: language[WalletHistoryText.sentToItself]
    case .sent where intent.data.isEmpty && intent.to != nil: language[WalletHistoryText.sent]
    case .sent, .toSelf: StyledText(label)
    }
  }

  /// The change of the balance in a list, beside its fee.
  func amountText(on network: Network, in language: Language) -> StyledText {
    let amount = network.roundedText(intent.value, in: language)
    return switch direction {
    case .paidFee: ""
    case .sent where intent.value > .zero: StyledText("-\(amount)")
    case .received where intent.value > .zero: StyledText("+\(amount)", .good)
    case .sent, .received, .toSelf: StyledText(amount)
    }
  }

  /// The balance after it, but for what it cost in the first place where it failed.
  func applied(to balance: UInt256) -> UInt256 {
    let gained = isDone && intent.to == address ? intent.value.wei : 0
    let lost = intent.account == address ? intent.cost.wei : intent.paid(by: address)?.wei ?? 0
    return balance &+ gained &- lost
  }

  func json(on network: Network) -> JSON {
    [
      "direction": .string(direction.rawValue), "time": .integer(intent.changed),
      "amount": .amount(intent.value, on: network), "what": .string(intent.label),
      "from": .string(intent.account.checksummed), "to": .text(intent.to?.checksummed),
      "fee": intent.ownFee.map { .amount($0, on: network) } ?? .null,
      "feePayerPaid": intent.feePayerPaid.map { .amount($0, on: network) } ?? .null,
      "hash": .text(intent.lastAttempt?.hash.hex), "block": .integer(intent.block),
    ]
  }
}

extension KnownNames {
  /// The moves of an account's money that the outbox knows of, the oldest first.
  ///
  /// - Parameters:
  ///   - chain: The very chain, if a node told it.
  ///   - start: Seconds since 1970.
  func moves(
    of address: Address, on network: Network, _ chain: ChainMark?, since start: Int64
  ) async throws -> [WalletMove] {
    let intents = try await outbox.written()?.intents(IntentFilter(chain: chain, limit: .max)) ?? []
    let book = (try? await addressBook()) ?? AddressBook(known: [])
    return intents.sorted { $0.id < $1.id }.compactMap { intent in
      guard [.mined, .final, .reverted, .cancelled].contains(intent.state),
        Int64(clamping: intent.changed) >= start, network.takes(intent.chain.chainID)
      else { return nil }
      return WalletMove(intent, of: address, in: book)
    }
  }
}
