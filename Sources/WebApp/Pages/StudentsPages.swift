import LectureIndex
import LectureKit
import Markup
import Operations
import Primitives
import StrictJSON

/// The page of the students of a lecture's run, for its teacher and the owner of the contract.
enum StudentsPages {
  static let routes: [Route] = [.get("/lectures/:number/runs/:run/students", show)]

  /// The most students on a page.
  private static let rowsOnPage = 100
  /// The most runs, the latest, that a page has links to.
  private static let mostRuns: UInt64 = 24

  @Sendable private static func show(_ visit: Visit) async throws -> WebAnswer {
    let (number, run) = (try visit.number("number"), try visit.run())
    let account = try await visit.site.account(of: visit.session).address
    let indexed = try await OwnReading.read(on: visit) { try $0.students(of: number, run: run) }
    let told = try await visit.readLectures(facts: { $0.facts(on: $1, visit) }) {
      try await ShownStudents.read(number, run: run, for: account, at: $0, indexed: indexed?.value)
    }
    let shown = told.value.value
    let money = await visit.money(of: try await visit.connection().network)
    let book = try? await visit.site.addressBook()
    let students = shown.students ?? []
    let pages = max(1, (students.count + rowsOnPage - 1) / rowsOnPage)
    let page = min(max(visit.request.query["page"].flatMap { Int($0) } ?? 1, 1), pages)
    let rows = students.dropFirst((page - 1) * rowsOnPage).prefix(rowsOnPage).map { student in
      [
        [.element(.whole(student.address, name: book?.name(of: student.address)))],
        [.text(money.roundedText(student.price.amount))],
        [.text(visit.text(student.scores == nil ? StudentsPageText.no : .yes))],
        [.text(student.block.map { "\($0)" } ?? "?")],
      ] as [[Element.Node]]
    }
    let title = visit.text(LecturePageText.studentsTitle)
    let name = LectureName(lecture: shown.lecture, visit: visit)
    let content = Page(title, .mine) {
      Element("p") { name.element }
      if shown.students == nil {
        Element.note(visit.text(StudentsPageText.notYours), .warning)
      } else {
        runs(of: shown.lecture, run, visit)
        facts(of: shown.lecture, run, students.count, visit)
        if rows.isEmpty {
          Element.note(visit.text(StudentsPageText.none))
        } else {
          Element.table(
            title,
            [visit.text(ReceiptPageText.student), visit.text(ReceiptPageText.paid)]
              + [visit.text(StudentsPageText.rated), visit.text(ReceiptPageText.block)], numbers: [1, 3],
            isBelowTitle: true, rows: rows)
          Pager(number: page, of: pages, visit: visit).content
          Element.paragraph(visit.text(StudentsPageText.leftOut), ["class": "quiet"])
        }
        if let indexed { indexed.moment.line(visit) } else { told.line(visit) }
      }
    }
    return await visit.answer(
      content.below(
        (visit.text(LecturePageText.title), Link("lectures")), (name.text, Link("lectures", "\(number)"))
      ).live(on: ["block", "tx"]))
  }

  /// The links to the runs of a lecture, the latest first.
  private static func runs(of lecture: Lecture, _ current: UInt64, _ visit: Visit) -> [Element.Node] {
    guard let present = lecture.run, present > 0 else { return [] }
    let runs = (present - min(present, mostRuns - 1)...present).reversed()
    return [
      .element(
        Element("ul", ["class": "filters", "aria-label": visit.text(StudentsPageText.runs)]) {
          for run in runs {
            Element("li") {
              Element.link(
                visit.text(LecturePageText.run(run)), to: lecture.students(ofRun: run),
                run == current ? ["aria-current": "true"] : [:])
            }
          }
        })
    ]
  }

  private static func facts(of lecture: Lecture, _ run: UInt64, _ count: Int, _ visit: Visit) -> Element {
    // A lecture is opened again only once the run before is settled.
    let isOpen = run == lecture.run && lecture.isOpen == true
    return Element.facts([
      (visit.text(LecturePageText.runs), [.text("\(run)")]),
      (visit.text(MinePageText.state), [.text(visit.text(isOpen ? LecturePageText.open : .settled))]),
      (visit.text(LecturePageText.studentsTitle), [.text("\(count)")]),
    ])
  }
}

/// The students of a run, as far as they are a visitor's to see.
private struct ShownStudents: Sendable, Hashable {
  let lecture: Lecture
  /// Nil for an account that is neither the lecture's teacher nor the contract's owner.
  let students: [Student]?

  /// Reads them.
  ///
  /// - Parameter indexed: The students where an index has them: then they are not asked for.
  static func read(
    _ number: UInt256, run: UInt64, for account: Address, at client: LectureClient, indexed: [Student]?
  ) async throws -> ShownStudents {
    let lecture = try await client.lecture(number)
    var isAllowed = lecture.teacher == account
    if !isAllowed { isAllowed = try await client.ownerIfReported() == account }
    guard isAllowed else { return ShownStudents(lecture: lecture, students: nil) }
    // The contract alone refuses a run that never was.
    let known = run <= lecture.run ?? 0 ? indexed : nil
    let students = if let known { known } else { try await client.students(of: number, run: run) }
    return ShownStudents(lecture: lecture, students: students)
  }

  func facts(on network: Network, _ visit: Visit) -> JSON {
    var facts = visit.site.texts.facts(of: [lecture], on: network).object ?? [:]
    facts["students"] = .array((students ?? []).map { .string($0.address.checksummed) })
    return .object(facts)
  }
}
