import HTTPTypes
import LectureKit
import Markup
import Operations
import Primitives

/// The pages on which a teacher opens a lecture, and the next run of one.
enum TeachPages {
  static let routes: [Route] = [
    .get("/teach/new") { try await form($0) },
    .post("/teach/new", open),
    .get("/lectures/:number/reopen") { try await reopening($0) },
    .post("/lectures/:number/reopen", reopen),
  ]

  // MARK: A new lecture

  /// The form.
  ///
  /// - Parameters:
  ///   - isPreview: Whether the card is shown that students will see.
  ///   - isOdd: Whether the title has characters that do not show, so that it is asked whether it is meant.
  private static func form(
    _ visit: Visit, problems: [FieldProblem] = [], isPreview: Bool = false, isOdd: Bool = false
  ) async throws -> WebAnswer {
    let isNobody = if visit.site.platform == nil { await visit.account() == nil } else { false }
    if isNobody, visit.mayWrite {
      let choice = try await AccountChoice(visit)
      let page = Page(visit.text(TeachPageText.title), .mine) { choice.content }
      return await visit.answer(page.below((visit.text(MinePageText.teachingTitle), Link("mine", "teaching"))))
    }
    let place = try await visit.schoolConnection()
    let money = await visit.money(of: place.network)
    let (price, title) = (visit.request.form["price"] ?? "", visit.request.form["title"] ?? "")
    let page = Page(visit.text(TeachPageText.title), .mine) {
      Element.problems(problems, title: visit.text(LayoutText.problem))
      if isPreview { preview(price, title, money, visit) }
      Element.form(visit, to: Link("teach", "new")) {
        priceField(visit, place.network, value: price, problems)
        Element.field(
          visit.text(TeachPageText.titleField), "title", value: title, hint: visit.text(TeachPageText.titleHint),
          problem: problems.first { $0.field == "title" }, ["autocomplete": "off"])
        Element("p", ["class": "quiet"]) {
          visit.text(TeachPageText.bytesLeft) + " "
          Element("span", ["data-left-of": "title", "data-most": "\(LectureTitle.longest)"]) {
            "\(LectureTitle.longest - title.utf8.count)"
          }
        }
        if isOdd {
          Element("div", ["class": "note warning"]) {
            Element.paragraph(visit.text(TeachPageText.oddTitle))
            Element("p") { Element.foreign(title) }
            Element.box(visit.text(TeachPageText.oddMeant), "odd")
          }
        }
        Element("div", ["class": "actions"]) {
          Element.submit(visit.text(FormText.review))
          Element.submit(
            visit.text(TeachPageText.preview), isMain: false, ["name": "preview", "value": "yes"])
          Element.action(visit.text(FormText.cancel), to: Link("mine", "teaching"))
        }
      }
      Element.paragraph(visit.text(TeachPageText.becomesTeacher), ["class": "quiet"])
    }
    return await visit.answer(
      page.below((visit.text(MinePageText.teachingTitle), Link("mine", "teaching"))).with(problems),
      problems.isEmpty ? .ok : .unprocessableContent)
  }

  private static func priceField(
    _ visit: Visit, _ network: Network, value: String, _ problems: [FieldProblem]
  ) -> Element {
    Element.field(
      visit.text(TeachPageText.price(network.unit.symbol)), "price", value: value,
      hint: visit.text(TeachPageText.priceHint), problem: problems.first { $0.field == "price" },
      ["inputmode": "numeric", "required": "", "autocomplete": "off"])
  }

  /// The lecture as it will stand in the list.
  private static func preview(_ price: String, _ title: String, _ money: any MoneyTexts, _ visit: Visit) -> Element {
    Element("section", ["aria-labelledby": "preview"]) {
      Element("h2", ["id": "preview"]) { visit.text(TeachPageText.preview) }
      Element("div", ["class": "card"]) {
        Element("p", ["class": "clamp"]) {
          title.isEmpty ? Element("strong") { visit.text(LecturePageText.untitled) } : .foreign(title)
        }
        Element.paragraph(visit.text(LecturePageText.notRated))
        if let price = try? Price(parsing: price) {
          Element("p", ["class": "price"]) { PriceText(amount: price.amount, money: money).content }
        }
      }
    }
  }

