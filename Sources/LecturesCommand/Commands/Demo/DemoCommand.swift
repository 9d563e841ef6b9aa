import ArgumentParser

/// `lectures demo`
struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "demo", "Run a demonstration on a devnet.",
    examples: [
      "lectures demo": "the life of a lecture",
      "lectures demo exchange": "two makers, a taker and a relay",
      "lectures demo web": "pages for a browser",
    ],
    after: "It asks nothing and keeps nothing. All options: lectures demo tour --help.",
    subcommands: [DemoTour.self, DemoExchangeCommand.self, DemoWebCommand.self],
    defaultSubcommand: DemoTour.self)
}
