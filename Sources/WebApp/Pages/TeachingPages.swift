import HTTPTypes
import LectureIndex
import LectureKit
import Markup
import Operations
import Primitives

/// The page of what a teacher has: the students and the money of every run, and the income over time.
enum TeachingPages {
  static let routes: [Route] = [
    .get("/mine/teaching", show),
    .get("/mine/teaching/csv", download),
  ]

  private static func teaching(
    _ visit: Visit
  ) async throws -> (own: OwnTeaching, told: AgreedReading<ContractReading<OwnTeaching>>, moment: IndexSnapshot?) {
    let address = try await visit.site.account(of: visit.session).address
    let indexed = try await OwnReading.read(on: visit) { try $0.teaching(of: address) }
    let told = try await visit.readLectures(facts: { visit.site.texts.facts(of: $0, on: $1) }) {
      try await OwnTeaching.read(of: address, at: $0, indexed: indexed?.value)
    }
    return (told.value.value, told, indexed?.moment)
  }

  @Sendable private static func show(_ visit: Visit) async throws -> WebAnswer {
    let (own, told, moment) = try await teaching(visit)
    let teaching = own.teaching
    let money = await visit.money(of: try await visit.connection().network)
    let page = Page(visit.text(MinePageText.teachingTitle), .mine) {
      MineSections(visit: visit, current: .teacher).element
      WithdrawableCredit(visit: visit, credit: own.credit, money: money).content
      if teaching.entries.isEmpty {
        Element.note(visit.text(MinePageText.teachesNothing))
      } else {
        sums(teaching, money, visit)
        if !teaching.tellsIncome { Element.note(visit.text(MinePageText.oldContract), .warning) }
        IncomeChart(income: TeachingIncome(teaching), money: money, visit: visit).content
        runs(teaching, money, visit)
        Element("div", ["class": "actions"]) {
          Element.action(visit.text(MinePageText.csv), to: Link("mine", "teaching", "csv"))
        }
      }
      if visit.mayWrite {
        Element("div", ["class": "actions"]) {
          Element.action(visit.text(LecturePageText.openOne), to: Link("teach", "new"), isMain: true)
        }
      }
      if let rate = money.rateText, !teaching.entries.isEmpty { Element.paragraph(rate, ["class": "quiet"]) }
      if let moment { moment.line(visit) } else { told.line(visit) }
    }
    return await visit.answer(page.live(on: ["block", "tx"]))
  }

  private static func sums(_ teaching: Teaching, _ money: any MoneyTexts, _ visit: Visit) -> Element {
    func amount(_ amount: Amount?) -> [Element.Node] {
      amount.map { PriceText(amount: $0, money: money).content } ?? [.text(visit.text(MinePageText.notKnown))]
    }
    return Element.facts([
      (visit.text(MinePageText.heldUntilSettled), amount(teaching.held)),
      (visit.text(MinePageText.incomeOfAll), amount(teaching.income)),
    ])
  }

  private static func runs(_ teaching: Teaching, _ money: any MoneyTexts, _ visit: Visit) -> Element {
    let heads = [
      MinePageText.lecture, .run, .price, .students, .state, .held, .income, .average, .toDo,
    ]
    var rows: [[[Element.Node]]] = []
    for entry in teaching.entries {
      for run in entry.runs { rows.append(row(entry.lecture, run, teaching, money, visit)) }
    }
    return Element.table(
      visit.text(MinePageText.runs), heads.map { visit.text($0) }, numbers: [1, 2, 3, 5, 6, 7], rows: rows)
  }

  private static func row(
    _ lecture: Lecture, _ run: Teaching.Run, _ teaching: Teaching, _ money: any MoneyTexts, _ visit: Visit
  ) -> [[Element.Node]] {
    func amount(_ amount: Amount?) -> [Element.Node] { [.text(amount.map { money.roundedText($0) } ?? "?")] }
    let isPresent = run.number == lecture.run
    let number = "\(lecture.number)"
    var toDo: [Element.Node] = []
    if isPresent, lecture.isOpen == false, visit.mayWrite {
      toDo.append(.element(.action(visit.text(LecturePageText.reopen), to: Link("lectures", number, "reopen"))))
    }
    if let run = run.number, teaching.tellsIncome {
      toDo.append(.element(.action(visit.text(MinePageText.students), to: lecture.students(ofRun: run))))
    }
    return [
      [.element(LectureName(lecture: lecture, visit: visit).link)], [.text(run.number.map { "\($0)" } ?? "?")],
      amount(run.price?.amount), [.text(run.studentCount.map { "\($0)" } ?? "?")], state(of: run, visit),
      amount(run.held), payout(of: run, teaching, money, visit),
      [.text(isPresent ? lecture.points.average.map { "\($0)" } ?? "–" : "")],
      toDo.isEmpty ? [] : [.element(Element("div", ["class": "actions"]) { toDo })],
    ]
  }

  private static func state(of run: Teaching.Run, _ visit: Visit) -> [Element.Node] {
    guard let isOpen = run.isOpen else { return [.text("?")] }
    if isOpen { return [.text(visit.text(LecturePageText.open))] }
    guard let time = run.settledAt else { return [.text(visit.text(LecturePageText.settled))] }
    return [.text(visit.text(LecturePageText.settled) + " "), .element(.time(Int64(clamping: time), visit))]
  }

  /// The teacher's share of a settlement, and whether it could not be delivered.
  private static func payout(
    of run: Teaching.Run, _ teaching: Teaching, _ money: any MoneyTexts, _ visit: Visit
  ) -> [Element.Node] {
    guard teaching.tellsIncome, let income = run.income else { return [.text("?")] }
    var nodes: [Element.Node] = [.text(money.roundedText(income))]
    if let settlement = run.settlement {
      if settlement.incentive > .zero {
        nodes.append(
          .element(
            Element("div", ["class": "quiet"]) {
              visit.text(MinePageText.incentive(money.roundedText(settlement.incentive)))
            }))
      }
      if !settlement.teacherPaid {
        nodes.append(.element(Element("div", ["class": "down"]) { visit.text(MinePageText.credited) }))
      }
    }
    return nodes
  }

  @Sendable private static func download(_ visit: Visit) async throws -> WebAnswer {
    let teaching = try await teaching(visit).own.teaching
    return .file(
      Array(TeachingTable(teaching, in: try await visit.connection().network.unit).csv.utf8),
      type: "text/csv; charset=utf-8",
      named: "teaching.csv")
  }
}
