import HTTPTypes
import Keys
import LectureKit
import Markup
import Operations
import Primitives
import StrictJSON

/// The pages and answers by which somebody signs in with a wallet, on a platform.
enum SignInPages {
  static let routes: [Route] = [
    .get("/sign-in", show),
    .post("/session/nonce", access: .session, ask),
    .post("/session", access: .session, signIn),
    .post("/session/end", access: .session, leave),
  ]

  @Sendable private static func show(_ visit: Visit) async throws -> WebAnswer {
    let origin = try visit.platform().name.origin
    let next = visit.request.query["next"].flatMap { Link(back: $0) } ?? Link("lectures")
    let page = Page(visit.text(SignInText.title), nil) {
      Element.paragraph(visit.text(SignInText.explained))
      if let visitor = visit.session.visitor {
        Element.note(visitor.checksummed, .good)
        Element.form(visit, to: Link("session", "end")) {
          Element.submit(visit.text(SignInText.signOut), isMain: false)
        }
      }
      Element("h2") { visit.text(SignInText.wallets) }
      WalletPart(visit: visit).signIn(next: next)
      Element("p") {
        visit.text(SignInText.address) + " "
        Element("code", ["translate": "no", "data-copy": visit.text(LayoutText.copy)]) { origin }
      }
      Element.paragraph(visit.text(SignInText.rights), ["class": "quiet"])
    }
    return await visit.answer(page.asking)
  }

  /// Gives the message that an account is to sign.
  @Sendable private static func ask(_ visit: Visit) async throws -> WebAnswer {
    try await visit.limit("sign-in", most: 10)
    let platform = try visit.platform()
    guard let account = visit.request.form.trimmed("address").flatMap({ try? Address($0) }) else {
      throw WebRefusal.badForm
    }
    let message = try SignInMessage(
      to: platform.name.site, as: account, on: try await visit.connection().session.chainID, nonce: .random(),
      issuedAt: visit.site.options.clock())
    try await platform.store.ask(account, toSign: message.text, as: visit.session.cookie)
    return .json(["ok": true, "message": .string(message.text)])
  }

  /// Takes the signature: the session goes on under another cookie, as the account's.
  @Sendable private static func signIn(_ visit: Visit) async throws -> WebAnswer {
    try await visit.limit("sign-in", most: 10)
    let platform = try visit.platform()
    let form = visit.request.form
    guard let account = form.trimmed("address").flatMap({ try? Address($0) }),
      let signature = form.trimmed("signature").flatMap({ try? Bytes(hex: $0) })
    else { throw WebRefusal.badForm }
    guard let message = try await platform.store.takeMessage(for: account, as: visit.session.cookie) else {
      throw WebRefusal.signInOver
    }
    let proof = SignInProof(signature, of: message, by: account)
    let means = try await proof.verify(at: try await visit.connection().connection)
    let cookie = try await platform.store.begin(
      account, inPlaceOf: visit.session.cookie, byContract: means == .contract ? proof : nil)
    return .json(["ok": true, "account": .string(account.checksummed)], cookies: [SessionCookie.platform(cookie)])
  }

  @Sendable private static func leave(_ visit: Visit) async throws -> WebAnswer {
    try await visit.platform().store.end(visit.session.cookie)
    var answer = WebAnswer.redirect(to: Link("lectures"))
    answer.headers[HTTPField.Name("Clear-Site-Data")!] = "\"cookies\", \"storage\""
    return answer
  }
}
