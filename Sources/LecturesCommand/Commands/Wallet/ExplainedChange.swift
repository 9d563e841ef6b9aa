import Localization
import NodeRPC
import Operations
import Outbox
import Primitives
import StrictJSON
import Terminal
import WalletBook

/// A change of a balance, and as much of its cause as is known here.
struct ExplainedChange: Sendable {
  enum Cause: String, Sendable, Hashable {
    /// The outbox's transactions account for the change to the last unit.
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

  /// Explains changes, the oldest first, by the transactions sent from here: each explains one of them.
  ///
  /// The outbox does not know the exact time at which a transaction was mined: it is between the creation of its row
  /// and the row's last change.
  static func explain(
    _ changes: [BalanceHistory.Change], of address: Address, by moves: [WalletMove]
  ) -> [ExplainedChange] {
    var open = moves.filter { !$0.isOfTokensAlone }
    return changes.map { change in
      let meanwhile = open.filter {
        Int64(clamping: $0.intent.created) <= change.after.time
          && Int64(clamping: $0.intent.changed) >= change.before.time
      }
      guard !meanwhile.isEmpty else { return ExplainedChange(change: change, cause: .elsewhere) }
      guard let explaining = explaining(change, of: meanwhile) else {
        return ExplainedChange(change: change, cause: .mixed)
      }
      let explained = Set(explaining.map(\.intent.id))
      open.removeAll { explained.contains($0.intent.id) }
      return ExplainedChange(change: change, cause: .here)
    }
  }

  /// The moves meanwhile that make up a change to the last unit; nil where none do.
  ///
  /// Times are whole seconds: one in the second of a look may have been mined before it as well as after it.
  private static func explaining(_ change: BalanceHistory.Change, of meanwhile: [WalletMove]) -> [WalletMove]? {
    let begun = meanwhile.filter { Int64(clamping: $0.intent.changed) > change.before.time }
    let ended = meanwhile.filter { Int64(clamping: $0.intent.created) < change.after.time }
    let both = begun.filter { Int64(clamping: $0.intent.created) < change.after.time }
    return [meanwhile, begun, ended, both].first { moves in
      !moves.isEmpty
        && moves.reduce(change.before.amount.wei) { balance, move in move.applied(to: balance) }
          == change.after.amount.wei
    }
  }

  /// For people.
  var words: WalletHistoryText {
    switch cause {
    case .here: .here(isGain: change.isGain)
    case .elsewhere: .elsewhere(isGain: change.isGain)
    case .mixed: .mixed
    }
  }

  /// The transactions of the block, a line for each.
  func lines(
    on network: Network, _ book: AddressBook, of address: Address, in language: Language
  ) -> [StyledText] {
    guard let found else { return [] }
    let amount = network.text(found.change.amount, in: language)
    let head =
      language[WalletHistoryText.block(found.block, time: LocalTime.text(found.change.after.time))]
      + (found.change.isGain ? StyledText("+\(amount)", .good) : StyledText("-\(amount)"))
    let others = isFoundInPart ? [StyledText("  ") + language[WalletHistoryText.otherBlocks]] : []
    guard !found.transactions.isEmpty else { return [head + language[WalletHistoryText.noTransaction]] + others }
    return [head]
      + found.transactions.prefix(Self.mostTransactions).map { transaction in
        let isGain = transaction.to == address
        let other = isGain ? transaction.from : transaction.to
        return StyledText("  ")
          + language[
            WalletHistoryText.payment(
              network.text(transaction.value, in: language), isGain: isGain,
              other: other.map { book.text(of: $0) } ?? language[WalletHistoryText.newContract],
              transaction: transaction.hash.hex)]
      } + others
  }

  /// Whether the block that was found made a part of the change alone.
  private var isFoundInPart: Bool { found.map { $0.change.after.amount != change.after.amount } ?? false }

  /// The most transactions of a block that are shown.
  private static let mostTransactions = 10

  func json(on network: Network) -> JSON {
    [
      "from": .integer(change.before.time), "to": .integer(change.after.time),
      "amount": .amount(change.amount, on: network), "gain": .bool(change.isGain), "cause": .string(cause.rawValue),
      "block": .integer(found?.block), "partly": .bool(isFoundInPart),
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

extension ExplainedChange {
  /// The changes with the block of the newest that was not sent from here, as far as a node shows it.
  static func finding(
    _ changes: [ExplainedChange], of address: Address, on node: NodeClient
  ) async -> [ExplainedChange] {
    guard let index = changes.lastIndex(where: { $0.cause != .here }) else { return changes }
    var changes = changes
    // A fact that a node does not give is left out: the change itself is known.
    changes[index].found = try? await ChangeSearch(node: node, address: address).block(of: changes[index].change)
    return changes
  }
}
