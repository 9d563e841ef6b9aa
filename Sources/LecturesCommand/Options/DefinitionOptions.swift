import ArgumentParser

/// The options for what a network is, which are kept for all profiles.
struct DefinitionOptions: SharedOptionGroup {
  static let title = "Definition options"

  @Option(help: "The symbol of the network's coin, as in KAIA; by default ETH.") var symbol: String?

  @Option(help: ArgumentHelp("The web address of the network's block explorer.", valueName: "url"))
  var explorer: String?

  @Option(
    help: ArgumentHelp("true if the network's nodes know Kaia's own transactions and methods.", valueName: "true|false")
  )
  var kaia: String?

  @Option(help: ArgumentHelp("A line about the network, for the list.", valueName: "text")) var summary: String?
}
