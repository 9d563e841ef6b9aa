import Sending
import StrictJSON

extension SendingError: CommandFailureConvertible {
  var commandFailure: CommandFailure {
    CommandFailure(
      .init("sending.\(code)", status), message, reason: reason, call: call, advice: advice,
      details: transactionHash.map { ["transactionHash": .text($0)] } ?? [:])
  }

  private var status: ExitStatus {
    switch code {
    case .wrongChain: .wrongChain
    case .notEnoughForValue, .notEnoughForGas, .feePayerCannotPay: .insufficientFunds
    case .feeAboveLimit, .limitExceeded: .overLimit
    case .outcomeUnknown, .notConfirmed, .underWay, .notProven: .outcomeUnknown
    case .sameJustSent, .sameElsewhere: .notConfirmed
    case .noQuorum, .outboxExposed: .settings
    case .otherWithID: .usage
    case .refused, .underpriced, .nonceUsed, .nonceHeld, .replaced, .cancelled, .notReplaceable, .notReplaced,
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
