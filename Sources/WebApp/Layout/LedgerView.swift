import LectureKit
import Markup
import NodeRPC
import Operations
import Primitives
import WalletBook

/// The payments that the chain has of a wallet: those that were found by now, and the button that looks for more.
struct LedgerView: Sendable {
  private let visit: Visit
  private let wallet: ListedWallet
  private let network: Network
  /// The payments; nil where nobody looked for them yet.
  private let payments: AccountPayments?
  /// The balance now, as far as it is known.
  private let balance: Amount?
  private let book: AddressBook

  /// Reads what earlier readings have found.
  ///
  /// - Throws: `WalletBookError` `bookFailed`.
  init(
    _ wallet: ListedWallet, balance: Amount?, on network: Network, in directory: WalletDirectory, _ visit: Visit
  ) async throws {
    (self.visit, self.wallet, self.network, self.balance) = (visit, wallet, network, balance)
    book = (try? await visit.site.addressBook()) ?? AddressBook(known: [])
    guard let place = wallet.place, let kept = try directory.bookIfThere() else {
      payments = nil
      return
    }
    // Names of tokens are no reason to wait for a node that is down.
    let tokens = try? await PageTimeout.node { try await Self.tokens(of: network, in: kept, visit).tokens }
    payments = try await AccountPayments.kept(of: place, in: kept, naming: tokens)
  }

  private static func tokens(
    of network: Network, in book: Book, _ visit: Visit
  ) async throws -> (tokens: WalletTokens, node: NodeClient) {
    let place = try await visit.site.connection(for: visit.session, on: network.name)
    let settings = visit.site.settings(of: visit.session).on(network)
    let tokens = WalletTokens(
      settings, of: network.name, chainID: place.session.chainID, over: place.node, in: book)
    return (tokens, place.node)
  }

  /// The most blocks that are read at once, as the terminal reads them.
  private static let mostBlocks: UInt64 = 2_000

  /// Looks for payments in blocks that are not read yet.
  ///
  /// - Returns: Whether it came to its end; else it goes on.
  /// - Throws: The failure of the node; `WalletBookError` `bookFailed`.
  static func look(of place: BalancePlace, on network: Network, in directory: WalletDirectory, _ visit: Visit)
    async throws -> Bool
  {
    let book = try directory.book()
    return try await PageTimeout.lasting {
      let (tokens, node) = try await tokens(of: network, in: book, visit)
      return try await AccountPayments.read(of: place, over: node, in: book, naming: tokens, atMost: mostBlocks)
    } != nil
  }

  var content: [Element.Node] {
    guard wallet.place != nil else { return [] }
    var nodes: [Element.Node] = []
    if visit.request.query.has("reading") {
      nodes.append(.element(.note(visit.text(WalletLedgerText.stillReading))))
    }
    nodes += payments.map(found) ?? [.element(.note(visit.text(WalletLedgerText.notLooked), .warning))]
    nodes.append(
      .element(
        Element.form(visit, to: WalletLink.to(wallet, "payments")) {
          Element("div", ["class": "actions"]) {
            Element.submit(visit.text(payments == nil ? WalletLedgerText.look : .lookOn), isMain: false)
          }
        }))
    nodes.append(.element(.paragraph(visit.text(WalletLedgerText.hint(Self.mostBlocks)), ["class": "quiet"])))
    return nodes
  }

  private func found(_ payments: AccountPayments) -> [Element.Node] {
    let words = visit.site.texts.ledger(payments, on: network, in: visit.language)
    var nodes: [Element.Node] = [.element(.paragraph(words.title))]
    if !payments.shown.isEmpty { nodes.append(.element(table(payments, words))) }
    if payments.ledger.isEmpty {
      nodes.append(.element(.paragraph(visit.text(WalletLedgerText.nothing), ["class": "quiet"])))
    }
    for line in words.sums {
      nodes.append(.element(line.isWarning ? .note(line.value, .warning) : .paragraph(line.value)))
    }
    if payments.ledger.closing == nil {
      nodes.append(.element(.note(visit.text(WalletLedgerText.notAllRead), .warning)))
    } else if let balance, payments.ledger.closing != balance.wei {
      nodes.append(.element(.note(visit.text(WalletLedgerText.changedSince), .warning)))
    }
    return nodes
  }

  private func table(_ payments: AccountPayments, _ words: LedgerLines) -> Element {
    let heads: [WalletPageText] = [.time, .what, .amount, .with]
    return Element.table(
      visit.text(WalletPageText.moves), heads.map { visit.text($0) }, numbers: [2],
      rows: zip(payments.shown, words.payments).reversed().map { payment, words in
        [
          [.element(.time(payment.time, visit))], [.text(words.kind)],
          [.text(UntrustedText.shown(words.amount))],
          payment.other.map { [.element(.address($0, name: book.name(of: $0)))] } ?? [],
        ]
      })
  }
}
