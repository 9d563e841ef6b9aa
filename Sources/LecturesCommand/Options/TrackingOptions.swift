import ArgumentParser

/// The option for the outbox.
struct OutboxOptions: SharedOptionGroup {
  static let title = "Tracking options"

  @Option(help: .outbox, completion: .file(extensions: ["sqlite"])) var outbox: String?
}

/// The options for whose word is proof of what is only read.
struct QuorumOptions: SharedOptionGroup {
  static let title = OutboxOptions.title

  @Option(
    help: ArgumentHelp(
      "The number of endpoints whose answers must agree; by default 1, and nothing is compared.", valueName: "number"))
  var quorum: String?

  @Option(help: .own) var own: String?
}

/// The options for when a transaction counts as mined, and whose word is proof of it.
struct TrackingOptions: SharedOptionGroup {
  static let title = OutboxOptions.title

  @Option(help: .outbox, completion: .file(extensions: ["sqlite"])) var outbox: String?

  @Option(
    help: ArgumentHelp(
      "The number of confirmations to wait for, the transaction's own block included; by default 1.",
      valueName: "number"))
  var confirmations: String?

  @Option(help: .quorum) var quorum: String?

  @Option(help: .own) var own: String?

  @Option(
    help: ArgumentHelp(
      "Kaia: a recent block that you trust. From there, validators' seals prove a node's answers; by default there is none.",
      valueName: "number:hash"))
  var checkpoint: String?
}
