import ContractABI
import ContractClient
import StrictJSON

extension ContractErrors: CommandFailureDomain {
  static let subject = "contract"

  static func status(of error: ContractError) -> ExitStatus {
    switch error.code {
    case .reverted, .failedOnChain, .notDeployed: .refused
    case .noContract, .unexpectedAnswer: .wrongChain
    case .invalidArguments: .usage
    case .logsUnavailable: .nodeUnavailable
    default: .failure
    }
  }

  static func nextStep(after error: ContractError) -> String? {
    switch (error.code, error.facts) {
    case (.noContract, .token), (.unexpectedAnswer, .token): "Check the token's address and --network."
    case (.noContract, _): "Check --contract and --network."
    case (.unexpectedAnswer, _): "Is --contract the right address, on the right network?"
    case (.logsUnavailable, _): "Use an archive node, or begin later with --from-block."
    default: nil
    }
  }

  static func details(of error: ContractError) -> JSONObject {
    var details: JSONObject = [:]
    if let revert = error.revert { details["revert"] = .text(revert) }
    if let hash = error.transactionHash { details["transactionHash"] = .text(hash) }
    return details
  }

  static func commandFailure(of error: ContractError) -> CommandFailure {
    // The reason of a mined transaction is in no receipt.
    let isReplayed = error.code == .failedOnChain
    let revert = error.revert.map { isReplayed ? TransactionText.replayed($0.readable).english : $0.readable }
    return CommandFailure(
      code(of: error), error.message, reason: error.reason ?? revert,
      isContractsReason: error.reason == nil, call: error.call, advice: advice(for: error),
      details: details(of: error))
  }
}
