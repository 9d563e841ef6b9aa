import ArgumentParser
import ContractClient
import Outbox
import Primitives
import Sending
import Terminal

/// A reason why money that is sent to a receiver would most likely be lost.
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
  /// The warning shown to a person before saying yes.
  let warning: StyledText

  static let tokenContract = ReceiverRisk(
    kind: .tokenContract, warning: "The receiver is the token's own contract: nobody gets out what goes in there.")
}

/// The options of a command that sends to any address it is given: the risks that `--yes` does not agree to.
struct ReceiverOptions: ParsableArguments, Sendable {
  @Flag(
    name: .customLong("to-zero-address"),
    help: "With --yes: agree to send to the zero address, whose key nobody has.")
  var toZeroAddress = false

  @Flag(
    name: .customLong("to-token-contract"),
    help: "With --yes: agree to send a token to its own contract, which hardly ever gives it back.")
  var toTokenContract = false

  @Flag(
    name: .customLong("to-look-alike"),
    help: "With --yes: agree to send to an address that only begins and ends like a known one.")
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

  /// The risks of a token transfer's recipient.
  func risks(ofTransferTo recipient: Address, token: Address, outbox: Outbox?) async -> [ReceiverRisk] {
    await risks(of: recipient, outbox: outbox) + (recipient == token ? [.tokenContract] : [])
  }

  /// The risks of a call: of its contract where money goes with it, and of the recipient where it transfers a token.
  func risks(of calldata: Bytes, to contract: Address, value: Amount, outbox: Outbox?) async -> [ReceiverRisk] {
    let ofMoney = value > .zero ? await risks(of: contract, outbox: outbox) : []
    guard let transfer = ERC20.transfer(in: calldata) else { return ofMoney }
    return await ofMoney + risks(ofTransferTo: transfer.recipient, token: contract, outbox: outbox)
  }
}
