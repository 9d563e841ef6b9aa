import ContractABI

extension CommandFailure {
  /// Runs a body that reads what was typed, so that its mistakes are those of the command line.
  ///
  /// - Throws: `abi.…` with the exit status of a misuse, or whatever else `body` throws.
  static func typed<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as ContractABIError {
      throw typed(error)
    }
  }

  /// A mistake in what was typed for an interface.
  static func typed(_ error: ContractABIError) -> CommandFailure {
    let failure = CommandFailure(error)
    return CommandFailure(
      Code(failure.code.name, .usage), failure.message, reason: failure.reason, call: failure.call,
      place: failure.place, advice: failure.advice, details: failure.details)
  }

  /// The same failure with more to do about it.
  func advising(_ more: String) -> CommandFailure {
    var failure = self
    failure.advice = [advice, more].compactMap { $0 }.joined(separator: " ")
    return failure
  }
}
