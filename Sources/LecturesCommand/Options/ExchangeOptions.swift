import ArgumentParser
import Operations
import Orders
import Terminal

/// The options of commands that work with the exchange of a network.
struct ExchangeOptions: SharedOptionGroup {
  static let title = "Exchange options"

  @Option(
    name: .customLong("exchange-v1"),
    help: ArgumentHelp("The exchange contract of 0x, version 1.", valueName: "address"))
  var exchangeV1: String?

  @Option(
    name: .customLong("exchange-v4"),
    help: ArgumentHelp("The exchange contract of 0x, version 4.", valueName: "address"))
  var exchangeV4: String?

  @Option(
    help: ArgumentHelp(
      "The token that wraps the network's coin; on Kaia and Kairos by default the usual one.", valueName: "address"))
  var wrappedCoin: String?

  @Option(
    name: [.customLong("relay"), .customLong("relays")],
    help: ArgumentHelp("The relays to ask, with commas between them.", valueName: "urls"))
  var relays: String?

  @Option(help: ArgumentHelp("The tokens that prices are told in, the first choice first.", valueName: "tokens"))
  var quotes: String?

  @Option(help: ArgumentHelp("The token lists to read: files or https:// addresses.", valueName: "lists"))
  var tokenLists: String?

  @Option(
    help: ArgumentHelp("The tokens that are trusted by hand, as ADDRESS:DECIMALS:SYMBOL:NAME.", valueName: "tokens"))
  var trustedTokens: String?

  @Option(
    help: ArgumentHelp(
      "The file of limit orders and trades; by default ~/.local/share/lectures/exchange.sqlite.", valueName: "file"),
    completion: .file())
  var exchangeBook: String?
}

extension OrderVersion: ExpressibleByArgument {}

/// The choice of a version of the protocol.
struct ProtocolOptions: ParsableArguments, Sendable {
  @Option(
    name: .customLong("protocol"),
    help: ArgumentHelp("The version of 0x: v4 where the network has it, else v1.", valueName: "version"))
  var version: OrderVersion?
}
