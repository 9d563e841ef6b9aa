import Conformance
import Devnet
import DevnetServer
import Listening
import Localization

extension DevnetErrors: CommandFailureDomain {
  static let subject = "devnet"

  static func commandFailure(of error: DevnetError) -> CommandFailure {
    var failure = CommandFailure(
      .init("devnet.\(error.code)", error.code == .malformedGenesis ? .usage : .failure), text: error.message)
    if error.code == .storageDamaged {
      let others = failure.advice.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
      failure.advice = [others, "or go on with what is before it: --repair keeps the damaged file beside"]
        .compactMap { $0 }.joined(separator: ", ")
    }
    return failure
  }
}

// The commands that run the suites belong to `devnet`.
extension ConformanceErrors: TextFailureDomain {
  static let subject = "devnet"
}

extension DevnetServerErrors: CommandFailureDomain {
  static let subject = "devnet"

  static func nextStep(after error: DevnetServerError) -> String? {
    (ListenFailureText(reason: error.reason) ?? ListenFailureText(.portInUse)).advice
  }

  static func korean(_ error: DevnetServerError) -> FailureWords? { ListenFailureText(reason: error.reason)?.korean }

  static func ukrainian(_ error: DevnetServerError) -> FailureWords? {
    ListenFailureText(reason: error.reason)?.ukrainian
  }
}
