import ArgumentParser
import Exchange
import Localization
import NodeRPC
import Operations
import Primitives
import StrictJSON
import Terminal
import Tokens

/// `lectures exchange tokens`
struct ExchangeTokens: ReportingCommand {
  static let configuration = CommandConfiguration(
    "tokens", "List the tokens that are known.",
    examples: [
      "lectures exchange tokens": "by the token lists of the settings, with their decimals as the contracts tell them",
      "lectures exchange tokens --search klay": "",
    ],
    after: """
      A symbol stands for one token, the most trusted; another with the same symbol, or one that looks like it, goes by \
      its symbol and the last digits of its address. A list that tells other decimals than the contract is not believed.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ExchangeOptions.title) var exchangeOptions: ExchangeOptions
  @Option(help: ArgumentHelp("A part of a symbol, a name or an address.", valueName: "text")) var search: String?

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    let (market, _) = try await context.market()
    let wanted = search?.lowercased() ?? ""
    let found = market.tokens.tokens.filter { token in
      wanted.isEmpty
        || [token.label, token.name, token.address.checksummed].contains { $0.lowercased().contains(wanted) }
    }
    var table = Table(
      .name(language[ExchangeLabel.symbol], .important), .text(language[ExchangeLabel.name]),
      .number(language[ExchangeLabel.decimals], .useful), .name(language[ExchangeLabel.source], .useful),
      .address(language[ExchangeLabel.address], .important), placeholder: language[ExchangeText.noTokens])
    for token in found {
      table.add(
        StyledText(token.shown), StyledText(token.name), StyledText(token.decimals.map { "\($0)" } ?? "–"),
        StyledText(language[TokenSourceWord(token.source)]), StyledText(token.address.checksummed))
    }
    let listed = table
    return Report([
      "tokens": .array(
        found.map { token in
          [
            "token": .token(token), "name": .string(token.name),
            "source": .string(TokenSourceWord(token.source).english),
          ]
        }),
      "refused": .array(
        market.tokens.refused.map {
          ["address": .string($0.address.checksummed), "symbol": .string($0.symbol), "decimals": .integer($0.decimals)]
        }),
    ]) { listed }
  }
}

/// The source of a token's name.
struct TokenSourceWord: Phrase {
  private let source: TokenSource

  init(_ source: TokenSource) { self.source = source }

  var english: String {
    switch source {
    case .hand: "added by hand"
    case .network: "the network"
    case .list(_, let name): name
    case .registry: "the registry"
    case .contract: "the contract's own word"
    }
  }

  var korean: String {
    switch source {
    case .hand: "직접 추가"
    case .network: "네트워크"
    case .list(_, let name): name
    case .registry: "등록부"
    case .contract: "계약 스스로의 말"
    }
  }

  var ukrainian: String {
    switch source {
    case .hand: "додано вручну"
    case .network: "мережа"
    case .list(_, let name): name
    case .registry: "реєстр"
    case .contract: "слово самого контракту"
    }
  }
}
