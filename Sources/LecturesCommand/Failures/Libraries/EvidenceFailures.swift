import Evidence
import StrictJSON

extension EvidenceErrors: CommandFailureDomain {
  static let subject = "evidence"

  static func commandFailure(of error: EvidenceError) -> CommandFailure {
    CommandFailure(
      .init("evidence.\(error.code)", error.code == .malformedCheckpoint ? .usage : .failure),
      CommandFailure.sentence(error.message), reason: error.reason.map(CommandFailure.sentence),
      details: error.block.map { ["block": .integer($0)] } ?? [:])
  }
}
