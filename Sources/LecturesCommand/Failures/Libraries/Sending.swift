import Sending
import StrictJSON

extension SendingError: CommandFailureConvertible {
  var commandFailure: CommandFailure {
    var details: JSONObject = transactionHash.map { ["transactionHash": .text($0)] } ?? [:]
    if let gas = cause as? AbsurdGas {
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
      .init("sending.\(code)", status), message, reason: reason, call: call, advice: SendingAdvice.words(for: self),
      details: details)
  }

  private var status: ExitStatus {
    switch code {
    case .wrongChain: .wrongChain
    case .notEnoughForValue, .notEnoughForGas, .feePayerCannotPay: .insufficientFunds
    case .feeAboveLimit: .overLimit
    case .outcomeUnknown, .notConfirmed, .underWay, .notProven, .historyUnknown, .nonceHeld: .outcomeUnknown
    case .sameOnChain: .notConfirmed
    case .absurdGas: (cause as? AbsurdGas)?.isChosen ?? false ? .usage : .nodeUnavailable
    case .noQuorum: .settings
    case .notNamed, .feePayerNeeded: .usage
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
