import Primitives

/// An error with lectures, in the words of the platform.
///
/// Two errors are equal when their codes are equal. The text has at most four lines: what failed, why, the call and
/// what to do next, where that is no matter of who shows it.
public struct LectureError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of failure; open, so that later versions can add to them.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    private init(_ description: String) { self.description = description }

    /// `Session.shared` was read before `Session.configure(_:)`.
    public static let notConfigured = Code("notConfigured")
    /// `Session.configure(_:)` was called a second time.
    public static let alreadyConfigured = Code("alreadyConfigured")
    /// A setting that the operation needs is missing.
    public static let missingSetting = Code("missingSetting")
    /// The contract at the address is none of the known lecture contracts.
    public static let unknownContract = Code("unknownContract")
    /// The contract's generation cannot do this.
    public static let notSupported = Code("notSupported")
    /// No lecture has this number.
    public static let unknownLecture = Code("unknownLecture")
    /// The lecture's present run is settled.
    public static let closed = Code("closed")
    /// The lecture's present run is still open.
    public static let stillOpen = Code("stillOpen")
    /// The price on the chain is above the price agreed to.
    public static let priceChanged = Code("priceChanged")
    /// The lecture is in another run than the one that was agreed to.
    public static let runChanged = Code("runChanged")
    /// The contract does not show what a transaction did that was mined.
    public static let notShown = Code("notShown")
    /// The price of an old contract's lecture could not be found.
    public static let priceUnknown = Code("priceUnknown")
    /// A price that is not a whole number of KLAY, or is out of range.
    public static let invalidPrice = Code("invalidPrice")
    /// A title that is longer than the contract keeps.
    public static let invalidTitle = Code("invalidTitle")
    /// Scores that are not five numbers from 0 to 100.
    public static let invalidScores = Code("invalidScores")
    /// The account has not bought the present run.
    public static let notStudent = Code("notStudent")
    /// The account has bought the present run already.
    public static let boughtAlready = Code("boughtAlready")
    /// The account has rated the present run already.
    public static let ratedAlready = Code("ratedAlready")
    /// The account is the lecture's teacher.
    public static let ownLecture = Code("ownLecture")
    /// Only the teacher may do this.
    public static let notTeacher = Code("notTeacher")
    /// Only the owner of the contract may do this.
    public static let notOwner = Code("notOwner")
    /// The contract refuses for another reason.
    public static let refused = Code("refused")
  }

  /// The kind of failure; equality goes by this alone.
  public let code: Code
  /// The failure, in a sentence.
  public let message: String
  /// The reason, if known.
  public let reason: String?
  /// The readable call, if one was refused.
  public let call: String?
  /// The next step, where that is the same for whoever calls this library; else ``facts`` tell what it depends on.
  public let advice: String?
  /// The facts on which the next step depends beyond the code; nil where there are none.
  public let facts: Facts?
  /// The error underneath: what the contract or the node said.
  public let cause: (any Error)?

  /// An error with its context; what is nil is left out of the text.
  public init(
    _ code: Code, _ message: String, reason: String? = nil, call: String? = nil, advice: String? = nil,
    facts: Facts? = nil, cause: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.reason = reason
    self.call = call
    self.advice = advice
    self.facts = facts
    self.cause = cause
  }

  public static func == (left: LectureError, right: LectureError) -> Bool { left.code == right.code }

  public var description: String {
    [message, reason, call.map { "Call: \($0)" }, advice].compactMap { $0 }.joined(separator: "\n")
  }
}
