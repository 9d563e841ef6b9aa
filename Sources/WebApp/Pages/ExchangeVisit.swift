import Exchange
import HTTPTypes
import Localization
import Markup
import Operations
import Orders
import Primitives
import Tokens

/// A visit of the exchange's pages: the market of the network in use, and the pair that a page is about.
struct ExchangeVisit: Sendable {
  let visit: Visit
  let market: ExchangeMarket
  let place: Connection

  /// Opens the market of the network in use.
  ///
  /// - Parameter mentioned: Texts that may be addresses of tokens.
  static func open(_ visit: Visit, mentioning mentioned: [String] = []) async throws -> ExchangeVisit {
    let place = try await visit.connection()
    let market = try await ExchangeMarket.open(
      visit.site.settings(of: visit.session), over: place.connection, mentioning: mentioned)
    return ExchangeVisit(visit: visit, market: market, place: place)
  }

  /// Opens the market with the pair that the path names: two tokens with a dash between them.
  ///
  /// - Throws: ``WebRefusal/notFound`` for other text; `TokenError` for tokens that are not known.
  static func openPair(_ visit: Visit) async throws -> (ExchangeVisit, DirectoryPair) {
    let parts = try visit.value("pair").split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, parts.allSatisfy({ (1...64).contains($0.utf8.count) }) else { throw WebRefusal.notFound }
    let exchange = try await open(visit, mentioning: parts)
    return (exchange, try exchange.market.pair("\(parts[0])/\(parts[1])"))
  }

  /// Opens the market with the tokens of a pair, on a page that names none.
  static func open(_ visit: Visit, of pair: DirectoryPair) async throws -> ExchangeVisit {
    try await open(visit, mentioning: [pair.base, pair.quote].map(\.address.checksummed))
  }

  /// The journal of limit orders and deals.
  func journal() async throws -> OrderJournal {
    try await market.journal(at: try visit.site.settings(of: visit.session).exchangeBook())
  }

  /// The open limit orders of an account: those of the journal, and on a platform, which has none, those of the relays.
  func ownOrders(of account: Address) async throws -> [OwnOrder] {
    guard visit.site.platform != nil else { return try await OwnOrders(market, journal()).orders() }
    let signed = try await WalletOrders(visit).signed(by: account, at: market)
    return try await MakerOrders(at: market).open(
      signed.enumerated().map { JournalOrder($1, number: Int64($0), .posted, created: 0) })
  }

  /// The signed orders of an account that may still promise tokens.
  func promising(of account: Address) async throws -> [AnySignedOrder] {
    guard visit.site.platform != nil else {
      return try await journal().orders(in: [.signed, .posted]).compactMap(\.signed)
    }
    return try await WalletOrders(visit).signed(by: account, at: market)
  }

  /// The address of a pair's page, by the tokens' names where those are unambiguous.
  func link(_ pair: DirectoryPair, _ further: String..., query: [(String, String)] = []) -> Link {
    Link(path: ["exchange", name(of: pair)] + further, query: query)
  }

  private func name(of pair: DirectoryPair) -> String {
    let labels = [pair.base.label, pair.quote.label]
    let isPlain = labels.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(Self.isPlain) && $0.utf8.count <= 32 }
    let isFound = (try? market.pair(labels.joined(separator: "/"))).map { $0.tokens == pair.tokens } ?? false
    let names = isPlain && isFound ? labels : [pair.base.address.checksummed, pair.quote.address.checksummed]
    return names.joined(separator: "-")
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  // MARK: Words

  /// The name of a pair, as text that shows what it is.
  func text(_ pair: DirectoryPair) -> String { UntrustedText.shown("\(pair)") }

  /// The amounts of an order, as in `100 TKA for 30 WKAIA`.
  func terms(of order: any ExchangeOrder) -> String {
    func amount(_ units: UInt256, _ address: Address) -> String {
      UntrustedText.shown(
        market.tokens[address].map { TokenAmount(units, of: $0).text(in: visit.language) } ?? "\(units)")
    }
    return visit.text(
      ExchangePageText.gives(
        amount(order.makerAmount, order.makerToken), for: amount(order.takerAmount, order.takerToken)))
  }

