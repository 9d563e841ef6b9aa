import ArgumentParser
import Exchange
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal
import Tokens

/// `lectures exchange pairs`
struct ExchangePairs: ReportingCommand {
  static let configuration = CommandConfiguration(
    "pairs", "Show the pairs that relays list.",
    examples: [
      "lectures exchange pairs": "with the best prices of both sides",
      "lectures exchange pairs --token TKA": "",
    ],
    after: """
      Which pairs there are is the relays' word; prices are of orders that your own node confirms. Least and most are \
      the amounts of the base token that an order may have.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions
  @Option(help: ArgumentHelp("List pairs with this token alone.", valueName: "token")) var token: String?

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    let mentioned = [token].compactMap { $0 }
    var found = try await pairs(mentioning: mentioned, context)
    // The contracts of tokens that no list has tell their words.
    if !found.unknown.isEmpty {
      found = try await pairs(mentioning: mentioned + found.unknown.map(\.checksummed), context)
    }
    for failure in found.failures { context.warn(StyledText(CommandFailure(failure).words(in: language).sentences)) }
    var table = Table(
      .name(language[ExchangeLabel.pair]), .number(language[PairText.bestBid].plain, .important),
      .number(language[PairText.bestAsk].plain, .important), .number(language[PairText.minimum].plain, .useful),
      .number(language[PairText.maximum].plain, .detail), .name(language[ExchangeLabel.relay], .detail),
      placeholder: language[PairText.none])
    for pair in found.pairs {
      func text(_ price: PairPrice?) -> StyledText { StyledText(price?.text(in: language) ?? "–") }
      func text(_ amount: TokenAmount?) -> StyledText { StyledText(amount?.rounded(in: language) ?? "–") }
      table.add(
        StyledText("\(pair.pair)"), text(pair.bestBid), text(pair.bestAsk), text(pair.minimum), text(pair.maximum),
        StyledText(pair.relays.joined(separator: ", ")))
    }
    let listed = table
    return Report([
      "pairs": .array(found.pairs.map(Self.json)),
      "problems": .array(found.failures.map { .string(CommandFailure($0).words(in: .english).sentences) }),
    ]) {
      if !found.pairs.isEmpty { language[PairText.pairs] }
      listed
    }
  }

  private func pairs(mentioning names: [String], _ context: CommandContext) async throws -> TradedPairs {
    let (market, _) = try await context.market(mentioning: names)
    let token = try token.map { text throws(TokenError) in try market.token(text) }
    return try await context.progress(context.language[PairText.reading]) { _ in
      try await PairListing(market).read(with: token)
    }
  }

  private static func json(_ pair: TradedPair) -> JSON {
    [
      "base": .token(pair.pair.base), "quote": .token(pair.pair.quote), "minimum": pair.minimum?.json ?? .null,
      "maximum": pair.maximum?.json ?? .null, "bestBid": pair.bestBid.map { .price($0) } ?? .null,
      "bestAsk": pair.bestAsk.map { .price($0) } ?? .null, "relays": .array(pair.relays.map { .string($0) }),
    ]
  }
}
