import ArgumentParser

/// `lectures relay`
struct RelayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "relay", "Run a relay, a server of signed orders.",
    examples: [
      "lectures relay rules >rules.json": "an example to edit",
      "lectures relay serve --rules rules.json --store relay.sqlite": "until Ctrl-C",
    ],
    after: """
      A relay keeps the book of signed orders of the 0x protocol, versions 1 and 4. It holds no keys and no money, and \
      matches nothing: whoever takes an order sends the transaction.
      """,
    subcommands: [
      RelayServe.self, RelayRulesCommand.self, RelayCheck.self, RelayStatusCommand.self, RelayExport.self,
      RelayImport.self,
    ])
}
