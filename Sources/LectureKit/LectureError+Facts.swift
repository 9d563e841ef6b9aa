import ContractClient
import Primitives

extension LectureError {
  /// The refusal of a call to a lecture contract in the platform's words; nil where it is none of the contract's reasons.
  ///
  /// - Parameter number: The lecture that the call is about.
  public static func explaining(_ error: ContractError, about number: UInt256?) -> LectureError? {
    LectureRefusal.explained(error, lectureNumber: number) as? LectureError
  }
}

extension LectureErrors {
  /// Facts on which the next step depends beyond the code; whoever shows the error has the words for that step.
  public enum Facts: Sendable, Hashable {
    /// The reason that the contract gives, or the likeliest where it gives none.
    case refusal(Refusal)
    /// The contract gives no reason, and nothing that it tells shows one.
    case noReason
    /// The address of a contract that is no lecture contract.
    case contract(Address)
    /// The generation of a contract that cannot do what was asked.
    case generation(ContractGeneration)
    /// The price on the chain.
    case price(Price)
    /// The block from which on logs were looked through; 0 for all there are.
    case logs(from: UInt64)
    /// The runs that a lecture has: from 0 to this one.
    case runs(last: UInt64)
    /// The account bought these runs of the lecture and others not.
    case bought(BoughtRuns)
    /// The account took its payment for a run back, in a block where that is known, and bought other runs.
    case paidBack(run: UInt64, block: UInt64?, others: [UInt64])
    /// A title of which nothing can be seen.
    case blankTitle
    /// The number of scores that were given, where a rating has five.
    case scoreCount(Int)
    /// A score out of range, and the place of its question in ``Scores/questions``.
    case score(Int, question: Int)
    /// The rating that the account gave before.
    case rated(Scores)
    /// A log of the contract that has another form than the contract gives it.
    case malformedLog
    /// The origin of a site that keeps descriptions.
    case site(String)
    /// The reason why the buyers' link is not given.
    case link(LinkRefusal)

    /// The run that was asked for where the account did not buy it; nil for any, and of other errors.
    package var wantedRun: UInt64? {
      if case .bought(let runs) = self { runs.wanted } else { nil }
    }
  }

  /// The runs of a lecture that an account bought, each from the first on.
  public struct BoughtRuns: Sendable, Hashable {
    /// The run that was asked for; nil for any.
    public let wanted: UInt64?
    /// The runs whose payment stands.
    public let paid: [UInt64]
    /// The runs whose payment the account took back.
    public let paidBack: [UInt64]

    /// Runs that were bought, and the one that was asked for.
    public init(wanted: UInt64? = nil, paid: [UInt64], paidBack: [UInt64]) {
      (self.wanted, self.paid, self.paidBack) = (wanted, paid, paidBack)
    }
  }

  /// The reasons why the buyers' link is not given.
  public enum LinkRefusal: Sendable, Hashable {
    /// The account did not buy the run.
    case notBought
    /// The account took its payment back.
    case reclaimed
    /// The request is not signed by the account.
    case unsigned
    /// The request is for another site, or its time is over.
    case notInForce
    /// The request was used before.
    case usedBefore
    /// There is no link.
    case noLink
  }

  /// The reasons with which `LectureMarket` refuses; the raw value is the contract's own text.
  public enum Refusal: String, Sendable, Hashable, CaseIterable {
    /// No lecture has the number.
    case unknownLecture = "no such lecture"
    /// The run is settled, so nobody can buy or rate it.
    case closed = "lecture closed"
    /// The run is settled, and is so once only.
    case settled = "settled already"
    /// The run is open; the next one opens after it is settled.
    case stillOpen = "lecture still open"
    /// The account is the lecture's teacher.
    case ownLecture = "own lecture"
    /// The account has bought the run.
    case bought = "bought already"
    /// The account has not bought the run.
    case notStudent = "not a student of this run"
    /// The account has rated the run.
    case rated = "rated already"
    /// The value is not the price.
    case wrongPayment = "wrong payment"
    /// The account took back what it paid for the run.
    case reclaimed = "reclaimed already"
    /// The time after which a payment can be taken back is not over.
    case reclaimedTooEarly = "too early to reclaim"
    /// The lecture had all the runs that it can have.
    case noMoreRuns = "no more runs"
    /// The price is above the highest that the contract takes.
    case costTooHigh = "cost is too high"
    /// The account is not the lecture's teacher.
    case notTeacher = "not the teacher"
    /// The account is not the contract's owner.
    case notOwner = "not the owner"
  }
}

extension LectureError {
  /// The run was rated before, with these scores.
  public static func ratedOtherwise(_ given: Scores, call: String? = nil) -> LectureError {
    LectureError(
      .ratedAlready, "You have rated this lecture already.",
      reason: "You gave it \(given.values.map(String.init).joined(separator: ",")).", call: call, facts: .rated(given))
  }

  /// The account took back what it paid for the run: that neither counts as bought, nor can it be rated.
  ///
  /// - Parameter refusal: The contract's own refusal, where it was asked.
  static func reclaimed(_ action: LectureAction, call: String? = nil, refusal: LectureError? = nil) -> LectureError {
    let isRating = action.kind == .evaluation
    return LectureError(
      .paidBack,
      "You took the payment for this run of lecture \(action.lecture) back\(isRating ? ": you can’t rate it" : "").",
      reason: isRating
        ? "The contract takes who reclaimed for no student any more, and a rating goes with the payment; nothing was sent."
        : "The contract sells a run only once to each student; nothing was sent.",
      call: call ?? refusal?.call, advice: LectureRefusal.otherRunAdvice, facts: .refusal(.reclaimed),
      cause: refusal?.cause)
  }
}
