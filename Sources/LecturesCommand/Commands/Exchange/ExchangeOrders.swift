import ArgumentParser
import Exchange
import Localization
import Operations
import OrderBook
import Orders
import Primitives
import StrictJSON
import Terminal
import Tokens

/// `lectures exchange orders`
struct ExchangeOrders: ReportingCommand {
  static let configuration = CommandConfiguration(
    "orders", "List your limit orders.",
    examples: [
      "lectures exchange orders": "those that are not over, with their states by your own node",
      "lectures exchange orders --all": "those that are over, too",
      "lectures exchange orders --state unfunded --pair TKA/WKAIA": "those of a pair that lack the tokens",
      "lectures exchange orders --all-relays": "and what every relay shows of them",
      "lectures exchange orders --post": "post those that no relay has yet",
    ],
    after: """
      The states are \(OrderStateFilter.all.joined(separator: ", ")). Of these, cut is cancelled in part; unfunded \
      lacks tokens or their allowance; dust is too little to fill; stopped is watched no more; unsigned has a signer \
      without rights.
      What relays show changes nothing here: --all-relays tells where it differs, and which open orders of the same \
      accounts this machine does not know.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions
  @Flag(help: "List orders that are over, too.") var all = false
  @Flag(help: "Post signed orders that no relay has.") var post = false
  @Option(help: ArgumentHelp("Only orders in this state, as open or filled.", valueName: "state"))
  var state: OrderStateFilter?
  @Option(help: ArgumentHelp("Only orders of a pair, as TKA/WKAIA.", valueName: "pair")) var pair: String?
  @Flag(help: "Show what every relay has of them, too.") var allRelays = false

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    let (market, _) = try await context.market(mentioning: [pair].compactMap { $0 })
    let pair = try pair.map { text throws(TokenError) in try market.pair(text) }
    if post, market.relays.isEmpty { throw OperationError.nowhereToPost }
    let journal = try await market.journal(at: try context.settings.exchangeBook())
    let unposted = post ? try await postAll(journal, market, context) : nil
    let (orders, records) = try await context.progress(language[ExchangeText.readingBook]) { _ in
      let own = try await OwnOrders(market, journal).orders(endedToo: all || state?.isOfEnded ?? false).filter { own in
        (state?.admits(own) ?? true)
          && (pair.map { $0.tokens.side(of: own.order.unsigned.order) != nil } ?? true)
      }
      return (own, allRelays ? await OrdersAtRelays(of: market).read(own) : nil)
    }
    for failure in records?.failures ?? [] {
      context.warn(StyledText(CommandFailure(failure).words(in: language).sentences))
    }
    var table = Table(
      .address(language[ExchangeLabel.order]), .number(language[ExchangeLabel.give], .important),
      .number(language[ExchangeLabel.get], .important), .name(language[ExchangeLabel.state], .important),
      .name(language[ExchangeLabel.expires], .useful), .name(language[ExchangeLabel.relay], .detail),
      placeholder: language[ExchangeText.noOrders])
    for own in orders {
      let terms = own.order.unsigned.order
      table.add(
        StyledText(own.order.hash.hex), StyledText(text(terms.makerAmount, terms.makerToken, market, language)),
        StyledText(text(terms.takerAmount, terms.takerToken, market, language)), StyledText(language[own.word]),
        StyledText(LocalTime.text(UInt64(clamping: terms.expiry), in: language)),
        StyledText(own.order.postings.filter { $0.state == .posted }.map(\.relay).joined(separator: ", ")))
    }
    let listed = table
    let writer = RelayRecordWriter(records: records, market: market, language: language)
    return Report(
      [
        "orders": .array(orders.map { Self.json($0, writer) }), "unknown": writer.unknown,
      ], failure: unposted
    ) {
      listed
      writer.blocks(of: orders)
    }
  }

  /// Posts the orders that no relay has.
  ///
  /// - Returns: The failure of those that no relay has afterwards; nil where there is none.
  private func postAll(
    _ journal: OrderJournal, _ market: ExchangeMarket, _ context: CommandContext
  ) async throws -> CommandFailure? {
    let placement = OrderPlacement(journal: journal, relays: market.relays)
    var unposted = UnpostedOrders()
    for order in try await journal.unposted() {
      context.warn(of: unposted.add(try await placement.post(order.id)))
    }
    return unposted.failure
  }

  private func text(_ units: UInt256, _ address: Address, _ market: ExchangeMarket, _ language: Language) -> String {
    market.tokens[address].map { TokenAmount(units, of: $0).text(in: language) } ?? "\(units) (\(address))"
  }

  private static func json(_ own: OwnOrder, _ writer: RelayRecordWriter) -> JSON {
    [
      "orderHash": .string(own.order.hash.hex), "order": own.order.signed?.json ?? own.order.unsigned.order.json,
      "journal": .string(own.order.ending?.rawValue ?? own.order.state.rawValue),
      "state": .text(own.status?.state.rawValue),
      "remaining": .text(own.status.map { $0.remaining.description }),
      "funded": .text(own.status.map { $0.funded.description }),
      "relays": .array(own.order.postings.filter { $0.state == .posted }.map { .string($0.relay) }),
      "posted": .bool(own.order.postings.contains { $0.state == .posted }), "records": writer.json(own.order.hash),
    ]
  }
}
