import Primitives
import Sending
import StrictJSON
import Terminal

/// Something that was sent from here and reached the chain, by a wallet or to it.
struct WalletMove: Sendable {
  let intent: Intent
  let isOutgoing: Bool
  /// The one at the other end, with the name it has here.
  let other: StyledText

  /// Whether it did what it should; else only its fee is spent.
  var isDone: Bool { [.mined, .final].contains(intent.state) }

  /// Whether it stayed where it was: only its fee is spent.
  var isToSelf: Bool { intent.account == intent.to }

  /// What it is, for people: a transfer is just sent, a call or what has no receiver says what it does.
  var words: String {
    if !isOutgoing { return "received" }
    guard intent.data.isEmpty, intent.to != nil else { return intent.label }
    return isToSelf ? "sent to itself" : "sent"
  }

  /// What it did to the balance, beside its fee.
  func amountText(on network: Network) -> StyledText {
    let amount = network.text(intent.value)
    guard intent.value > .zero, !isToSelf else { return StyledText(amount) }
    return isOutgoing ? StyledText("-\(amount)") : StyledText("+\(amount)", .good)
  }

  func json(on network: Network) -> JSON {
    [
      "direction": .string(isToSelf ? "self" : isOutgoing ? "sent" : "received"), "time": .integer(intent.changed),
      "amount": .amount(intent.value, on: network), "what": .string(intent.label),
      "from": .string(intent.account.checksummed), "to": .text(intent.to?.checksummed),
      "fee": intent.ownFee.map { .amount($0, on: network) } ?? .null,
      "feePayerPaid": intent.feePayerPaid.map { .amount($0, on: network) } ?? .null,
      "hash": .text(intent.lastAttempt?.hash.hex), "block": .integer(intent.block),
    ]
  }
}

extension CommandContext {
  /// What the outbox knows that an account sent and was sent, the oldest first.
  ///
  /// - Parameters:
  ///   - chain: The very chain, if a node told it.
  ///   - start: Seconds since 1970.
  func moves(
    of address: Address, on network: Network, _ chain: ChainMark?, since start: Int64
  ) async throws -> [WalletMove] {
    let intents = try await writtenOutbox()?.intents(IntentFilter(chain: chain, limit: .max)) ?? []
    let book = (try? await addressBook()) ?? AddressBook(known: [])
    return intents.sorted { $0.id < $1.id }.compactMap { intent in
      guard intent.account == address || intent.to == address,
        [.mined, .final, .reverted, .cancelled].contains(intent.state),
        Int64(clamping: intent.changed) >= start, network.mayBe(intent.chain.chainID)
      else { return nil }
      let isOutgoing = intent.account == address
      let other = isOutgoing ? intent.to : intent.account
      return WalletMove(
        intent: intent, isOutgoing: isOutgoing,
        other: other.map { book.text(of: $0) } ?? (intent.isDeployment ? "a new contract" : ""))
    }
  }
}

extension Network {
  /// Whether a chain is this network's; one without a number is any that is not public.
  fileprivate func mayBe(_ chainID: UInt256) -> Bool {
    self.chainID.map { $0 == chainID } ?? !Network.builtIn.contains { $0.chainID == chainID }
  }
}
