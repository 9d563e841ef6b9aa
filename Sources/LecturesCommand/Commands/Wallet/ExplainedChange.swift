import NodeRPC
import Primitives
import Sending
import StrictJSON
import Terminal
import WalletBook

/// A change of a balance, and as much of its cause as is known here.
struct ExplainedChange: Sendable {
  enum Cause: String, Sendable, Hashable {
    /// What the outbox sent makes it up, to the last unit.
    case here
    /// The outbox sent nothing meanwhile.
    case elsewhere
    /// The outbox sent something, and it does not make it up.
    case mixed
  }

  let change: BalanceHistory.Change
  let cause: Cause
  /// The block that was found to have changed it, or a part of it.
  var found: ChangeSearch.Finding?

  /// Explains changes, the oldest first, by what was sent from here: each send explains one of them.
  ///
  /// When exactly something was mined the outbox does not know: between its making and its last change.
  static func explain(
    _ changes: [BalanceHistory.Change], of address: Address, by moves: [WalletMove]
  ) -> [ExplainedChange] {
    var open = moves.map(\.intent)
    return changes.map { change in
      let meanwhile = open.filter {
        Int64(clamping: $0.created) <= change.after.time && Int64(clamping: $0.changed) >= change.before.time
      }
      guard !meanwhile.isEmpty else { return ExplainedChange(change: change, cause: .elsewhere) }
      let sum = meanwhile.reduce(change.before.amount.wei) { balance, intent in
        let isDone = [.mined, .final].contains(intent.state)
        let gained = isDone && intent.to == address ? intent.value.wei : 0
        return balance &+ gained &- (intent.account == address ? intent.cost.wei : 0)
      }
      guard sum == change.after.amount.wei else { return ExplainedChange(change: change, cause: .mixed) }
      open.removeAll { meanwhile.contains($0) }
      return ExplainedChange(change: change, cause: .here)
    }
  }

  /// For people.
  var words: StyledText {
    switch cause {
    case .here: StyledText(change.isGain ? "received from an account here" : "sent from here")
    case .elsewhere: StyledText(change.isGain ? "received from elsewhere" : "spent elsewhere")
    case .mixed: "not only by what was sent from here"
    }
  }

  /// What the block says of it, a line for each transaction.
  func lines(on network: Network, _ book: AddressBook, of address: Address) -> [StyledText] {
    guard let found else { return [] }
    let time = Moment.text(UInt64(clamping: found.change.after.time))
    let amount = network.text(found.change.amount)
    let head: StyledText =
      "Block \(found.block), \(time): " + (found.change.isGain ? StyledText("+\(amount)", .good) : "-\(amount)")
    guard !found.transactions.isEmpty else {
      return [head + ", by none of its transactions itself: a contract paid, or it is a reward"]
    }
    return [head]
      + found.transactions.prefix(Self.mostTransactions).map { transaction in
        let isGain = transaction.to == address
        let other = isGain ? transaction.from : transaction.to
        return "  \(network.text(transaction.value)) \(isGain ? "from" : "to") "
          + (other.map { book.text(of: $0) } ?? "a new contract") + ", transaction \(transaction.hash.hex)"
      }
  }

  /// So many transactions of a block are shown.
  private static let mostTransactions = 10

  func json(on network: Network) -> JSON {
    [
      "from": .integer(change.before.time), "to": .integer(change.after.time),
      "amount": .amount(change.amount, on: network), "gain": .bool(change.isGain), "cause": .string(cause.rawValue),
      "block": .integer(found?.block),
      "transactions": .array(
        (found?.transactions.prefix(Self.mostTransactions) ?? []).map { transaction in
          [
            "hash": .string(transaction.hash.hex), "from": .string(transaction.from.checksummed),
            "to": .text(transaction.to?.checksummed), "amount": .amount(transaction.value, on: network),
          ]
        }),
    ]
  }
}

extension CommandContext {
  /// The changes with the block of the newest that was not sent from here, as far as a node shows it.
  func finding(
    _ changes: [ExplainedChange], of address: Address, on node: NodeClient
  ) async -> [ExplainedChange] {
    guard let index = changes.lastIndex(where: { $0.cause != .here }) else { return changes }
    var changes = changes
    // What a node does not tell is left out: the change itself is known.
    changes[index].found = try? await ChangeSearch(node: node, address: address).block(of: changes[index].change)
    return changes
  }
}
