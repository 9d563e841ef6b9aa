import Primitives
import StrictJSON

extension PrimitivesError: CommandFailureConvertible {
  var commandFailure: CommandFailure { CommandFailure(.init("value.\(code)", .failure), text: message) }
}

extension RLPError: CommandFailureConvertible {
  var commandFailure: CommandFailure { CommandFailure(.init("rlp.\(code)", .failure), text: description) }
}

extension JSONError: CommandFailureConvertible {
  var commandFailure: CommandFailure {
    CommandFailure(
      .init("json.\(code)", .failure), text: description, details: ["offset": .integer(offset)])
  }
}
