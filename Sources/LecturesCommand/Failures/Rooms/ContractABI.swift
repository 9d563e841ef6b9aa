import ContractABI

extension ContractABIError: CommandFailureConvertible {
  var commandFailure: CommandFailure {
    let place = path.isEmpty ? "" : "\(path): "
    return CommandFailure(
      .init("abi.\(code)", .failure), place + message, reason: reason, call: call, advice: advice)
  }
}
