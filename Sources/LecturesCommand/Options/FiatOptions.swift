import ArgumentParser

/// The options of commands that show what amounts of the chain's money are worth.
struct FiatOptions: SharedOptionGroup {
  static let title = "Value options"

  @Option(
    help: ArgumentHelp(
      "The currency to value amounts in at market rates, as in KRW; by default none.", valueName: "code"))
  var fiat: String?

  @Option(
    help: ArgumentHelp("The market of these rates; by default one that has the currency.", valueName: "market"))
  var fiatMarket: String?

  @Option(help: ArgumentHelp("A fixed price of a coin, as in \"2233.56 USD\".", valueName: "rate"))
  var fiatRate: String?
}
