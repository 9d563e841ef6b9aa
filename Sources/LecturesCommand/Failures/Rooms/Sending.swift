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
    case .feeAboveLimit: .overLimit
    case .outcomeUnknown, .notConfirmed: .outcomeUnknown
    case .refused, .underpriced, .nonceUsed, .replaced, .reverted, .serviceRefused: .refused
    case .serviceLied: .outcomeUnknown
    case .keyNotHeld: .locked
    case .signaturesMissing: .refused
    default: .failure
    }
  }
}
