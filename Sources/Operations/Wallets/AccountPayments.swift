import NodeRPC
import Primitives
import Tokens
import WalletBook

/// The payments that reached an account and left it, as the chain has them, with the names of the tokens among them.
package struct AccountPayments: Sendable {
  /// The ledger as far as it is known now.
  package let ledger: AccountLedger
  /// The number of blocks that are still to be read.
  package let unread: UInt64
  /// The failure that ended the reading early; nil for none.
  package let problem: NodeError?
  /// The tokens of the payments, those that say nothing of themselves left out; nil where the node did not tell.
  package let tokens: TokenDirectory?
  /// The most payments that are shown.
  private let mostShown: Int

  /// The most payments that are shown where nobody says how many.
  package static let usuallyShown = 100

  /// Reads on where the last reading came to.
  ///
  /// - Parameters:
  ///   - tokens: Names the tokens of the network, and the contracts whose events tell what they paid.
  ///   - most: The most blocks to read.
  ///   - mostShown: The most payments to show; above 0.
  /// - Throws: a `NodeError` when the node does not tell its newest block or the account's balance; `WalletBookError`
  ///   `bookFailed`.
  package static func read(
    of place: BalancePlace, over node: NodeClient, in book: Book, naming tokens: WalletTokens, atMost most: UInt64,
    showing mostShown: Int = usuallyShown
  ) async throws -> AccountPayments {
    let outcome = try await LedgerReader(node: node, book: book, place: place, events: tokens.paymentEvents)
      .read(atMost: most)
    return AccountPayments(
      ledger: outcome.ledger, unread: outcome.unread, problem: outcome.problem,
      tokens: try? await tokens.directory(of: contracts(of: outcome.ledger, mostShown)), mostShown: mostShown)
  }

  /// The payments that readings before have found, up to the last block that was read; nil where there was no reading.
  ///
  /// - Parameter tokens: Names the tokens of the network; nil names none.
  /// - Throws: `WalletBookError` `bookFailed`.
  package static func kept(
    of place: BalancePlace, in book: Book, naming tokens: WalletTokens?
  ) async throws -> AccountPayments? {
    guard let ledger = try await BookLedgers(of: book).ledger(of: place) else { return nil }
    let contracts = contracts(of: ledger, usuallyShown)
    let known = contracts.isEmpty ? nil : try? await tokens?.directory(of: contracts)
    return AccountPayments(ledger: ledger, unread: ledger.unread, problem: nil, tokens: known, mostShown: usuallyShown)
  }

  private static func contracts(of ledger: AccountLedger, _ mostShown: Int) -> Set<Address> {
    Set(ledger.payments.suffix(mostShown).compactMap(\.token))
  }

  /// The newest payments, the oldest of them first: as many as anybody reads.
  package var shown: ArraySlice<LedgerPayment> { ledger.payments.suffix(mostShown) }

  /// The number of payments that are older than those in ``shown``.
  package var older: Int { ledger.payments.count - shown.count }

  /// The amount of a payment of tokens; nil where nothing is known of the token.
  package func amount(of payment: LedgerPayment) -> TokenAmount? {
    payment.token.flatMap { tokens?[$0] }.map { TokenAmount(payment.units, of: $0) }
  }
}
