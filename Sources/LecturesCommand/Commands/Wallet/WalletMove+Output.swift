import Localization
import Operations
import Outbox
import Primitives
import StrictJSON
import Terminal

extension WalletMove {
  /// The one at the other end, with the name it has here.
  var other: StyledText {
    guard let counterpart else { return intent.isDeployment ? "a new contract" : "" }
    return StyledText(counterpartName.map { "\($0) " } ?? "") + "\(counterpart)"
  }

  /// The name of the move, for people: a transfer is just sent, a call or what has no receiver says what it does.
  func words(in language: Language) -> StyledText {
    let label = language[IntentLabel(intent.label)]
    return switch direction {
    case .received where !isOfTokensAlone: language[WalletHistoryText.received]
    case .paidFee: language[WalletHistoryText.feePaid(label)]
    case .toSelf where intent.data.isEmpty: language[WalletHistoryText.sentToItself]
    case .sent where intent.data.isEmpty && intent.to != nil: language[WalletHistoryText.sent]
    case .sent, .toSelf, .received: StyledText(label)
    }
  }

  /// The change of the balance in a list, beside its fee.
  func amountText(on network: Network, in language: Language) -> StyledText {
    let amount = network.roundedText(self.amount, in: language)
    return switch direction {
    case .paidFee: ""
    case .sent where self.amount > .zero: StyledText("-\(amount)")
    case .received where self.amount > .zero: StyledText("+\(amount)", .good)
    case .sent, .received, .toSelf: StyledText(amount)
    }
  }

  func json(on network: Network) -> JSON {
    [
      "direction": .string(direction.rawValue), "time": .integer(intent.changed),
      "amount": .amount(amount, on: network), "what": .string(intent.label),
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
    return WalletMove.among(intents, of: address, on: network, in: book, since: start)
  }
}