  /// The number of a book's orders that are left out of deals at the market's price: their taker pays a fee beside it.
  func withFees(in book: CheckedBook) -> Int {
    book.orders.count {
      TakerPrice(of: $0, in: book.pair.tokens, feeToken: market.contracts.v1?.feeToken)?.hasFeeApart ?? false
    }
  }

  /// The words of an error, in one line.
  func words(of error: any Error) -> String {
    let text = visit.site.texts.failure(error, in: visit.language)
    return [text.message, text.reason].compactMap { $0 }.joined(separator: " ")
  }

  /// The failures of relays and token lists, which hide nothing of the others.
  func notes(_ failures: [RelayClientError]) -> [Element.Node] {
    failures.map { .element(.note(UntrustedText.shown(words(of: $0), limit: 400), .warning)) }
  }

  // MARK: Fields

  /// Reads an amount of a token as people of any of the languages write it.
  func amount(
    _ field: String, of token: DirectoryToken, _ problems: inout [FieldProblem]
  ) -> TokenAmount? {
    do {
      let typed = try TypedNumber(visit.request.form.trimmed(field) ?? "").plain
      let amount = try TokenAmount(typed, of: token)
      if amount.units > 0 { return amount }
      problems.append(FieldProblem(field: field, text: visit.text(ExchangeFormText.notZero)))
    } catch {
      problems.append(FieldProblem(field: field, text: words(ofTyped: error)))
    }
    return nil
  }

  /// The words of an error about a number that was typed, with the advice where it can be read in two ways.
  private func words(ofTyped error: any Error) -> String {
    guard (error as? LocalizationError)?.code != .ambiguousNumber else { return visit.text(AmountFieldText.ambiguous) }
    return UntrustedText.shown(words(of: error), limit: 400)
  }

  /// Reads a price of a pair.
  func price(_ field: String, of pair: DirectoryPair, _ problems: inout [FieldProblem]) -> PairPrice? {
    do {
      return try PairPrice(try TypedNumber(visit.request.form.trimmed(field) ?? "").plain, of: pair)
    } catch {
      problems.append(FieldProblem(field: field, text: words(ofTyped: error)))
      return nil
    }
  }
}

// MARK: Parts of its pages

extension ExchangeVisit {
  /// The fields for the side and the amount of an order.
  func sideAndAmount(of pair: DirectoryPair, _ fields: FormFields, _ problems: [FieldProblem]) -> [Element.Node] {
    [
      .element(
        Element.choice(
          visit.text(ExchangePageText.side), "side",
          [
            ("buy", visit.text(ExchangeFormText.buy(text(pair.base)))),
            ("sell", visit.text(ExchangeFormText.sell(text(pair.base)))),
          ], chosen: fields["side"] == "sell" ? "sell" : "buy")),
      .element(
        Element.field(
          visit.text(ExchangeFormText.amountOf(text(pair.base))), "amount", value: fields["amount"] ?? "",
          hint: visit.text(ExchangeFormText.amountHint), problem: problems.first { $0.field == "amount" },
          ["inputmode": "decimal", "required": "", "autocomplete": "off"])),
    ]
  }

  /// The answer with a form that stands below the page of a pair.
  func answer(_ page: Page, below pair: DirectoryPair, _ problems: [FieldProblem]) async -> WebAnswer {
    await visit.answer(
      page.below((visit.text(LayoutText.exchange), Link("exchange")), (text(pair), link(pair))).with(problems),
      problems.isEmpty ? .ok : .unprocessableContent)
  }
}

extension Visit {
  /// Whether an exchange is configured for the network in use.
  var hasExchange: Bool {
    let settings = site.settings(of: session)
    return settings.raw(.exchangeV4) != nil || settings.raw(.exchangeV1) != nil
  }
}
