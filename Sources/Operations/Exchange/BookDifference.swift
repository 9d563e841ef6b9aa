import OrderBook
import Orders
import Primitives

/// A change of an order that can be filled, from one look at a book to the next.
public struct OrderChange: Sendable, Hashable {
  /// The kinds of changes.
  public enum Kind: String, Sendable, Hashable {
    /// The order was not in the book before.
    case came
    /// More or less of it can be filled.
    case changed
    /// The order cannot be filled any more, or no relay gives it.
    case went
  }

  /// Whether the order came, changed or went.
  public let kind: Kind
  /// The side of the book.
  public let side: OrderSide
  /// The order as it is now; for one that no relay gives any more, as it was.
  public let entry: BookEntry
  /// Its state now; nil where no relay gives it any more.
  public let state: OrderState?
}

/// The orders of a pair as they were last seen, and what of them is new at each look.
struct BookDifference {
  private var known: [Hash32: BookEntry] = [:]

  /// The most orders that are remembered of relays that do not answer for now.
  private static let mostAbsent = 4_000

  /// Takes the next look at a book and tells the changes: first what went, by hash, then the others as the book has them.
  mutating func take(_ book: CheckedBook) -> [OrderChange] {
    take(
      book.entries(.bid) + book.entries(.ask), others: book.book.unfillable, of: book.pair.tokens,
      isWhole: book.failures.isEmpty)
  }

  /// Takes the orders of a look.
  ///
  /// - Parameters:
  ///   - fillable: Those that can be filled.
  ///   - others: Those that relays gave and cannot be filled.
  ///   - isWhole: Whether every relay answered: otherwise an order that is absent did not go.
  mutating func take(
    _ fillable: [BookEntry], others: [BookEntry], of pair: TokenPair, isWhole: Bool
  ) -> [OrderChange] {
    let now = Dictionary(fillable.map { ($0.hash, $0) }) { $1 }
    let ended = Dictionary(others.map { ($0.hash, $0) }) { $1 }
    var (went, rest): ([OrderChange], [OrderChange]) = ([], [])
    var absent: [Hash32: BookEntry] = [:]
    func change(_ kind: OrderChange.Kind, _ entry: BookEntry, _ state: OrderState?) -> OrderChange {
      let isAsk = entry.order.direction == TokenDirection(.ask, of: pair)
      return OrderChange(kind: kind, side: isAsk ? .ask : .bid, entry: entry, state: state)
    }
    for (hash, entry) in known where now[hash] == nil {
      if let end = ended[hash] {
        went.append(change(.went, end, end.status.state))
      } else if isWhole || absent.count >= Self.mostAbsent {
        went.append(change(.went, entry, nil))
      } else {
        absent[hash] = entry
      }
    }
    for entry in fillable {
      guard let before = known[entry.hash] else {
        rest.append(change(.came, entry, entry.status.state))
        continue
      }
      if before.status.fillable != entry.status.fillable || before.status.state != entry.status.state {
        rest.append(change(.changed, entry, entry.status.state))
      }
    }
    known = now.merging(absent) { $1 }
    return went.sorted { $0.entry.hash < $1.entry.hash } + rest
  }
}
