import ContractClient
import Outbox
import Primitives

/// A transaction of the outbox that reached the chain and moved money of a wallet.
package struct WalletMove: Sendable {
  /// The wallet's part in it.
  package enum Direction: String, Sendable, Hashable {
    /// The wallet sent it.
    case sent
    /// The wallet got its money or its tokens.
    case received
    /// The wallet sent it to itself.
    case toSelf = "self"
    /// Another sent it, and the wallet paid for its gas.
    case paidFee = "fee"
  }

  /// The transaction.
  package let intent: Intent
  /// The wallet's address.
  package let address: Address
  /// The wallet's part in it.
  package let direction: Direction
  /// The address at the other end; nil for a new contract.
  package let counterpart: Address?
  /// The name that the other end has here.
  package let counterpartName: String?

  /// Nil for a transaction that is none of the wallet's.
  package init?(_ intent: Intent, of address: Address, in book: AddressBook) {
    let isPaidFee = intent.paid(by: address) != nil
    let isReceived = intent.to == address || !isPaidFee && ERC20.transfer(in: intent.data)?.recipient == address
    guard intent.account == address || isReceived || isPaidFee else { return nil }
    (self.intent, self.address) = (intent, address)
    if intent.account == address {
      direction = intent.to == address ? .toSelf : .sent
      counterpart = intent.to
    } else {
      direction = isReceived ? .received : .paidFee
      counterpart = intent.account
    }
    counterpartName = counterpart.flatMap { book.name(of: $0) }
  }

  /// The moves of a wallet among transactions, the oldest first: those that came to an end on the network's chain.
  ///
  /// - Parameter start: Seconds since 1970.
  package static func among(
    _ intents: [Intent], of address: Address, on network: Network, in book: AddressBook, since start: Int64
  ) -> [WalletMove] {
    intents.sorted { $0.id < $1.id }.compactMap { intent in
      guard [.mined, .final, .reverted, .cancelled].contains(intent.state),
        Int64(clamping: intent.changed) >= start, network.takes(intent.chain.chainID)
      else { return nil }
      return WalletMove(intent, of: address, in: book)
    }
  }

  /// Whether the wallet got tokens by it, and no coin.
  package var isOfTokensAlone: Bool { direction == .received && intent.to != address }

  /// The coin that the transaction moved from or to the wallet.
  package var amount: Amount { isOfTokensAlone ? .zero : intent.value }

  /// Whether it did what it should; else only its fee is spent.
  package var isDone: Bool { [.mined, .final].contains(intent.state) }

  /// The wallet's own payment for its gas; nil for nothing, and where the price is not known.
  package var fee: Amount? {
    switch direction {
    case .sent, .toSelf: intent.ownFee
    case .received, .paidFee: intent.paid(by: address)
    }
  }

  /// The balance after it, but for what it cost in the first place where it failed.
  package func applied(to balance: UInt256) -> UInt256 {
    let gained = isDone && intent.to == address ? intent.value.wei : 0
    let lost = intent.account == address ? intent.cost.wei : intent.paid(by: address)?.wei ?? 0
    return balance &+ gained &- lost
  }
}
