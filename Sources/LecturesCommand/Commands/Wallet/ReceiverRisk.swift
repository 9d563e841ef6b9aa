import ArgumentParser
import Primitives
import Terminal

/// Why money that is sent to a receiver would most likely be lost.
struct ReceiverRisk: Sendable {
  enum Kind: String, Sendable, Hashable {
    /// Nobody has its key.
    case zeroAddress
    /// It is the contract of the very token that is sent.
    case tokenContract
    /// It only begins and ends like an address that is known here.
    case lookAlike
    /// Nobody compared it with those that are known: they cannot be read.
    case uncompared

    /// The flag that agrees to it where nobody is asked; nil where `--yes` suffices.
    var flag: String? {
      switch self {
      case .zeroAddress: "--to-zero-address"
      case .tokenContract: "--to-token-contract"
      case .lookAlike: "--to-look-alike"
      case .uncompared: nil
      }
    }
  }

  let kind: Kind
  /// What a person is told before saying yes.
  let warning: StyledText
}

/// The options of a command that sends to whomever it is told: what `--yes` does not agree to.
struct ReceiverOptions: ParsableArguments, Sendable {
  @Flag(
    name: .customLong("to-zero-address"),
    help: "With --yes: send to the zero address all the same, of which nobody has the key.")
  var toZeroAddress = false

  @Flag(
    name: .customLong("to-token-contract"),
    help: "With --yes: send a token to its own contract all the same, which hardly ever gives it back.")
  var toTokenContract = false

  @Flag(
    name: .customLong("to-look-alike"),
    help: "With --yes: send all the same to an address that only begins and ends like one that is known here.")
  var toLookAlike = false

  /// What is agreed to.
  var accepted: Set<ReceiverRisk.Kind> {
    var kinds: Set<ReceiverRisk.Kind> = []
    if toZeroAddress { kinds.insert(.zeroAddress) }
    if toTokenContract { kinds.insert(.tokenContract) }
    if toLookAlike { kinds.insert(.lookAlike) }
    return kinds
  }
}

extension CommandContext {
  /// Refuses a receiver with whom money is most likely lost where nobody is asked and its own flag was not given.
  ///
  /// - Throws: `receiver.zeroAddress`, `receiver.tokenContract`, `receiver.lookAlike`.
  func refuse(_ risks: [ReceiverRisk], unlessIn accepted: Set<ReceiverRisk.Kind>) throws(CommandFailure) {
    guard options.yes, !isDryRun else { return }
    for risk in risks where !accepted.contains(risk.kind) {
      guard let flag = risk.kind.flag else { continue }
      throw CommandFailure(
        .init("receiver.\(risk.kind.rawValue)", .notConfirmed), "Not done: --yes does not agree to this receiver.",
        reason: risk.warning.plain, advice: "If it is meant all the same, add \(flag).")
    }
  }
}
