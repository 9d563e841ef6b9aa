extension CommandFailure {
  /// Runs a body that reads an argument or a file named by one, so that its mistakes are those of the command line.
  ///
  /// - Throws: the error of `body`, with the exit status of a misuse where it has none of its own.
  static func typed<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as any CommandFailureConvertible {
      throw typed(error)
    }
  }

  /// A mistake in an argument.
  static func typed(_ error: any CommandFailureConvertible) -> CommandFailure {
    let failure = error.commandFailure
    guard failure.status == .failure else { return failure }
    return CommandFailure(
      Code(failure.code.name, .usage), failure.message, reason: failure.reason, call: failure.call,
      place: failure.place, advice: failure.advice, details: failure.details)
  }

  /// Adds further advice to the failure.
  func advised(_ words: String) -> CommandFailure {
    var failure = self
    failure.advice = words
    return failure
  }

  func advising(_ more: String) -> CommandFailure {
    var failure = self
    failure.advice = [advice, more].compactMap { $0 }.joined(separator: " ")
    return failure
  }
}