  @Sendable private static func open(_ visit: Visit) async throws -> WebAnswer {
    let title = visit.request.form.trimmed("title") ?? ""
    var problems: [FieldProblem] = []
    let price = price(visit, &problems)
    do {
      try LectureTitle.check(title)
    } catch {
      problems.append(problem("title", error, visit))
    }
    let isOdd = UntrustedText.shown(title, limit: .max) != title
    if problems.isEmpty, isOdd, !visit.request.form.has("odd"), !visit.request.form.has("preview") {
      problems.append(FieldProblem(field: "odd", text: visit.text(TeachPageText.oddTitle)))
    }
    guard problems.isEmpty, let price, !visit.request.form.has("preview") else {
      return try await form(
        visit, problems: problems, isPreview: visit.request.form.has("preview"), isOdd: isOdd)
    }
    // The outcome tells the new number, which the way on from its end needs.
    let requested = RequestedAction(
      by: try await visit.site.account(of: visit.session), back: Link("teach", "new"), next: Link("mine", "teaching")
    ) { planner, visit in
      let (client, _) = try await visit.lectureClient()
      return try await planner.opening(at: price, title: title, of: client)
    }
    return try await ProposalPages.propose(
      requested.asking { _ in [.lecture(.opening(price, title: title))] }, on: visit)
  }

  private static func price(_ visit: Visit, _ problems: inout [FieldProblem]) -> Price? {
    do {
      return try Price(parsing: visit.request.form.trimmed("price") ?? "")
    } catch {
      problems.append(problem("price", error, visit))
      return nil
    }
  }

  private static func problem(_ field: String, _ error: any Error, _ visit: Visit) -> FieldProblem {
    let text = visit.site.texts.failure(error, in: visit.language)
    return FieldProblem(field: field, text: [text.message, text.reason].compactMap { $0 }.joined(separator: " "))
  }

  // MARK: The next run

  private static func reopening(_ visit: Visit, problems: [FieldProblem] = []) async throws -> WebAnswer {
    let number = try visit.number("number")
    let place = try await visit.schoolConnection()
    let lecture = try await LectureState.read(number, for: nil, visit).value.value.lecture
    let typed = visit.request.form["price"] ?? lecture.price.map { "\($0.klay)" } ?? ""
    let page = Page(visit.text(LecturePageText.reopen), .mine) {
      Element.problems(problems, title: visit.text(LayoutText.problem))
      Element("p") { LectureName(lecture: lecture, visit: visit).element }
      if lecture.isOpen == true {
        Element.note(visit.text(TeachPageText.openNow), .warning)
        Element.action(visit.text(FormText.back), to: Link("lectures", "\(number)"))
      } else {
        Element.form(visit, to: Link("lectures", "\(number)", "reopen")) {
          priceField(visit, place.network, value: typed, problems)
          Element("div", ["class": "actions"]) {
            Element.submit(visit.text(FormText.review))
            Element.action(visit.text(FormText.cancel), to: Link("lectures", "\(number)"))
          }
        }
        Element.paragraph(visit.text(TeachPageText.runsAtMost), ["class": "quiet"])
      }
    }
    return await visit.answer(
      page.below(
        (visit.text(MinePageText.teachingTitle), Link("mine", "teaching")),
        (LectureName(lecture: lecture, visit: visit).text, Link("lectures", "\(number)"))
      ).with(problems), problems.isEmpty ? .ok : .unprocessableContent)
  }

  @Sendable private static func reopen(_ visit: Visit) async throws -> WebAnswer {
    let number = try visit.number("number")
    var problems: [FieldProblem] = []
    guard let price = price(visit, &problems) else { return try await reopening(visit, problems: problems) }
    let requested = RequestedAction(
      .reopening(number, price), by: try await visit.site.account(of: visit.session),
      back: Link("lectures", "\(number)", "reopen"), next: Link("lectures", "\(number)"))
    return try await ProposalPages.propose(requested, on: visit)
  }
}
