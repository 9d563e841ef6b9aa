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
    return failure.status == .failure ? failure.of(.usage) : failure
  }
}
