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

/// `lectures exchange book PAIR`
struct ExchangeBook: ReportingCommand {
  static let configuration = CommandConfiguration(
    "book", "Show the order book of a pair.",
    examples: [
      "lectures exchange book TKA/WKAIA": "both sides, with what the makers can pay",
      "lectures exchange book TKA/WKAIA --depth 5 --relay http://127.0.0.1:3000": "",
      "lectures exchange book TKA/WKAIA --orders": "each order with its maker",
      "lectures exchange book TKA/WKAIA --chart --output depth.svg": "how much can be traded up to which price",
    ],
    after: """
      Orders at one price are one row, unless --orders shows each. An order whose maker lacks the tokens or the \
      allowance is not shown. With --unverified nothing is asked of your node: it shows what relays tell.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions
  @Argument(help: "Two tokens, as in TKA/WKAIA.") var pair: String
  @Option(help: ArgumentHelp("The most prices of each side.", valueName: "number")) var depth = 20
  @Flag(help: "Show each order.") var orders = false
  @Flag(help: "Show the book as the relays tell it, without asking your node about its orders.") var unverified = false
  @OptionGroup var drawing: DepthChartOptions

  func validate() throws {
    if !(1...1000).contains(depth) { throw UsageRule.inRange("--depth", from: 1, to: 1000) }
    if unverified && drawing.chart { throw UsageRule.either("--unverified", "--chart") }
    if unverified && drawing.output != nil { throw UsageRule.either("--unverified", "--output") }
  }

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    try drawing.checkFile()
    let (market, _) = try await context.market(mentioning: [pair])
    let pair = try market.pair(pair)
    if unverified { return try await told(pair, market, context) }
    let book = try await context.progress(language[ExchangeText.readingBook]) { _ in try await market.book(of: pair) }
    context.warn(of: book.failures)
    let levels = book.depth(levels: depth)
    try await drawing.write(book, levels, in: language)
    let writer = BookLineWriter(context: context)
    let (asks, bids) = (Array(book.lines(.ask).prefix(depth)), Array(book.lines(.bid).prefix(depth)))
    let makers = orders ? await writer.table(asks: asks, bids: bids) : nil
    return Report(json(book, levels, orders ? asks + bids : [])) {
      language[ExchangeText.book("\(pair)")]
      if levels.asks.isEmpty && levels.bids.isEmpty {
        language[book.isUnread ? ExchangeText.unreadBook : .emptyBook]
      } else {
        if let makers { makers } else if !drawing.chart { table(levels, pair, language) }
        drawing.lines(book, levels, width: context.console.screen.fittingWidth, in: language)
        if let spread = book.spread {
          ["\(language[ExchangeLabel.spread])": StyledText(spread.text(in: language))] as Fields
        }
      }
      for text in ExchangeDroppedText.sentences(book.dropped) { StyledText(language[text]) }
      if !book.book.unfillable.isEmpty { language[ExchangeText.unfunded(book.book.unfillable.count)] }
    }
  }

  /// The book as relays tell it; the levels are sums of what nobody checked.
  private func told(_ pair: DirectoryPair, _ market: ExchangeMarket, _ context: CommandContext) async throws -> Report {
    let language = context.language
    let book = try await context.progress(language[ExchangeText.readingBook]) { _ in
      try await RelayedBook.read(pair, at: market)
    }
    context.warn(of: book.failures)
    let (asks, bids) = (Array(book.lines(.ask).prefix(depth)), Array(book.lines(.bid).prefix(depth)))
    let table = await BookLineWriter(context: context).table(asks: asks, bids: bids)
    return Report([
      "pair": .pair(pair), "verified": false, "asks": [], "bids": [], "orders": .array((asks + bids).map(\.json)),
      "spread": .null, "block": .null, "output": .null, "dropped": Self.json(book.dropped), "hidden": [],
      "problems": Self.json(book.failures),
    ]) {
      language[ExchangeText.book("\(pair)")]
      language[RelayRecordText.unverified]
      table
      for text in ExchangeDroppedText.sentences(book.dropped) { StyledText(language[text]) }
    }
  }

  private static func json(_ dropped: [DroppedOrder]) -> JSON {
    .array(dropped.map { ["orderHash": .text($0.hash?.hex), "reason": .string($0.reason.rawValue)] })
  }

  private static func json(_ failures: [RelayClientError]) -> JSON {
    .array(failures.map { .string(CommandFailure($0).words(in: .english).sentences) })
  }

  private func table(_ levels: BookDepth, _ pair: DirectoryPair, _ language: Language) -> Table {
    var table = Table(
      .name(language[ExchangeLabel.side], .important), .number(language[ExchangeLabel.price], .important),
      .number(language[ExchangeLabel.amount], .important), .number(language[ExchangeLabel.total], .useful),
      .number(language[ExchangeLabel.orders], .detail))
    func add(_ level: DepthLevel, _ side: StyledText) {
      table.add(
        side, StyledText(PairPrice(level.price, of: pair).text(in: language)),
        StyledText(TokenAmount(level.base, of: pair.base).rounded(in: language)),
        StyledText(TokenAmount(level.quote, of: pair.quote).rounded(in: language)), "\(level.orders)")
    }
    for level in levels.asks.reversed() { add(level, StyledText(language[ExchangeWord.ask], .bad)) }
    for level in levels.bids { add(level, StyledText(language[ExchangeWord.bid], .good)) }
    return table
  }

  private func json(_ book: CheckedBook, _ levels: BookDepth, _ lines: [BookLine]) -> JSON {
    func side(_ levels: [DepthLevel]) -> JSON {
      .array(
        levels.map { level in
          [
            "price": .price(PairPrice(level.price, of: book.pair)), "amount": .token(level.base, book.pair.base),
            "total": .token(level.quote, book.pair.quote), "orders": .integer(level.orders),
          ]
        })
    }
    return [
      "pair": .pair(book.pair), "verified": true, "asks": side(levels.asks), "bids": side(levels.bids),
      "orders": .array(lines.map(\.json)),
      "spread": book.spread.map { .price($0) } ?? .null,
      "block": .integer(book.block.number), "output": drawing.json(levels),
      "dropped": Self.json(book.dropped),
      "hidden": .array(
        book.book.unfillable.map {
          ["orderHash": .string($0.hash.hex), "state": .string($0.status.state.rawValue)]
        }),
      "problems": Self.json(book.failures),
    ]
  }
}

extension CommandContext {
  /// Says which relays lied or did not answer.
  func warn(of failures: [RelayClientError]) {
    for failure in failures { warn(StyledText(CommandFailure(failure).words(in: language).sentences)) }
  }
}
