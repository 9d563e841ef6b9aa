import Devnet
import DevnetServer
import StrictJSON

extension DevnetError: CommandFailureConvertible {
  var commandFailure: CommandFailure {
    CommandFailure(.init("devnet.\(code)", code == .malformedGenesis ? .usage : .failure), text: message)
  }
}

extension DevnetServerError: CommandFailureConvertible {
  var commandFailure: CommandFailure { CommandFailure(.init("devnet.\(code)", .failure), text: description) }
}
