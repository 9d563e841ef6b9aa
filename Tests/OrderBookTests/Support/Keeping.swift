import DatabaseSupport
import Orders
import Primitives
import Testing

@testable import OrderBook

typealias ModelKeeper = BookKeeper<ModelChain>

/// A keeper of a book over a model's chain.
func keeper(
  _ chain: ModelChain, _ path: String? = nil, _ change: (inout ModelKeeper.Options) -> Void = { _ in }
) async throws -> ModelKeeper {
  var options = ModelKeeper.Options()
  options.groupWindow = .zero
  options.shorterChainPolls = 1
  options.now = { 42 }
  change(&options)
  let keeper = try await ModelKeeper(
    at: try TestDatabases.place(path), node: chain, exchanges: Cast.exchanges, options: options)
  try await keeper.advance()
  return keeper
}

extension BookKeeper {
  /// Takes orders that nobody refuses.
  @discardableResult
  func add(_ orders: BookOrder...) async throws -> [AddOutcome<Never>] {
    try await add(orders) { (_) -> Never? in nil }
  }

  /// The state of an order, wherever it is.
  func state(_ order: BookOrder) async throws -> OrderState? { try await entry(order.hash)?.status.state }

  /// Checks that the book's sides are what its entries are.
  func checkSides() {
    read { book in
      let open = book.entries.values.filter { $0.status.state.isInBook }
      #expect(book.openCount == open.count)
      var count = 0
      for direction in book.shelves.directions {
        var filter = OrderFilter()
        filter.includesPrivate = true
        let side = Array(book.side(direction, filter))
        count += side.count
        #expect(book.openCount(direction) == side.count)
        for (first, next) in zip(side, side.dropFirst()) {
          if let first = first.rank, let next = next.rank { #expect(first < next) }
        }
      }
      #expect(count == open.count)
      for maker in Set(book.entries.values.map(\.order.maker)) {
        #expect(book.openCount(of: maker) == open.count { $0.order.maker == maker })
      }
    }
  }
}

extension AddOutcome {
  /// The entry of an order that came or was there.
  var entry: BookEntry? {
    switch self {
    case .added(let entry), .known(let entry): entry
    default: nil
    }
  }
}

/// The money that an owner gives an exchange, and all of it.
func fund(_ maker: Address, _ token: Address, _ amount: UInt256) -> [ModelTransaction] {
  [.setBalance(TokenOwner(owner: maker, token: token), amount)]
    + [Cast.v1.spender, Cast.v4.spender].map {
      .approve(FundsKey(owner: maker, token: token, spender: $0), amount)
    }
}
