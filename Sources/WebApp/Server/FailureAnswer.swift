import Failures
import HTTPTypes
import Operations
import StrictJSON

/// The answer to a request that failed: a page for people, and a value for the scripts of pages.
struct FailureAnswer: Sendable {
  private let visit: Visit

  init(_ visit: Visit) { self.visit = visit }

  func answer(_ error: any Error) async -> WebAnswer {
    guard visit.wantsJSON else {
      if case .notSignedIn? = error as? WebRefusal {
        return .redirect(to: Link("sign-in", query: [("next", whence)]))
      }
      return await FailurePage.answer(to: visit, error, choice: await choice(after: error))
    }
    let (words, status, step) = words(error)
    let next: JSON? = step.map { ["page": .string($0.target.text), "text": .string($0.text)] }
    let members: [(String, JSON)] = [
      ("code", .string(words.code)), ("message", .string(words.message)),
      ("reason", words.reason.map { .string($0) } ?? .null),
      ("advice", words.advice.map { .string($0) } ?? .null),
      ("next", next ?? .null),
      ("requestId", RequestID.current.map { .string($0.description) } ?? .null),
    ]
    var answer = WebAnswer.json(["ok": false, "error": .object(JSONObject(members))], status)
    answer.headers[.retryAfter] = Self.seconds(after: error).map { "\($0)" }
    return answer
  }

  /// The seconds after which the same may be asked for again; nil where they are unknown.
  private static func seconds(after error: any Error) -> Int64? {
    if case .busy(_, let seconds)? = (error as? DelegationError)?.facts { return Int64(seconds) }
    return (error as? WebRefusal)?.retryAfter
  }

  /// The accounts to choose from, where it failed because none acts; nil for any other failure.
  private func choice(after error: any Error) async -> AccountChoice? {
    guard visit.site.platform == nil, visit.mayWrite, !(error is WebRefusal) else { return nil }
    switch PageAdvice(visit.site.texts.failure(error, in: visit.language)) {
    case .choosesAccount, .makesAccount: return try? await AccountChoice(visit, back: whence)
    default: return nil
    }
  }

  /// The page to come back to: the one that was asked for, or the one whose form was sent.
  private var whence: String {
    let (request, above) = (visit.request, visit.request.pieces.dropLast())
    // A form of a page of its own, as that of a new lecture, has none above it.
    guard !request.isReading, case .found = Router(Pages.routes(of: visit.site)).match(.get, Array(above)) else {
      return request.path
    }
    return "/" + request.path.split(separator: "/").dropLast().joined(separator: "/")
  }

  private func words(_ error: any Error) -> (FailureText, HTTPResponse.Status, NextStep?) {
    if let refusal = error as? WebRefusal {
      let text = FailureText(
        code: "web.\(refusal.name)", message: visit.text(RefusalText.title(refusal)), reason: nil, call: nil,
        advice: visit.text(RefusalText.advice(refusal)), kind: .refused)
      return (text, refusal.status, NextStep(after: refusal, visit))
    }
    let text = visit.site.texts.failure(error, in: visit.language)
    // The terminal's words name its commands: pages have their own.
    let shown = FailureText(
      code: text.code, message: text.message, reason: text.reason, call: text.call,
      advice: PageAdvice.words(after: text, for: visit), kind: text.kind)
    return (shown, text.kind.status, NextStep(after: PageAdvice(text), visit))
  }
}
