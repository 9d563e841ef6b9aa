import Keys
import StrictJSON

extension KeysError: CommandFailureConvertible {
  var commandFailure: CommandFailure {
    CommandFailure(.init("key.\(code)", .failure), text: message)
  }
}
