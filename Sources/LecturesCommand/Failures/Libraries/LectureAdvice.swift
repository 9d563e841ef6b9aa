import LectureKit

/// The next steps after a failure with lectures, in the words of the command line.
enum LectureAdvice {
  /// The step that an error's code and facts ask for; nil where nothing in particular helps.
  static func words(for error: LectureError) -> String? {
    switch (error.code, error.facts) {
    // Lectures and runs.
    case (.unknownLecture, _): "`lectures list` shows which there are."
    case (.unknownRun, _): "`lectures show` tells its present run."
    case (.closed, .refusal(.settled)): "A run is settled once. `lectures show` tells when."
    case (.notStudent, _): "Buy it first with `lectures purchase`, or choose the account that did (--from)."
    case (.otherRunBought, .bought(let runs)):
      (runs.paid.last.map { "For a run that it bought add --run \($0), or choose" } ?? "Choose")
        + " the account that bought this one (--from)."
    case (.paidBack, .paidBack(_, _, let others)): others.last.map { "For a run that is paid for add --run \($0)." }
    case (.boughtAlready, .refusal): "Rate it with `lectures evaluate`."
    case (.boughtAlready, _): "If it was reopened since and you want the new run, buy it with --again."
    case (.ratedAlready, _): "A run is rated once; `lectures mine` shows your rating."
    case (.priceChanged, .price(let price)): "If that is all right, buy it with --price \(price.klay)."
    case (.priceChanged, .refusal), (.refused, .refusal(.wrongPayment)):
      "Look at it with `lectures show` and buy again."
    case (.refused, .refusal(.reclaimedTooEarly)):
      "That is possible 90 days after the purchase, if the run is not settled; `lectures mine` tells from when."
    case (.refused, .refusal(.noMoreRuns)): "Open a new lecture with `lectures create`."
    case (.refused, .noReason): "Check with `lectures show` and `lectures students --check`."
    case (.notShown, _): "Look at what was sent: lectures history"
    case (.priceUnknown, .logs(from: 0)): "Try another --endpoint: this node does not have all logs."
    case (.priceUnknown, .logs): "Give an earlier --from-block: the block the contract was deployed in."
    case (.invalidReceipt, _): "Ask for it as `lectures receipt make` writes it: as JSON, as a picture, or its link."
    case (.invalidDescription, _): "`lectures describe --help` shows the form of the file."
    case (.invalidLinkRequest, _): "`lectures link` makes one."
    case (.descriptionUnsigned, _): "Ask the teacher for it. Is --contract the one that it was made for?"
    case (.descriptionOutdated, _): "Sign it anew with `lectures describe`; is the clock right?"
    case (.linkRefused, .link(.notBought)):
      "Buy it with `lectures purchase`, or choose the account that did (--from) and its run (--run)."
    case (.linkRefused, .link(.noLink)): "Ask the teacher."
    case (.linkRefused, .link(.unsigned)), (.linkRefused, .link(.notInForce)), (.linkRefused, .link(.usedBefore)):
      "Ask again with `lectures link`; is the clock right, and --site as the site calls itself?"
    case (.siteFailed, _): "Is --site right? The description can be shown from a file, too."
    case (.invalidScores, _): "For example: --scores 100,80,34,77,99"

    // Accounts.
    case (.ownLecture, _): "A teacher can neither buy nor rate the own lecture; use a student's account (--from)."
    case (.notTeacher, _): "Choose the teacher's account (--from)."
    case (.notOwner, _): "Choose the owner's account (--from)."

    // Contracts.
    case (.missingSetting, _):
      "Give its address with --contract, or deploy one with `lectures contract deploy LectureMarket`."
    case (.unknownContract, .contract): "Check --contract and --network."
    case (.unknownContract, .malformedLog):
      "Is --contract the right address? If so, the node's logs are broken: try another --endpoint."
    case (.unknownContract, _): "Is --contract the right address, and the node to be trusted?"
    case (.notSupported, .generation(.v0)):
      "Use a later contract of the platform, or `lectures contract call` with its own ABI."
    case (.notSupported, _): "A LectureMarket contract can; see `lectures contract deploy`."
    default: nil
    }
  }
}
