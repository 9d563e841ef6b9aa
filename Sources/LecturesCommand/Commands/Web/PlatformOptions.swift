import ArgumentParser

/// The options of a platform: pages for everybody.
struct PlatformOptions: SharedOptionGroup {
  static let title = "Platform options"

  @Flag(help: "Serve pages for everybody, without anybody's keys.") var platform = false
  @Option(
    help: ArgumentHelp("The address by which browsers reach it, such as https://lectures.example.", valueName: "url"))
  var publicURL: String?
  @Option(help: ArgumentHelp("The address to listen on.", valueName: "address")) var host: String?
  @Option(help: ArgumentHelp("A socket to listen on in place of a port.", valueName: "path"), completion: .file())
  var unixSocket: String?
  @Flag(help: "Listen for a proxy on another machine, which speaks TLS to browsers.") var behindProxy = false
  @Option(
    help: ArgumentHelp(
      "A proxy whose X-Forwarded-For is trusted: an address, or a range such as 10.0.0.0/8. Can be repeated.",
      valueName: "range"))
  var forwarded: [String] = []
  @OptionGroup var place: DatabaseOptions
  @Option(
    help: ArgumentHelp(
      "The index of `index run` to read lists from; by default the node is asked.", valueName: "file"),
    completion: .file())
  var index: String?
  @Flag(help: "Let everybody look at blocks and transactions.") var explorer = false
  @Option(help: ArgumentHelp("A node's URL that wallets may be given.", valueName: "url")) var publicEndpoint: String?

  @OptionGroup var feeService: FeeServiceOptions
  @Option(
    help: ArgumentHelp(
      "Kaia: the daily fee budgets of each account, each client address and each lecture.",
      valueName: "account,address,lecture"))
  var feeBudgets = "0.1,5,10"
  @Option(help: ArgumentHelp("Kaia: the highest gas price that is paid.", valueName: "amount"))
  var feeGasPrice = "750ston"

  /// Whether one of them is given that is of use to a platform alone.
  var isGiven: Bool {
    publicURL != nil || host != nil || unixSocket != nil || behindProxy || !forwarded.isEmpty || place.isGiven
      || index != nil || explorer || publicEndpoint != nil || feeService.url != nil
  }
}
