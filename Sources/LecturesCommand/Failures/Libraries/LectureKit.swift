import LectureKit

extension LectureError: CommandFailureConvertible {
  var commandFailure: CommandFailure {
    CommandFailure(
      .init("lecture.\(code)", status), message, reason: reason, call: call,
      advice: advice ?? LectureAdvice.words(for: self))
  }

  private var status: ExitStatus {
    switch code {
    case .notConfigured, .alreadyConfigured, .missingSetting: .settings
    case .unknownContract, .notSupported: .wrongChain
    case .priceChanged: .overLimit
    case .notShown: .outcomeUnknown
    case .invalidPrice, .invalidTitle, .invalidScores: .usage
    case .unknownLecture, .closed, .runChanged, .stillOpen, .notStudent, .boughtAlready, .ratedAlready, .ownLecture,
      .notTeacher, .notOwner, .refused:
      .refused
    default: .failure
    }
  }
}
