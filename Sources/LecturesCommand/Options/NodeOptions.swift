import ArgumentParser

/// The options of commands that ask a node.
struct NodeOptions: SharedOptionGroup {
  static let title = "Node options"

  @Option(help: .network, completion: .known(.networks)) var network: String?

  @Option(
    name: [.customLong("endpoint"), .customLong("rpc-url")],
    help: ArgumentHelp(
      "A node's URL; repeat it for fallback nodes. NAME=URL names the node's operator.", valueName: "url"))
  var endpoint: [String] = []

  @Option(help: .chainID) var chainID: String?
  @Option(help: .timeout) var timeout: String?

  @Option(
    name: .customLong("ca-file"),
    help: ArgumentHelp(
      "A PEM file with the certificate authorities to trust instead of the system's.", valueName: "file"),
    completion: .file())
  var caFile: String?
}

/// The option of commands that look at a network and ask no node.
struct NetworkOptions: SharedOptionGroup {
  static let title = "Network options"

  @Option(help: .network, completion: .known(.networks)) var network: String?
}

/// The option of commands that make transactions, or a chain, for a chain id.
struct ChainIDOptions: SharedOptionGroup {
  @Option(help: .chainID) var chainID: String?
}

/// The option of commands that ask another node than the network's.
struct TimeoutOptions: SharedOptionGroup {
  @Option(help: .timeout) var timeout: String?
}

/// The options of commands that work with the lecture contract.
struct ContractOptions: SharedOptionGroup {
  static let title = "Contract options"

  @Option(help: .lectureContract) var contract: String?

  @Option(help: ArgumentHelp("The block in which the contract was deployed.", valueName: "number"))
  var fromBlock: String?
}

/// The option of commands that name the lecture contract and read none of its events.
struct LectureContractOptions: SharedOptionGroup {
  @Option(help: .lectureContract) var contract: String?
}

/// The option of commands that call any contract.
struct CalledContractOptions: SharedOptionGroup {
  @Option(
    help: ArgumentHelp(
      "The contract to call: its address, or the name of a contact; by default the lecture contract.",
      valueName: "address"), completion: .known(.contacts))
  var contract: String?
}

/// The options of commands that list the events of any contract.
struct EventContractOptions: SharedOptionGroup {
  @Option(
    help: ArgumentHelp(
      "The contract whose events are meant: its address, or the name of a contact; by default the lecture contract.",
      valueName: "address"), completion: .known(.contacts))
  var contract: String?

  @Option(help: ArgumentHelp("The first block to read events of.", valueName: "number")) var fromBlock: String?
}

/// The option of commands that can read the contract's events out of an index.
struct IndexReadingOptions: SharedOptionGroup {
  @Option(
    help: ArgumentHelp(
      "The index of `index run` to read from; by default the node is asked.", valueName: "file"),
    completion: .file(extensions: ["sqlite"]))
  var index: String?
}
