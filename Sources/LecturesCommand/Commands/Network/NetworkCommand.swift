import ArgumentParser

/// `lectures network`
struct NetworkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "network", "Manage networks.",
    examples: [
      "lectures network list": "",
      "lectures network use kairos": "keep it in the profile",
      "lectures network use campus --endpoint http://10.0.0.5:8545 --chain-id 1337": "make a network of your own",
    ],
    subcommands: [NetworkList.self, NetworkUse.self, NetworkInvite.self, NetworkShow.self])
}
