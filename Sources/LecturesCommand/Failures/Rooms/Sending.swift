import Sending
import StrictJSON

extension SendingError: CommandFailureConvertible {
  var commandFailure: CommandFailure {
    let gas = cause as? AbsurdGas
    var details: JSONObject = transactionHash.map { ["transactionHash": .text($0)] } ?? [:]
    if let gas {
      details["gas"] = .integer(gas.gas)
      details["leastGas"] = .integer(gas.bounds.least)
      details["mostGas"] = .integer(gas.bounds.most)
    }
    if let same = cause as? SameOnChain { details["nonce"] = .integer(same.nonce) }
    if let unknown = cause as? UnknownHistory {
      details["account"] = .text(unknown.account)
      details["firstNonce"] = .integer(unknown.first)
      details["lastNonce"] = .integer(unknown.last)
    }
    return CommandFailure(
      .init("sending.\(code)", status), message, reason: reason, call: call,
      advice: gas?.advice ?? historyAdvice ?? (cause as? FeePayerNeeded)?.advice ?? advice, details: details)
  }

  private var status: ExitStatus {
    switch code {
    case .wrongChain: .wrongChain
    case .notEnoughForValue, .notEnoughForGas, .feePayerCannotPay: .insufficientFunds
    case .feeAboveLimit, .limitExceeded: .overLimit
    case .outcomeUnknown, .notConfirmed, .underWay, .notProven, .historyUnknown, .nonceHeld: .outcomeUnknown
    case .sameJustSent, .sameElsewhere, .sameOnChain: .notConfirmed
    case .absurdGas: (cause as? AbsurdGas)?.isChosen ?? false ? .usage : .nodeUnavailable
    case .noQuorum, .outboxExposed: .settings
    case .otherWithID, .notNamed, .feePayerNeeded: .usage
    case .refused, .underpriced, .nonceUsed, .replaced, .cancelled, .notReplaceable, .notReplaced,
      .reverted,
      .serviceRefused:
      .refused
    case .serviceLied: .outcomeUnknown
    case .keyNotHeld: .locked
    case .signaturesMissing: .refused
    default: .failure
    }
  }
}

extension SendingError {
  /// The next step on the command line where the outbox does not know an account's transactions.
  private var historyAdvice: String? {
    switch (code, cause) {
    case (.sameOnChain, let same as SameOnChain):
      "If that was this payment, add --is \(same.hash) (with the --id that it is to have); to pay once more, add --again."
    case (.historyUnknown, _):
      "Try again when all is mined, or with the --endpoint of a node that keeps old states; to pay all the same, add --again."
    case (.notNamed, _): "Look: lectures tx show \(transactionHash.map { "\($0)" } ?? "HASH")"
    default: nil
    }
  }
}

extension FeePayerNeeded {
  /// The advice in the command line's words.
  fileprivate var advice: String {
    let named = payer.map { "--fee-payer \($0)" } ?? "--fee-service URL"
    let other = payer == nil ? "--fee-payer ACCOUNT" : "--fee-service URL"
    return "Say who pays for this one: lectures tx speed-up \(intent) \(named), or \(other);"
      + " or give it up: lectures tx cancel \(intent)"
  }
}

extension AbsurdGas {
  /// The advice in the command line's words.
  fileprivate var advice: String {
    isChosen
      ? "Give --gas-limit \(bounds.least) or more, or leave it away."
      : "Try another --endpoint, or choose a --gas-limit."
  }
}
