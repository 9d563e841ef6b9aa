import HTTPTypes
import LectureKit
import Markup
import Operations
import Primitives

/// The page of the five questions about a lecture.
enum RatingPages {
  static let routes: [Route] = [
    .get("/lectures/:number/rate") { try await show($0) },
    .post("/lectures/:number/rate", rate),
  ]

  /// The page; no score is chosen for anybody.
  private static func show(_ visit: Visit, problems: [FieldProblem] = []) async throws -> WebAnswer {
    let number = try visit.number("number")
    let account = try await visit.site.account(of: visit.session)
    let told = try await LectureState.read(number, for: account, visit).value
    let (lecture, enrolment, client) = (told.value.lecture, told.value.enrolment, told.client)
    let pendingActions = await PendingActions([.evaluation(number)], in: lecture, by: account, client, visit)
    let page = Page(visit.text(LecturePageText.rate), .lectures) {
      Element.problems(problems, title: visit.text(LayoutText.problem))
      Element("p") {
        Element.foreign(lecture.title.isEmpty ? visit.text(LecturePageText.lecture(number)) : lecture.title)
      }
      if let scores = enrolment?.scores {
        Element.note(visit.text(LecturePageText.alreadyRated))
        for (index, score) in scores.values.enumerated() {
          Meter(name: visit.site.texts.score(index, in: visit.language), value: UInt256(score)).element
        }
      } else if enrolment?.bought != true || enrolment?.reclaimed == true {
        Element.note(visit.text(enrolment == nil ? LecturePageText.buyFirst : .paidBack), .warning)
        Element.action(visit.text(LecturePageText.lecture(number)), to: Link("lectures", "\(number)"))
      } else if let note = pendingActions.note(.evaluation(number), .ratingNow) {
        note
      } else {
        questions(visit, number, problems)
      }
    }
    return await visit.answer(
      page.below(
        (visit.text(LecturePageText.title), Link("lectures")),
        (visit.text(LecturePageText.lecture(number)), Link("lectures", "\(number)"))
      ).with(problems), problems.isEmpty ? .ok : .unprocessableContent)
  }

  private static func questions(_ visit: Visit, _ number: UInt256, _ problems: [FieldProblem]) -> Element {
    let typed = RatingFields.typed(visit)
    return Element.form(visit, to: Link("lectures", "\(number)", "rate")) {
      Element.note(visit.text(FormText.ratingIsFinal))
      for index in Scores.questions.indices {
        let name = RatingFields.field(index)
        Element.field(
          visit.site.texts.score(index, in: visit.language), name, value: typed[index] ?? "",
          hint: visit.text(FormText.scoreHint), problem: problems.first { $0.field == name },
          ["type": "number", "min": "0", "max": "100", "step": "1", "inputmode": "numeric", "required": ""])
        Element(
          "input",
          [
            "type": "range", "min": "0", "max": "100", "data-for": name, "hidden": "",
            "data-unset": visit.text(FormText.scoreUnset),
            "aria-label": visit.site.texts.score(index, in: visit.language),
          ])
      }
      Element("div", ["class": "actions"]) {
        Element.submit(visit.text(FormText.review))
        Element.action(visit.text(FormText.cancel), to: Link("lectures", "\(number)"))
      }
    }
  }

  @Sendable private static func rate(_ visit: Visit) async throws -> WebAnswer {
    let number = try visit.number("number")
    let values = Scores.questions.indices.map {
      visit.request.form.trimmed(RatingFields.field($0)).flatMap(RatingFields.score)
    }
    let problems = values.indices.filter { values[$0] == nil }.map { index in
      FieldProblem(
        field: RatingFields.field(index),
        text: visit.text(FormText.scoreMissing(visit.site.texts.score(index, in: visit.language))))
    }
    guard problems.isEmpty else { return try await show(visit, problems: problems) }
    let scores = try Scores(values.compactMap { $0 })
    let place = Link("lectures", "\(number)")
    let account = try await visit.site.account(of: visit.session)
    let requested = RequestedAction(
      .rating(number, scores), by: account, back: RatingFields.link(number, scores), next: place)
    return try await ProposalPages.propose(requested, on: visit)
  }
}
