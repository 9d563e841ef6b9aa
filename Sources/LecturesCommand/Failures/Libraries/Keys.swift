import Keys

extension AccountKeyError: CommandFailureConvertible {
  var commandFailure: CommandFailure {
    CommandFailure(.init("accountKey.\(code)", .failure), text: message)
  }
}

extension KeysError: CommandFailureConvertible {
  var commandFailure: CommandFailure {
    CommandFailure(.init("key.\(code)", .failure), text: message)
  }
}
