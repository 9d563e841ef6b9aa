import ContractABI
import ContractClient
import StrictJSON

extension ContractError: CommandFailureConvertible {
  var commandFailure: CommandFailure {
    var details: JSONObject = [:]
    if let revert { details["revert"] = .text(revert) }
    if let transactionHash { details["transactionHash"] = .text(transactionHash) }
    return CommandFailure(
      .init("contract.\(code)", status), message, reason: reason ?? revert?.readable,
      isContractsReason: reason == nil, call: call, advice: advice, details: details)
  }

  private var status: ExitStatus {
    switch code {
    case .reverted, .failedOnChain, .notDeployed: .refused
    case .noContract, .unexpectedAnswer: .wrongChain
    case .invalidArguments: .usage
    case .logsUnavailable: .nodeUnavailable
    default: .failure
    }
  }
}
