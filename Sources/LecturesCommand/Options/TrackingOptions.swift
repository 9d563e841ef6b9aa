import ArgumentParser

/// The option for the outbox.
struct OutboxOptions: SharedOptionGroup {
  static let title = "Tracking options"

  @Option(help: .outbox, completion: .file(extensions: ["sqlite"])) var outbox: String?

  func add(to options: inout SharedOptions) { options.give([.outbox: outbox]) }
}

/// The options for when a transaction counts as mined, and whose word is proof of it.
struct TrackingOptions: SharedOptionGroup {
  static let title = OutboxOptions.title

  @Option(help: .outbox, completion: .file(extensions: ["sqlite"])) var outbox: String?

  @Option(
    help: ArgumentHelp(
      "The number of confirmations to wait for, the transaction's own block included.", valueName: "number"))
  var confirmations: String?

  @Option(
    help: ArgumentHelp(
      "The number of endpoints that must agree that a transaction was mined; by default 1.", valueName: "number"))
  var quorum: String?

  @Option(
    help: ArgumentHelp(
      "true if the node on this machine is your own, so that its answers are proof. Otherwise a second operator's node is needed.",
      valueName: "true|false"))
  var own: String?

  @Option(
    help: ArgumentHelp(
      "Kaia: a recent block that you trust. From there, validators' seals prove a node's answers.",
      valueName: "number:hash"))
  var checkpoint: String?

  func add(to options: inout SharedOptions) {
    options.give([
      .outbox: outbox, .confirmations: confirmations, .quorum: quorum, .own: own, .checkpoint: checkpoint,
    ])
  }
}
