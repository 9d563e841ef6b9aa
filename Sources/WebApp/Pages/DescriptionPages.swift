import HTTPTypes
import Keys
import LectureKit
import Markup
import Operations
import Primitives
import StrictJSON

/// The answers of a platform that take descriptions of lectures, show them, and give the links for buyers.
enum DescriptionPages {
  static let routes: [Route] = [
    .get("/api/v1/lectures/:number/description", show),
    .post("/api/v1/descriptions", access: .signed, bodyLimit: .text, publish),
    .post("/api/v1/links", access: .signed, link),
    .post("/lectures/:number/link", access: .session, open),
  ]

  /// The seconds that the clock of a teacher may be ahead.
  private static let mostAhead: Int64 = 300
  /// So often in a minute a lecture's description may be replaced.
  private static let mostWrites: Int64 = 10

  /// The newest description of a run, by default of the present one.
  @Sendable private static func show(_ visit: Visit) async throws -> WebAnswer {
    try await visit.limit("search", most: 60)
    let number = try visit.number("number")
    let (client, _) = try await visit.lectureClient()
    var run: UInt64?
    if let text = visit.request.query["run"] {
      guard let given = UInt64(text) else { throw WebRefusal.notFound }
      run = given
    } else {
      guard number < (try await client.count()) else { throw WebRefusal.notFound }
      run = try await client.lecture(number).run
    }
    guard let kept = try await kept(number, run: run, client, visit) else { throw WebRefusal.notFound }
    return .json(kept.signed.json)
  }

  /// Takes a description that its lecture's teacher signed, and the link whose hash it has.
  @Sendable private static func publish(_ visit: Visit) async throws -> WebAnswer {
    guard visit.mayWrite else { throw WebRefusal.readOnly }
    try await visit.limit("describe", most: 10)
    let (signed, link) = try publication(in: visit.request.body)
    let (client, _) = try await visit.lectureClient()
    try await keep(signed, link, client, visit)
    return .json(["ok": true, "hash": .string(signed.hash.hex)])
  }

  /// Keeps a description that its lecture's teacher signed, and the link whose hash it has.
  ///
  /// - Throws: `LectureError` `.descriptionUnsigned`, `.descriptionOutdated`; ``WebRefusal``; a `NodeError`.
  static func keep(
    _ signed: SignedDescription, _ link: BuyersLink?, _ client: LectureClient, _ visit: Visit
  ) async throws {
    let description = signed.description
    let now = visit.site.options.clock()
    guard Int64(clamping: description.issuedAt) <= now + mostAhead else {
      throw LectureError.outdated("It is of a time that has not come yet.")
    }
    guard description.lecture < (try await client.count()) else { throw WebRefusal.notFound }
    let lecture = try await client.lecture(description.lecture)
    try await DescriptionCheck(client).verify(signed, of: lecture)
    // A teacher may describe the next run before it opens, and cannot fill the store with runs that never come.
    guard description.run ?? 0 <= (lecture.run ?? 0) + 1 else { throw WebRefusal.badForm }
    let store = try visit.platform().store
    // Anybody can send what is published once more: that takes nothing from the teacher's times a minute.
    if let kept = try await store.kept(inPlaceOf: signed) {
      guard kept.hash != signed.hash.hex else { return }
      guard kept.issued < Int64(clamping: description.issuedAt) else {
        throw LectureError.outdated("A newer one is known.")
      }
    }
    if let seconds = try await store.count("describe \(description.lecture)", most: mostWrites) {
      throw WebRefusal.tooOften(seconds)
    }
    guard try await store.keep(signed, link) else { throw LectureError.outdated("A newer one is known.") }
  }

  /// A description with its link, as a teacher sends it.
  private static func publication(in body: Bytes) throws -> (SignedDescription, BuyersLink?) {
    let limits = JSON.Limits(depth: 6, bytes: SignedDescription.mostBytes + 4_096)
    guard let body = try? JSON(parsing: body, limits: limits), let json = body["description"] else {
      throw WebRefusal.badForm
    }
    let signed = try SignedDescription(parsing: json.serializedBytes())
    let link = try body["link"]?.string.map { url in
      guard let salt = body["salt"]?.string.flatMap({ try? Hash32($0) }) else { throw WebRefusal.badForm }
      return try BuyersLink(url: url, salt: salt)
    }
    guard link?.hash ?? .zero == signed.description.linkHash else { throw WebRefusal.badForm }
    return (signed, link)
  }

  /// Gives the link for buyers to an account that signed a request for it.
  @Sendable private static func link(_ visit: Visit) async throws -> WebAnswer {
    try await visit.limit("link", most: 10)
    let platform = try visit.platform()
    let signed = try SignedLinkRequest(parsing: visit.request.body)
    let request = signed.request
    guard request.site == platform.name.origin, request.isInForce(at: visit.site.options.clock()) else {
      throw LectureError.linkRefused(.notInForce)
    }
    let (client, _) = try await visit.lectureClient()
    try await DescriptionCheck(client).verify(signed)
    let hash = try request.typedData(chainID: client.session.chainID, contract: client.market.address).digest()
    guard try await platform.store.use(request, hash: hash) else { throw LectureError.linkRefused(.usedBefore) }
    let link = try await link(request.lecture, run: request.run, client, visit)
    return .json(["ok": true, "link": .string(link.url), "salt": .string(link.salt.hex)])
  }

  /// Shows the link for buyers of a run, by default of the present one, to a signed-in buyer.
  @Sendable private static func open(_ visit: Visit) async throws -> WebAnswer {
    try await visit.limit("link", most: 10)
    let number = try visit.number("number")
    let account = try await visit.site.account(of: visit.session)
    let (client, _) = try await visit.lectureClient()
    guard number < (try await client.count()) else { throw WebRefusal.notFound }
    let run: UInt64
    if let text = visit.request.form.trimmed(BuyersLinkForm.runField) {
      guard let given = UInt64(text) else { throw WebRefusal.badForm }
      run = given
    } else {
      run = try await client.lecture(number).run ?? 0
    }
    try await DescriptionCheck(client).checkPurchase(of: number, run: run, by: account.address)
    let link = try await link(number, run: run, client, visit)
    let page = Page(visit.text(DescriptionPageText.link), .lectures) {
      Element.paragraph(visit.text(DescriptionPageText.linkExplained))
      Element("p") {
        if let target = Link(web: link.url) {
          Element.link(to: target, ["rel": "noreferrer noopener", "translate": "no"]) {
            UntrustedText.shown(link.url, limit: BuyersLink.longest)
          }
        }
      }
    }
    return await visit.answer(
      page.below((visit.text(LecturePageText.lecture(number)), Link("lectures", "\(number)"))))
  }

  private static func link(
    _ lecture: UInt256, run: UInt64, _ client: LectureClient, _ visit: Visit
  ) async throws -> BuyersLink {
    guard let link = try await kept(lecture, run: run, client, visit)?.link else {
      throw LectureError.linkRefused(.noLink)
    }
    return link
  }

  private static func kept(
    _ lecture: UInt256, run: UInt64?, _ client: LectureClient, _ visit: Visit
  ) async throws -> PlatformStore.StoredDescription? {
    try await visit.platform().store.description(
      of: lecture, run: run, chainID: client.session.chainID, contract: client.market.address)
  }
}

extension LectureError {
  fileprivate static func outdated(_ reason: String) -> LectureError {
    LectureError(.descriptionOutdated, "The description is not kept.", reason: reason)
  }
}
