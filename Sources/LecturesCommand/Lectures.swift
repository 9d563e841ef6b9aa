import ArgumentParser

/// The command `lectures`: its subcommands, in the groups in which help lists them.
struct Lectures: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lectures",
    abstract: "Buy, rate and run lectures on Kaia (formerly Klaytn) and other EVM chains.",
    discussion: Help.examples(
      [
        "lectures demo": "run a demonstration on a devnet",
        "lectures network use kairos": "choose a network, once",
        "lectures list": "list them",
        "lectures purchase 0": "buy lecture 0",
        "lectures evaluate 0 --scores 100,80,34,77,99": "rate it",
        "lectures average 0": "the average of its ratings",
        "lectures --generate-completion-script bash": "completions for bash, zsh or fish",
      ],
      after: """
        A setting comes from its option, else from its variable (LECTURES_NETWORK for --network), else from the \
        profile in the configuration file, else from the built-in default.

        With --json standard output gets one JSON value: {"ok": true, "result": …} with exit status 0, or {"ok": \
        false, "error": {"code", "exit", "message", "reason", "call", "place", "advice"}} with the exit status in \
        "exit". "result" is there, too, if the command ran through (batch, doctor, wallet restore), and so is "sent" \
        if transactions were sent before. Amounts and whole numbers above 2^53 are strings. Docs/json.md lists the \
        members of every result.
        """),
    version: Version.text,
    groupedSubcommands: groups)

  // Parsed here as well, so that they may stand before the name of the command; the command gets them from here.
  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions

  /// Add a command to its group; help, completions and suggestions follow.
  static let groups: [CommandGroup] = [
    CommandGroup(
      name: "Lecture",
      subcommands: [
        ListCommand.self, ShowCommand.self, PurchaseCommand.self, EvaluateCommand.self, AverageCommand.self,
        PointsCommand.self, MineCommand.self, HistoryCommand.self, ReclaimCommand.self, ReceiptCommand.self,
        LinkCommand.self,
      ]),
    CommandGroup(
      name: "Teaching and settling",
      subcommands: [
        CreateCommand.self, DescribeCommand.self, ReopenCommand.self, StudentsCommand.self, SettleCommand.self,
        WithdrawCommand.self, BatchCommand.self,
      ]),
    CommandGroup(
      name: "Account", subcommands: [BalanceCommand.self, WalletCommand.self, ContactCommand.self, AccountCommand.self]),
    CommandGroup(
      name: "Contract and market",
      subcommands: [
        ContractCommand.self, TransactionCommand.self, GasCommand.self, RatesCommand.self, ExchangeCommand.self,
        AllDaemon.self,
      ]),
    CommandGroup(
      name: "Setup",
      subcommands: [
        NetworkCommand.self, ConfigCommand.self, DoctorCommand.self, DemoCommand.self, WebCommand.self,
        DevnetCommand.self,
        FeePayerCommand.self, RelayCommand.self, IndexCommand.self, ManualCommand.self,
      ]),
  ]
}
