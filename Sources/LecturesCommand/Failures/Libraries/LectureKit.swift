import LectureKit

extension LectureErrors: CommandFailureDomain {
  static let subject = "lecture"

  static func status(of error: LectureError) -> ExitStatus {
    switch error.code {
    case .notConfigured, .alreadyConfigured, .missingSetting: .settings
    case .unknownContract, .notSupported: .wrongChain
    case .priceChanged: .overLimit
    case .notShown: .outcomeUnknown
    case .invalidPrice, .invalidTitle, .invalidScores, .invalidReceipt, .invalidDescription, .invalidLinkRequest: .usage
    case .unknownLecture, .unknownRun, .closed, .runChanged, .stillOpen, .notStudent, .otherRunBought, .paidBack,
      .boughtAlready, .ratedAlready, .ownLecture, .notTeacher, .notOwner, .refused, .descriptionUnsigned,
      .descriptionOutdated, .linkRefused:
      .refused
    default: .failure
    }
  }

  static func nextStep(after error: LectureError) -> String? { LectureAdvice.words(for: error) }
}
