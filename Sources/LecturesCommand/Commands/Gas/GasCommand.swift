import ArgumentParser

/// `lectures gas`
struct GasCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "gas", "Show gas prices, their history and alerts.",
    examples: [
      "lectures gas": "the price at each speed now, and the cost of usual actions",
      "lectures gas watch": "every 7 seconds",
      "lectures gas history": "the last day and week, and the cheapest hours",
      "lectures gas alert add --below 25 --for 2m": "notify when gas is cheap",
      "lectures gas daemon": "watch prices and send alerts in the background",
    ],
    after: """
      Prices come from the node (eth_feeHistory), or from a gas oracle such as Etherscan's if there is an API key \
      for one: in the file that oracle-key-file names or in LECTURES_ORACLE_KEY.
      """,
    subcommands: [GasNow.self, GasWatch.self, GasHistory.self, GasAlertCommand.self, GasDaemon.self],
    defaultSubcommand: GasNow.self)
}

/// The options of commands that ask for prices.
struct GasOptions: SharedOptionGroup {
  static let title = "Gas options"

  @Option(help: ArgumentHelp("A gas oracle with Etherscan's API.", valueName: "url")) var oracle: String?

  @Option(help: ArgumentHelp("The file with the oracle's API key.", valueName: "file"), completion: .file())
  var oracleKeyFile: String?

  @Option(help: .gasBook, completion: .file()) var gasBook: String?
}

/// The option of commands that look into the book of gas prices.
struct GasBookOptions: SharedOptionGroup {
  @Option(help: .gasBook, completion: .file()) var gasBook: String?
}
