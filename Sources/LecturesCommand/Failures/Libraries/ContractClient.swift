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
      isContractsReason: reason == nil, call: call, advice: advice ?? nextStep, details: details)
  }

  /// The next step in the words of the command line.
  private var nextStep: String? {
    switch (code, facts) {
    case (.noContract, .token), (.unexpectedAnswer, .token): "Check the token's address and --network."
    case (.noContract, _): "Check --contract and --network."
    case (.unexpectedAnswer, _): "Is --contract the right address, on the right network?"
    case (.logsUnavailable, _): "Use an archive node, or begin later with --from-block."
    default: nil
    }
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
