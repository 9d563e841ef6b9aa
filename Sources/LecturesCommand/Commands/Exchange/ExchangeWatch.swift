import ArgumentParser
import Localization
import Operations
import OrderBook
import Orders
import Primitives
import StrictJSON
import Terminal
import Tokens

/// `lectures exchange watch PAIR`
struct ExchangeWatch: ReportingCommand {
  static let configuration = CommandConfiguration(
    "watch", "Watch the book and the trades of a pair.",
    examples: [
      "lectures exchange watch TKA/WKAIA": "both sides and the last trades, until Ctrl-C",
      "lectures exchange watch TKA/WKAIA --trades --every 1": "",
      "lectures exchange watch TKA/WKAIA --json | jq .": "a JSON value, then one for each change",
    ],
    after: """
      Relays are asked at intervals, and each order is shown as your own node knows it; trades come from that node \
      alone. On a terminal the book is drawn anew, through a pipe each change is a line. What does not answer is asked \
      again, less and less often.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions
  @Argument(help: "Two tokens, as in TKA/WKAIA.") var pair: String
  @Flag(help: "Watch the trades alone.") var trades = false
  @Flag(help: "Watch the orders alone.") var orders = false
  @Option(help: ArgumentHelp("The time between two looks, at least a second: 5, 30s, 1m.", valueName: "time"))
  var every = "5"
  @Option(help: ArgumentHelp("End after this number of looks.", valueName: "number")) var count: Int?

  func validate() throws {
    if let count, count < 1 { throw UsageRule.aboveZero("--count") }
  }

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    guard let pace = Settings.duration(every), pace >= .seconds(1) else {
      throw CommandFailure(.usage, TradeRefusal.pace(every))
    }
    let (market, _) = try await context.market(mentioning: [pair])
    let pair = try market.pair(pair)
    var options = MarketWatch.Options()
    (options.pace, options.looks) = (pace, count)
    if trades != orders { options.subjects = trades ? [.trades] : [.book] }
    if market.relays.isEmpty, options.subjects.contains(.book) {
      // A wish for orders alone ends with the reason, as that for the book does.
      if orders, !trades { _ = try await market.book(of: pair) }
      options.subjects = [.trades]
      context.note(StyledText(language[ExchangeTradeText.noRelay]))
    }
    let watch = MarketWatch(market, of: pair, options)
    let face = MarketWatchDisplay(console: context.console, pair: pair)
    return Report([
      "pair": .pair(pair), "watches": .array(options.subjects.map(\.rawValue).sorted().map { .string($0) }),
    ]) {
      if !face.draws { face.heading }
    } service: {
      await watch.run { await face.show($0) }
    }
  }
}
