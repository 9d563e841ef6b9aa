@_exported import Failures
import Primitives

/// An error with lectures, in the words of the platform.
public typealias LectureError = DomainError<LectureErrors>

/// The domain of ``LectureError``.
public enum LectureErrors: ErrorDomain {}

extension ErrorCode<LectureErrors> {
  /// `Session.shared` was read before `Session.configure(_:)`.
  public static var notConfigured: Self { Self("notConfigured") }
  /// `Session.configure(_:)` was called a second time.
  public static var alreadyConfigured: Self { Self("alreadyConfigured") }
  /// A setting that the operation needs is missing.
  public static var missingSetting: Self { Self("missingSetting") }
  /// The contract at the address is none of the known lecture contracts.
  public static var unknownContract: Self { Self("unknownContract") }
  /// The contract's generation cannot do this.
  public static var notSupported: Self { Self("notSupported") }
  /// No lecture has this number.
  public static var unknownLecture: Self { Self("unknownLecture") }
  /// The lecture has no such run yet.
  public static var unknownRun: Self { Self("unknownRun") }
  /// The lecture's present run is settled.
  public static var closed: Self { Self("closed") }
  /// The lecture's present run is still open.
  public static var stillOpen: Self { Self("stillOpen") }
  /// The price on the chain is above the price agreed to.
  public static var priceChanged: Self { Self("priceChanged") }
  /// The lecture is in another run than the one that was agreed to.
  public static var runChanged: Self { Self("runChanged") }
  /// The contract does not show what a transaction did that was mined.
  public static var notShown: Self { Self("notShown") }
  /// The price of an old contract's lecture could not be found.
  public static var priceUnknown: Self { Self("priceUnknown") }
  /// A price that is not a whole number of KLAY, or is out of range.
  public static var invalidPrice: Self { Self("invalidPrice") }
  /// A title that is longer than the contract keeps.
  public static var invalidTitle: Self { Self("invalidTitle") }
  /// Scores that are not five numbers from 0 to 100.
  public static var invalidScores: Self { Self("invalidScores") }
  /// A text that is no receipt of a purchase.
  public static var invalidReceipt: Self { Self("invalidReceipt") }
  /// A text that is no description of a lecture, or is beyond its bounds.
  public static var invalidDescription: Self { Self("invalidDescription") }
  /// A description that its lecture's teacher did not sign.
  public static var descriptionUnsigned: Self { Self("descriptionUnsigned") }
  /// A description older than one that is known.
  public static var descriptionOutdated: Self { Self("descriptionOutdated") }
  /// A text that is no request for the buyers' link.
  public static var invalidLinkRequest: Self { Self("invalidLinkRequest") }
  /// The buyers' link is not given for this request.
  public static var linkRefused: Self { Self("linkRefused") }
  /// The site that keeps descriptions does not answer as it should.
  public static var siteFailed: Self { Self("siteFailed") }
  /// The account has not bought the run.
  public static var notStudent: Self { Self("notStudent") }
  /// The account bought other runs of the lecture, and not the one that is asked for.
  public static var otherRunBought: Self { Self("otherRunBought") }
  /// The account took its payment for the run back.
  public static var paidBack: Self { Self("paidBack") }
  /// The account has bought the present run already.
  public static var boughtAlready: Self { Self("boughtAlready") }
  /// The account has rated the present run already.
  public static var ratedAlready: Self { Self("ratedAlready") }
  /// The account is the lecture's teacher.
  public static var ownLecture: Self { Self("ownLecture") }
  /// Only the teacher may do this.
  public static var notTeacher: Self { Self("notTeacher") }
  /// Only the owner of the contract may do this.
  public static var notOwner: Self { Self("notOwner") }
  /// The contract refuses for another reason.
  public static var refused: Self { Self("refused") }
}

extension LectureError {
  /// A text that is no description, or one that no teacher may sign.
  static func description(_ reason: String) -> LectureError {
    LectureError(.invalidDescription, "That is no description of a lecture.", reason: reason)
  }
}
