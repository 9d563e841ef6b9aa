import Evidence
import StrictJSON

extension EvidenceError: CommandFailureConvertible {
  var commandFailure: CommandFailure {
    CommandFailure(
      .init("evidence.\(code)", code == .malformedCheckpoint ? .usage : .failure), CommandFailure.sentence(message),
      reason: CommandFailure.sentence(reason), details: block.map { ["block": .integer($0)] } ?? [:])
  }
}
