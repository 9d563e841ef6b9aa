import ArgumentParser

/// The help of options that are in several groups.
///
/// A group is not made of smaller groups: the parser checks in a debug build each group once for every group and check
/// above it, which multiplies its time by five with every level.
extension ArgumentHelp {
  static let network = ArgumentHelp(
    "The network: kaia, kairos, mainnet, sepolia, local (the default) or your own.", valueName: "name")
  static let chainID = ArgumentHelp(
    "The chain id that the node must have, or that a devnet gets; by default the network's.", valueName: "number")
  static let lectureContract = ArgumentHelp(
    "The address of the lecture contract, or the name of a contact.", valueName: "address")
  static let timeout = ArgumentHelp(
    "The time limit of a request to a node, all attempts included: 30, 1.5, 500ms; by default 20 seconds.",
    valueName: "time")
  static let account = ArgumentHelp(
    "The account, by name or address; by default that of `wallet use`, or the only one.", valueName: "account")
  static let keystoreDirectory = ArgumentHelp(
    "The directory of the key files; by default ~/.local/share/lectures/keystores.", valueName: "dir")
  static let passwordFile = ArgumentHelp(
    "A file with the password in its first line, which its owner alone may read; - is standard input.",
    valueName: "file")
  static let passwordDescriptor = ArgumentHelp("An open descriptor to read the password from.", valueName: "number")
  static let quorum = ArgumentHelp(
    "The number of endpoints that must agree on what is shown, and that a transaction is mined; by default 1.",
    valueName: "number")
  static let own = ArgumentHelp(
    "true if the node on this machine is yours: its word alone is then proof. By default false: proof takes two operators' nodes.",
    valueName: "true|false")
  static let outbox = ArgumentHelp(
    "The record of transactions, kept before they are sent: a file, postgres://user@host/name, or @file with such a URL; by default ~/.local/share/lectures/outbox.sqlite.",
    valueName: "place")
  static let gasBook = ArgumentHelp(
    "The kept gas prices: a file, or postgres://user@host/name; by default ~/.local/share/lectures/gas.sqlite.",
    valueName: "place")
  static let ratesBook = ArgumentHelp(
    "The kept rates: a file, or postgres://user@host/name; by default ~/.local/share/lectures/rates.sqlite.",
    valueName: "place")
}
