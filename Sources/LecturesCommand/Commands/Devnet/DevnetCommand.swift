import ArgumentParser

/// `lectures devnet`
struct DevnetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devnet",
    abstract: "Run a chain on this machine to try things out on.",
    discussion: Help.examples(
      [
        "lectures devnet": "a chain at http://127.0.0.1:8545; Ctrl-C ends it",
        "lectures devnet --port 0 --json": "for a script: any free port, told on standard output",
        "lectures devnet --block-time 2 --hardfork cancun": "a block every two seconds, rules of Cancun",
        "lectures devnet --kaia": "a chain with Kaia's transactions, account keys and fee delegation",
        "lectures devnet --state chain.log": "the next start goes on where this one ends",
        "lectures devnet --fork https://public-en.node.kaia.io": "on top of what is on another chain",
      ],
      after: """
        The accounts that it prints are those of the usual test mnemonic: everybody knows their keys. The accounts of \
        your own keystores get money on it too. Other commands find it as the network `local`. All options: lectures devnet \
        run --help.
        """),
    subcommands: [DevnetRun.self, StateTestCommand.self, APITestCommand.self],
    defaultSubcommand: DevnetRun.self)
}
