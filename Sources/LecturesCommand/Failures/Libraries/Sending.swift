import Sending
import StrictJSON

extension SendingErrors: CommandFailureDomain {
  static let subject = "sending"

  static func status(of error: SendingError) -> ExitStatus {
    switch error.code {
    case .wrongChain: .wrongChain
    case .notEnoughForValue, .notEnoughForGas, .feePayerCannotPay: .insufficientFunds
    case .feeAboveLimit: .overLimit
    case .outcomeUnknown, .notConfirmed, .underWay, .notProven, .historyUnknown, .nonceHeld: .outcomeUnknown
    case .sameOnChain: .notConfirmed
    case .absurdGas:
      if case .absurdGas(_, true, _) = error.facts { .usage } else { .nodeUnavailable }
    case .noQuorum: .settings
    case .notNamed, .feePayerNeeded: .usage
    // A service that is not there is as a node that is not.
    case .serviceBusy: .nodeUnavailable
    case .serviceRefused: if case .service = error.facts { .nodeUnavailable } else { .refused }
    case .refused, .underpriced, .nonceUsed, .replaced, .cancelled, .notReplaceable, .notReplaced, .reverted: .refused
    case .serviceLied: .outcomeUnknown
    case .keyNotHeld: .locked
    case .signaturesMissing: .refused
    default: .failure
    }
  }

  static func details(of error: SendingError) -> JSONObject {
    var details: JSONObject = error.transactionHash.map { ["transactionHash": .text($0)] } ?? [:]
    switch error.facts {
    case .absurdGas(let gas, _, let bounds):
      details["gas"] = .integer(gas)
      details["leastGas"] = .integer(bounds.least)
      details["mostGas"] = .integer(bounds.most)
    case .sameOnChain(let nonce, _): details["nonce"] = .integer(nonce)
    case .unknownNonces(let account, let first, let last), .nonceGap(let account, let first, let last, _):
      details["account"] = .text(account)
      details["firstNonce"] = .integer(first)
      details["lastNonce"] = .integer(last)
    case .handedOver(_, let request?), .service(_, let request?), .request(let request):
      details["requestId"] = .string(request)
    default: break
    }
    return details
  }

  static func advice(for error: SendingError) -> String? { SendingAdvice.words(for: error) }
}
