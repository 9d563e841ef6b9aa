import LectureKit
import Localization
import Markup
import Operations
import Primitives

/// The form of a description: what is typed into it is signed once it was shown.
struct DescriptionForm: Sendable {
  let visit: Visit
  let lecture: Lecture
  let draft: DescriptionDraft
  let problems: [FieldProblem]

  /// The languages of these pages, the visitor's first.
  private var languages: [String] {
    let all = ["en", "ko", "uk"]
    return all.filter { $0 == visit.language.rawValue } + all.filter { $0 != visit.language.rawValue }
  }

  /// The zone of these pages, as in `+02:00`.
  private var zone: String {
    let minutes = visit.site.texts.zone(at: visit.site.options.clock()).offset / 60
    let (hours, rest) = abs(minutes).quotientAndRemainder(dividingBy: 60)
    func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(minutes < 0 ? "-" : "+")\(twoDigits(hours)):\(twoDigits(rest))"
  }

  var element: Element {
    let draft = draft.withRows(languages: languages, zone: zone)
    return Element.form(visit, to: Link("lectures", "\(lecture.number)", "describe")) {
      for (row, text) in draft.texts.enumerated() { textRow(row, text) }
      Element("h2") { visit.text(DescriptionPageText.dates) }
      Element.paragraph(visit.text(DescribePageText.datesHint), ["class": "quiet"])
      for (row, date) in draft.dates.enumerated() { dateRow(row, date) }
      Element("p") {
        Element.submit(visit.text(DescribePageText.moreRows), isMain: false, ["name": "more", "value": "yes"])
      }
      field(.place, "place", draft.place, ["maxlength": "\(DescriptionContent.Most.place)"])
      field(.seats, "seats", draft.seats, ["inputmode": "numeric"])
      Element.field(
        visit.text(DescriptionPageText.link), "link", value: draft.link, hint: visit.text(DescribePageText.linkHint),
        problem: problem("link"), ["type": "url", "inputmode": "url", "autocomplete": "off"])
      if lecture.run != nil {
        Element.choice(visit.text(DescribePageText.runs), "runs", runs, chosen: draft.runs)
      }
      Element("div", ["class": "actions"]) {
        Element.submit(visit.text(FormText.review))
        Element.action(visit.text(FormText.cancel), to: Link("lectures", "\(lecture.number)"))
      }
    }
  }

  /// All runs, the present one, and the next one, of which there may be something to say before it opens.
  private var runs: [(value: String, text: String)] {
    let run = lecture.run ?? 0
    return [("all", visit.text(DescribePageText.allRuns))]
      + [run, run + 1].map { ("\($0)", visit.text(LecturePageText.run($0))) }
  }

  private func problem(_ field: String) -> FieldProblem? { problems.first { $0.field == field } }

  private func field(
    _ label: DescriptionPageText, _ name: String, _ value: String, _ attributes: Attributes
  ) -> Element {
    Element.field(
      visit.text(label), name, value: value, problem: problem(name), ["autocomplete": "off"] + attributes)
  }

  private func textRow(_ row: Int, _ text: DescriptionDraft.Text) -> Element {
    let (name, problem) = ("text-\(row)", problem("text-\(row)"))
    return Element("fieldset") {
      Element("legend") { visit.text(DescribePageText.text(row + 1)) }
      Element.field(
        visit.text(DescribePageText.language), "language-\(row)", value: text.language,
        hint: visit.text(DescribePageText.languageHint), problem: self.problem("language-\(row)"),
        ["autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"])
      Element("div", ["class": problem == nil ? "field" : "field wrong"]) {
        Element("label", ["for": name]) { visit.text(DescribePageText.words) }
        if let problem { Element("p", ["class": "problem", "id": "\(name)-problem"]) { problem.text } }
        Element(
          "textarea",
          ["id": name, "name": name, "rows": "4", "dir": "auto"]
            + (text.language.isEmpty ? [:] : ["lang": text.language])
            + (problem == nil ? [:] : ["aria-describedby": "\(name)-problem", "aria-invalid": "true"])
        ) { text.text }
      }
    }
  }

  private func dateRow(_ row: Int, _ date: DescriptionDraft.Date) -> Element {
    func time(_ label: DescribePageText, _ name: String, _ value: String) -> Element {
      Element.field(
        visit.text(label), "\(name)-\(row)", value: value, problem: problem("\(name)-\(row)"),
        ["type": "datetime-local"])
    }
    func zone(_ label: DescribePageText, _ name: String, _ value: String) -> Element {
      Element.field(
        visit.text(label), "\(name)-\(row)", value: value,
        ["autocomplete": "off", "spellcheck": "false", "maxlength": "6"])
    }
    return Element("fieldset") {
      Element("legend") { visit.text(DescribePageText.date(row + 1)) }
      time(.starts, "starts", date.starts)
      time(.ends, "ends", date.ends)
      zone(.zone, "zone", date.zone)
      if let endZone = date.endZone { zone(.endZone, "end-zone", endZone) }
    }
  }
}
