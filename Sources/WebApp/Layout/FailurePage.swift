import Failures
import HTTPTypes
import Localization
import Markup

/// The page of an error: what failed, why, whether anything was sent, and what to do.
enum FailurePage {
  /// The answer to a visit that failed.
  ///
  /// - Parameters:
  ///   - back: The page from which a refused action came, where the path does not give it.
  ///   - choice: The accounts to choose from, where it failed because none acts.
  static func answer(
    to visit: Visit, _ error: any Error, back: Link? = nil, choice: AccountChoice? = nil
  ) async -> WebAnswer {
    if let refusal = error as? WebRefusal { return await answer(to: visit, refusal) }
    let text = visit.site.texts.failure(error, in: visit.language)
    let missing = await InsufficientFunds(error, visit)
    let advice = PageAdvice(text)
    let step = missing?.step ?? NextStep(after: advice, visit, back: back)
    // Without a contract there are no lectures either.
    let hasSchool = advice != .getsInvitation
    let leadsHome = hasSchool && step?.target != Link("lectures")
    // A newcomer takes an invitation here and now.
    let takesInvitation = !hasSchool && visit.site.platform == nil
    let title =
      takesInvitation
      ? visit.text(JoinPageText.noSchool) : missing == nil ? text.message : visit.text(InsufficientFundsText.title)
    let page = Page(title, nil) {
      if let missing { missing.facts }
      // Of what other pages sent one that is only read says nothing.
      content(of: text, visit, below: title, isSent: visit.request.isReading, isAdvised: choice == nil)
      if let choice { choice.content }
      if takesInvitation {
        InvitationField(visit: visit, isMain: true).element
        InvitationAlternatives(visit: visit).content
      } else {
        Element("div", ["class": "actions"]) {
          if choice != nil {
            []
          } else if let step {
            Element.action(step.text, to: step.target, isMain: true)
          } else if visit.request.isReading, let link = Link(back: visit.request.path) {
            Element.action(visit.text(LayoutText.again), to: link, isMain: true)
          } else if let place = NextStep(backFrom: visit), !visit.request.isReading {
            Element.action(place.text, to: place.target, isMain: true)
          }
          if leadsHome {
            Element.action(visit.text(LayoutText.home), to: Link("lectures"))
          }
        }
      }
    }
    return await visit.answer(page, text.kind.status)
  }

  /// The words of a failure below its message.
  ///
  /// - Parameters:
  ///   - title: The words above them, as far as they are of the failure.
  ///   - isSent: Whether something was sent, or may have been: else they say that nothing was, unless they do so
  ///     anyway.
  ///   - isAdvised: Whether they say what to do next.
  static func content(
    of text: FailureText, _ visit: Visit, below title: String = "", isSent: Bool, isAdvised: Bool = true
  ) -> [Element.Node] {
    let known = PageAdvice(text)
    let advice = isAdvised ? PageAdvice.words(after: text, for: visit) : nil
    let isReasonBehind = known?.isWhole == true
    let shown = [title, isReasonBehind ? nil : text.reason, advice].compactMap { $0 }
    // To be new is no fault.
    let look = known == .getsInvitation ? "note" : "note bad"
    let element = Element("div", ["class": look, "role": "alert"]) {
      if !isReasonBehind, let reason = text.reason {
        for line in reason.split(separator: "\n") { Element.paragraph(String(line)) }
      }
      if let advice { Element.paragraph(advice) }
      // Of an order that was posted nobody knows whether the relay has it.
      if !isSent, text.kind != .unknownOutcome, !text.code.hasPrefix("relay."), !visit.saysNothingSent(in: shown) {
        Element.paragraph(visit.text(LayoutText.nothingSent))
      }
      // Texts of contracts and programs are for support.
      Element("details", ["class": "quiet"]) {
        Element("summary") { visit.text(LayoutText.details) }
        if isReasonBehind, let reason = text.reason { Element.paragraph(reason) }
        if let call = text.call { Element("p") { Element("code") { call } } }
        Element("p") {
          Element("code") { text.code }
          " · "
          requestID(visit)
        }
      }
    }
    return [.element(element)]
  }

  /// The name of the request, as the log of the server has it.
  private static func requestID(_ visit: Visit) -> [Element.Node] {
    guard let id = RequestID.current else { return [] }
    return [
      .text(visit.text(LayoutText.request) + " "),
      .element(Element("code", ["translate": "no"]) { id.description }),
    ]
  }

  private static func answer(to visit: Visit, _ refusal: WebRefusal) async -> WebAnswer {
    let step = NextStep(after: refusal, visit)
    let page = Page(visit.text(RefusalText.title(refusal)), nil) {
      Element.note(visit.text(RefusalText.advice(refusal)), .warning)
      Element("p", ["class": "quiet"]) { requestID(visit) }
      Element("div", ["class": "actions"]) {
        Element.action(step.text, to: step.target, isMain: true)
        if step.target != Link("lectures") {
          Element.action(visit.text(LayoutText.home), to: Link("lectures"))
        }
      }
    }
    var answer = await visit.answer(page.knowingVisitor(refusal != .storeAway), refusal.status)
    answer.headers[.retryAfter] = refusal.retryAfter.map { "\($0)" }
    return answer
  }
}

extension Visit {
  /// Whether one of some sentences says that nothing was sent, alone or behind something else.
  fileprivate func saysNothingSent(in sentences: [String]) -> Bool {
    let words = text(LayoutText.nothingSent).dropLast().lowercased()
    return sentences.contains { $0.lowercased().contains(words) }
  }
}

extension FailureText.Kind {
  /// The status of HTTP that goes with it.
  var status: HTTPResponse.Status {
    switch self {
    case .input: .unprocessableContent
    case .refused: .conflict
    case .locked: .forbidden
    case .node: .serviceUnavailable
    case .unknownOutcome: .accepted
    // Nothing of the server is broken: the person who runs it can mend it.
    case .settings: .conflict
    case .other: .internalServerError
    }
  }
}
