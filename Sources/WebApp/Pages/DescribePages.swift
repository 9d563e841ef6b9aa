import HTTPTypes
import LectureKit
import Markup
import Operations
import Primitives

/// The page on which a teacher describes a lecture: a form, then the review of what is signed.
enum DescribePages {
  static let routes: [Route] = [
    .get("/lectures/:number/describe") { try await show($0) },
    .post("/lectures/:number/describe", bodyLimit: .text, review),
  ]

  /// A lecture with its teacher, who visits.
  private struct Taught: Sendable {
    let lecture: Lecture
    let teacher: ActingAccount
    let client: LectureClient
  }

  /// The lecture in the path.
  ///
  /// - Throws: `LectureError` `.notTeacher` for anybody but its teacher.
  private static func taught(_ visit: Visit) async throws -> Taught {
    guard visit.mayWrite else { throw WebRefusal.readOnly }
    let number = try visit.number("number")
    let (client, _) = try await visit.lectureClient()
    guard number < (try await client.count()) else { throw WebRefusal.notFound }
    let teacher = try await visit.site.account(of: visit.session)
    let lecture = try await client.lecture(number)
    guard lecture.teacher == teacher.address else {
      throw LectureError(.notTeacher, "Only the lecture's teacher can do this.", facts: .refusal(.notTeacher))
    }
    return Taught(lecture: lecture, teacher: teacher, client: client)
  }

  // MARK: The form

  private static func show(_ visit: Visit) async throws -> WebAnswer {
    let taught = try await taught(visit)
    return await page(visit, taught, try await draft(visit, taught), [])
  }

  /// The draft of the newest description, to be changed; an empty one where there is none.
  private static func draft(_ visit: Visit, _ taught: Taught) async throws -> DescriptionDraft {
    let (lecture, client) = (taught.lecture, taught.client)
    if let store = visit.site.platform?.store {
      let kept = try await store.description(
        of: lecture.number, run: lecture.run, chainID: client.session.chainID, contract: client.market.address)
      return kept.map { DescriptionDraft($0.signed.description, link: $0.link) } ?? DescriptionDraft()
    }
    let signed = await DescriptionSource(visit: visit).description(of: lecture, at: client)
    return signed.map { DescriptionDraft($0.description, link: nil) } ?? DescriptionDraft()
  }

  private static func page(
    _ visit: Visit, _ taught: Taught, _ draft: DescriptionDraft, _ problems: [FieldProblem]
  ) async -> WebAnswer {
    let lecture = taught.lecture
    let page = Page(visit.text(DescribePageText.title), .mine) {
      Element.problems(problems, title: visit.text(LayoutText.problem))
      Element("p") { LectureName(lecture: lecture, visit: visit).element }
      Element.paragraph(visit.text(DescribePageText.explained))
      if visit.site.platform == nil {
        let site = try? visit.site.settings(of: visit.session).site()
        Element.paragraph(
          site.map { visit.text(DescribePageText.toSite($0)) } ?? visit.text(DescribePageText.keptHere),
          ["class": "quiet"])
      }
      DescriptionForm(visit: visit, lecture: lecture, draft: draft, problems: problems).element
    }
    return await visit.answer(
      page.below(
        (visit.text(MinePageText.teachingTitle), Link("mine", "teaching")),
        (LectureName(lecture: lecture, visit: visit).text, Link("lectures", "\(lecture.number)"))
      ).with(problems), problems.isEmpty ? .ok : .unprocessableContent)
  }

  // MARK: Reviewing

  @Sendable private static func review(_ visit: Visit) async throws -> WebAnswer {
    let taught = try await taught(visit)
    let draft = DescriptionDraft(visit.request.form)
    if visit.request.form.has("more") { return await page(visit, taught, draft, []) }
    let site = visit.site.platform == nil ? try DescriptionSite(visit.site.settings(of: visit.session)) : nil
    var faults: [DescriptionDraft.Fault] = []
    let content = draft.content(&faults)
    let link = draft.link.isEmpty ? nil : try? BuyersLink(url: draft.link)
    if link == nil, !draft.link.isEmpty { faults.append(.init(field: "link", problem: .wrongLink)) }
    if link != nil, site == nil, visit.site.platform == nil {
      faults.append(.init(field: "link", problem: .linkNeedsSite))
    }
    guard faults.isEmpty, let content else {
      // Empty rows go before the page is shown again: problems keep their rows' numbers only without them.
      let shown = draft.withoutEmptyRows
      var moved: [DescriptionDraft.Fault] = []
      _ = shown.content(&moved)
      let all = moved + faults.filter { $0.field == "link" }
      return await page(
        visit, taught, shown, all.map { FieldProblem(field: $0.field, text: visit.text($0.problem)) })
    }
    let run = draft.run
    let wanted = try WantedDescription(
      content, link: link, of: taught.lecture, run: run, by: taught.teacher.address, at: taught.client,
      issuedAt: visit.site.options.clock())
    let settings = visit.site.settings(of: visit.session)
    let place = Link("lectures", "\(taught.lecture.number)")
    let requested = RequestedAction(
      by: taught.teacher, back: Link("lectures", "\(taught.lecture.number)", "describe"), next: place,
      describing: wanted
    ) { signers in
      try await wanted.publish(signedBy: signers.account, at: taught.client, to: site, by: settings)
    }
    return try await ProposalPages.propose(requested, on: visit)
  }
}
