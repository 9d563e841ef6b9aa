import Conformance
import Devnet
import DevnetServer

extension DevnetError: CommandFailureConvertible {
  var commandFailure: CommandFailure {
    var failure = CommandFailure(
      .init("devnet.\(code)", code == .malformedGenesis ? .usage : .failure), text: message)
    if code == .storageDamaged {
      let others = failure.advice.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
      failure.advice = [others, "or go on with what is before it: --repair keeps the damaged file beside"]
        .compactMap { $0 }.joined(separator: ", ")
    }
    return failure
  }
}

// The commands that run the suites belong to `devnet`.
extension ConformanceError: CommandFailureConvertible {
  var commandFailure: CommandFailure { CommandFailure(.init("devnet.\(code)", .failure), text: message) }
}

extension DevnetServerError: CommandFailureConvertible {
  var commandFailure: CommandFailure { CommandFailure(.init("devnet.\(code)", .failure), text: description) }
}
