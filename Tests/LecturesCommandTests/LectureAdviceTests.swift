import LectureKit
import Primitives
import Testing

@testable import LecturesCommand

@Suite("What to do after a failure with lectures")
struct LectureAdviceTests {
  /// A failure as the library tells it, and the words on the command line.
  struct Row: Sendable, CustomTestStringConvertible {
    let error: LectureError
    let words: String?

    init(_ code: LectureError.Code, _ facts: LectureError.Facts, _ words: String?) {
      error = LectureError(code, "No.", facts: facts)
      self.words = words
    }

    init(_ code: LectureError.Code, _ words: String?) {
      error = LectureError(code, "No.")
      self.words = words
    }

    var testDescription: String { "\(error.code): \(words ?? "none")" }
  }

  private static let lectures: [Row] = [
    Row(.unknownLecture, "`lectures list` shows which there are."),
    Row(.unknownLecture, .refusal(.unknownLecture), "`lectures list` shows which there are."),
    Row(.unknownRun, "`lectures show` tells its present run."),
    Row(.closed, .refusal(.settled), "A run is settled once. `lectures show` tells when."),
    Row(.closed, nil),
    Row(.notStudent, "Buy it first with `lectures purchase`, or choose the account that did (--from)."),
    Row(
      .otherRunBought, .bought(.init(paid: [0, 2], paidBack: [1])),
      "For a run that it bought add --run 2, or choose the account that bought this one (--from)."),
    Row(
      .otherRunBought, .bought(.init(paid: [], paidBack: [1])), "Choose the account that bought this one (--from)."),
    Row(.paidBack, .paidBack(run: 1, block: 7, others: [0]), "For a run that is paid for add --run 0."),
    Row(.paidBack, .paidBack(run: 0, block: nil, others: []), nil),
    Row(.boughtAlready, .refusal(.bought), "Rate it with `lectures evaluate`."),
    Row(.boughtAlready, "If it was reopened since and you want the new run, buy it with --again."),
    Row(.ratedAlready, "A run is rated once; `lectures mine` shows your rating."),
    Row(.priceChanged, .refusal(.wrongPayment), "Look at it with `lectures show` and buy again."),
    Row(.refused, .refusal(.wrongPayment), "Look at it with `lectures show` and buy again."),
    Row(
      .refused, .refusal(.reclaimedTooEarly),
      "That is possible 90 days after the purchase, if the run is not settled; `lectures mine` tells from when."),
    Row(.refused, .refusal(.noMoreRuns), "Open a new lecture with `lectures create`."),
    Row(.refused, .noReason, "Check with `lectures show` and `lectures students --check`."),
    Row(.refused, nil),
    Row(.notShown, "Look at what was sent: lectures history"),
    Row(.priceUnknown, .logs(from: 0), "Try another --endpoint: this node does not have all logs."),
    Row(
      .priceUnknown, .logs(from: 7), "Give an earlier --from-block: the block the contract was deployed in."),
    Row(.priceUnknown, nil),
    Row(.invalidScores, "For example: --scores 100,80,34,77,99"),
  ]

  private static let accounts: [Row] = [
    Row(.ownLecture, "A teacher can neither buy nor rate the own lecture; use a student's account (--from)."),
    Row(.notTeacher, "Choose the teacher's account (--from)."),
    Row(.notOwner, "Choose the owner's account (--from)."),
  ]

  private static let contracts: [Row] = [
    Row(
      .missingSetting, "Give its address with --contract, or deploy one with `lectures contract deploy LectureMarket`."),
    Row(.unknownContract, .contract(.zero), "Check --contract and --network."),
    Row(
      .unknownContract, .malformedLog,
      "Is --contract the right address? If so, the node's logs are broken: try another --endpoint."),
    Row(.unknownContract, "Is --contract the right address, and the node to be trusted?"),
    Row(
      .notSupported, .generation(.v0),
      "Use a later contract of the platform, or `lectures contract call` with its own ABI."),
    Row(.notSupported, .generation(.v2), "A LectureMarket contract can; see `lectures contract deploy`."),
  ]

  @Test(
    "is told in the words of the command line, by the code and the facts", arguments: lectures + accounts + contracts)
  func words(row: Row) { #expect(CommandFailure(row.error).advice == row.words) }

  @Test("names the price to which a purchase would have to agree")
  func price() throws {
    let error = LectureError(.priceChanged, "No.", facts: .price(try Price(klay: 12)))
    #expect(CommandFailure(error).advice == "If that is all right, buy it with --price 12.")
  }

  @Test("is what the library says where that is the same for everybody")
  func neutral() {
    let error = LectureError(.priceChanged, "No.", advice: "If that is all right, buy it anew.")
    #expect(CommandFailure(error).advice == "If that is all right, buy it anew.")
  }
}
