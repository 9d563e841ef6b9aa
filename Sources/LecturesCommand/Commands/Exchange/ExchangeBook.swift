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
      "lectures exchange book TKA/WKAIA --chart --output depth.svg": "how much can be traded up to which price",
    ],
    after: "Orders at one price are one row. An order whose maker lacks the tokens or the allowance is not shown.")

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions
  @Argument(help: "Two tokens, as in TKA/WKAIA.") var pair: String
  @Option(help: ArgumentHelp("The most prices of each side.", valueName: "number")) var depth = 20
  @OptionGroup var drawing: DepthChartOptions

  func validate() throws {
    if !(1...1000).contains(depth) { throw UsageRule.inRange("--depth", from: 1, to: 1000) }
  }

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    try drawing.checkFile()
    let (market, _) = try await context.market(mentioning: [pair])
    let pair = try market.pair(pair)
    let book = try await context.progress(language[ExchangeText.readingBook]) { _ in try await market.book(of: pair) }
    context.warn(of: book)
    let levels = book.depth(levels: depth)
    try await drawing.write(book, levels, in: language)
    return Report(json(book, levels)) {
      language[ExchangeText.book("\(pair)")]
      if levels.asks.isEmpty && levels.bids.isEmpty {
        language[ExchangeText.emptyBook]
      } else {
        if !drawing.chart { table(levels, pair, language) }
        drawing.lines(book, levels, width: context.console.screen.fittingWidth, in: language)
        if let spread = book.spread {
          ["\(language[ExchangeLabel.spread])": StyledText(spread.text(in: language))] as Fields
        }
      }
      if !book.dropped.isEmpty { language[ExchangeText.dropped(book.dropped.count)] }
      if !book.book.unfillable.isEmpty { language[ExchangeText.unfunded(book.book.unfillable.count)] }
    }
  }

  private func table(_ levels: BookDepth, _ pair: DirectoryPair, _ language: Language) -> Table {
    var table = Table(
      .name(language[ExchangeLabel.side], .important), .number(language[ExchangeLabel.price], .important),
      .number(language[ExchangeLabel.amount], .important), .number(language[ExchangeLabel.total], .useful),
      .number(language[ExchangeLabel.orders], .detail))
    func add(_ level: DepthLevel, _ side: StyledText) {
      table.add(
        side, StyledText(PairPrice(level.price, of: pair).text(in: language)),
        StyledText(TokenAmount(level.base, of: pair.base).text(in: language)),
        StyledText(TokenAmount(level.quote, of: pair.quote).text(in: language)), "\(level.orders)")
    }
    for level in levels.asks.reversed() { add(level, StyledText(language[ExchangeWord.ask], .bad)) }
    for level in levels.bids { add(level, StyledText(language[ExchangeWord.bid], .good)) }
    return table
  }

  private func json(_ book: CheckedBook, _ levels: BookDepth) -> JSON {
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
      "pair": .pair(book.pair), "asks": side(levels.asks), "bids": side(levels.bids),
      "spread": book.spread.map { .price($0) } ?? .null,
      "block": .integer(book.block.number), "output": drawing.json(levels),
      "dropped": .array(
        book.dropped.map { ["orderHash": .text($0.hash?.hex), "reason": .string($0.reason.rawValue)] }),
      "hidden": .array(
        book.book.unfillable.map {
          ["orderHash": .string($0.hash.hex), "state": .string($0.standing.state.rawValue)]
        }),
      "problems": .array(book.failures.map { .string(CommandFailure($0).words(in: .english).sentences) }),
    ]
  }
}

extension CommandContext {
  /// Says which relays lied or did not answer.
  func warn(of book: CheckedBook) {
    for failure in book.failures {
      warn(StyledText(CommandFailure(failure).words(in: language).sentences))
    }
  }
}
