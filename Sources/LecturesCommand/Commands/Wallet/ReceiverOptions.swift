import ArgumentParser
import Operations
import Primitives
import Terminal

/// The options of a command that sends to any address it is given: the risks that `--yes` does not agree to.
struct ReceiverOptions: ParsableArguments, Sendable {
  @Flag(help: "With --yes: agree to send to the zero address, whose key nobody has.") var toZeroAddress = false

  @Flag(help: "With --yes: agree to send a token to its own contract, which hardly ever gives it back.")
  var toTokenContract = false

  @Flag(help: "With --yes: agree to send to an address that only begins and ends like a known one.")
  var toLookAlike = false

  /// The risks that are agreed to.
  var accepted: Set<ReceiverRisk.Kind> {
    var kinds: Set<ReceiverRisk.Kind> = []
    if toZeroAddress { kinds.insert(.zeroAddress) }
    if toTokenContract { kinds.insert(.tokenContract) }
    if toLookAlike { kinds.insert(.lookAlike) }
    return kinds
  }
}

extension ReceiverRisk.Kind {
  /// The flag that agrees to a receiver where nobody is asked; nil for what has none.
  var flag: String? {
    switch self {
    case .zeroAddress: "--to-zero-address"
    case .tokenContract: "--to-token-contract"
    case .lookAlike: "--to-look-alike"
    case .uncompared: nil
    }
  }
}

extension ReceiverRisk {
  /// The warning shown to a person before saying yes.
  var warning: StyledText {
    switch self {
    case .zeroAddress: "Nobody has the key of the zero address: what goes there is gone."
    case .tokenContract: "The receiver is the token's own contract: nobody gets out what goes in there."
    case .looksLikeKnown(let address, let other):
      "\(address) only begins and ends like \(PlainText.escaped(other.name)) (\(other.address?.checksummed ?? "")): compare every digit."
    case .looksLikeReceiver(let address, let other):
      "\(address) only begins and ends like \(other), to which was sent before: compare every digit."
    case .uncompared(let place, let error):
      uncompared(place == .outbox ? "outbox" : "wallet book", CommandFailure(error))
    }
  }

  private func uncompared(_ what: String, _ failure: CommandFailure) -> StyledText {
    """
    The \(what) cannot be read (\(failure.reason ?? failure.message)): nobody compared this address with those that \
    you know.
    """
  }
}
