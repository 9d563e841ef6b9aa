import Files

extension BlockingWorkError: CommandFailureConvertible {
  var commandFailure: CommandFailure {
    CommandFailure(.init("key.\(code)", .failure), message, advice: advice)
  }
}
