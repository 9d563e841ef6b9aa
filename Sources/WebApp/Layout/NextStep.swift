import Localization
import Markup
import Primitives

/// The page on which somebody goes on after a refusal.
struct NextStep: Sendable {
  let text: String
  let target: Link

  /// A step by its words and its page.
  init(text: String, target: Link) { (self.text, self.target) = (text, target) }

  /// The step after a failure; nil where the page that was asked for is as good as any.
  ///
  /// - Parameter back: The page from which the refused action came; nil is the one in the request's path.
  init?(after advice: PageAdvice?, _ visit: Visit, back: Link? = nil) {
    let isPlatform = visit.site.platform != nil
    switch advice {
    case .hasBought, .hasRated, .otherRun: (text, target) = (visit.text(MinePageText.title), Link("mine"))
    case .isTeacher, .stillOpen, .onlyTeacher:
      (text, target) = (visit.text(MinePageText.teachingTitle), Link("mine", "teaching"))
    case .noLecture, .onlyOwner: (text, target) = (visit.text(LayoutText.home), Link("lectures"))
    case .getsInvitation where !isPlatform: (text, target) = (visit.text(JoinPageText.title), Link("join"))
    case .choosesAccount, .mendsSettings, .getsInvitation:
      (text, target) = (visit.text(LayoutText.settings), Link("settings"))
    case .asksOthers where !isPlatform: (text, target) = (visit.text(LayoutText.settings), Link("settings"))
    case .makesAccount where !isPlatform, .getsMoney where !isPlatform:
      (text, target) = (visit.text(LayoutText.wallets), Link("wallets"))
    case .looksFirst: (text, target) = (visit.text(FormText.transactions), Link("transactions"))
    case .waitsForRun, .buysFirst, .boughtRun, .paidBack, .runChanged, .priceChanged, .bookChanged, .asksFee,
      .priceMoved,
      .getsTokens,
      .allowsTokens, .looksAgain, .getsMoney, .makesAccount, .waitsForRelay:
      guard let place = Self.place(visit, back) else { return nil }
      (text, target) = place
    case .startsNode, .password, .asksOthers, .waitsForPayer, nil: return nil
    }
  }

  /// The page that an action belongs to, by its path; nil for one that has none.
  init?(backFrom visit: Visit) {
    guard let place = Self.place(visit, nil) else { return nil }
    (text, target) = place
  }

  /// The step after a refusal of the pages themselves.
  init(after refusal: WebRefusal, _ visit: Visit) {
    let home = (visit.text(LayoutText.home), Link("lectures"))
    switch refusal {
    case .changed, .underWay, .notMined, .notAsked, .notSigned, .foreignForm, .badForm, .badJSON:
      (text, target) = Self.place(visit, nil) ?? home
    case .notFound, .otherMethod, .readOnly, .noSession, .notHere, .tooManyTries, .tooOften, .notProven:
      (text, target) = home
    case .storeAway:
      let again = visit.request.isReading ? Link(back: visit.request.path) : nil
      (text, target) = again.map { (visit.text(LayoutText.again), $0) } ?? Self.place(visit, nil) ?? home
    case .notSignedIn, .signInOver: (text, target) = (visit.text(SignInText.title), Link("sign-in"))
    case .noProposal, .secondDeal: (text, target) = (visit.text(FormText.transactions), Link("transactions"))
    case .orderOver: (text, target) = (visit.text(LayoutText.exchange), Link("exchange"))
    }
  }

  /// The page that an action belongs to, by its path: a lecture's, a pair's, or its review.
  private static func place(_ visit: Visit, _ back: Link?) -> (String, Link)? {
    if let back { return (visit.text(FormText.back), back) }
    let pieces = visit.request.pieces
    guard pieces.count > 1 else { return nil }
    switch pieces[0] {
    case "lectures":
      guard let number = try? UInt256(parsing: pieces[1]) else { return nil }
      return (visit.text(LecturePageText.lecture(number)), Link("lectures", "\(number)"))
    case "exchange": return (visit.text(LayoutText.exchange), Link("exchange", pieces[1]))
    case "proposals": return (visit.text(FormText.review), Link("proposals", pieces[1]))
    default: return nil
    }
  }
}
