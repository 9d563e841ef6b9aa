import ContractABI

extension ContractABIError: CommandFailureConvertible {
  var commandFailure: CommandFailure {
    let place = path.isEmpty ? "" : "\(path): "
    return CommandFailure(
      .init("abi.\(code)", .failure), CommandFailure.sentence(place + message),
      reason: reason.map(CommandFailure.sentence), call: call, advice: advice)
  }
}
