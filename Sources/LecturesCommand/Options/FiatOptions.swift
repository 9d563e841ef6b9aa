import ArgumentParser

/// The options of commands that show what amounts of the chain's money are worth.
struct FiatOptions: SharedOptionGroup {
  static let title = "Value options"

  @Option(
    help: ArgumentHelp(
      "The money to value amounts in, by the rates of markets, as in KRW; by default none.", valueName: "code"))
  var fiat: String?

  @Option(
    help: ArgumentHelp("The market whose rates value them; by default one that fits the money.", valueName: "market"))
  var fiatMarket: String?

  @Option(help: ArgumentHelp("The price of a coin in other money, as in \"2233.56 USD\".", valueName: "rate"))
  var fiatRate: String?
}
