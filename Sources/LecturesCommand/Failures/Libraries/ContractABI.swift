import ContractABI

extension ContractABIErrors: CommandFailureDomain {
  static let subject = "abi"

  static func commandFailure(of error: ContractABIError) -> CommandFailure {
    let place = error.path.isEmpty ? "" : "\(error.path): "
    return CommandFailure(
      code(of: error), CommandFailure.sentence(place + error.message),
      reason: error.reason.map(CommandFailure.sentence), call: error.call, advice: error.advice)
  }
}
