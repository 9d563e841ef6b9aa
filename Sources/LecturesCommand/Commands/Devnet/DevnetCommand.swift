import ArgumentParser

/// `lectures devnet`
struct DevnetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "devnet", "Run a test chain on this machine.",
    examples: [
      "lectures devnet": "a chain at http://127.0.0.1:8545; Ctrl-C ends it",
      "lectures devnet --port 0 --json": "for a script: any free port, printed on standard output",
      "lectures devnet --block-time 2 --hardfork cancun": "a block every two seconds, rules of Cancun",
      "lectures devnet --kaia": "a chain with Kaia's transactions, account keys and fee delegation",
      "lectures devnet --state chain.log": "the next start continues this chain",
      "lectures devnet -v": "a line about every transaction",
      "lectures devnet fund student1": "on the running chain: money for an account",
      "lectures devnet --fork https://public-en.node.kaia.io": "a fork of another chain",
    ],
    after: """
      It prints the accounts of the usual test mnemonic, whose keys everybody knows. The accounts of your own \
      keystores get money on it, too. Other commands find the chain as the network `local`. All options: lectures \
      devnet run --help.
      """,
    subcommands: [DevnetRun.self, DevnetFund.self, StateTestCommand.self, APITestCommand.self],
    defaultSubcommand: DevnetRun.self)
}
