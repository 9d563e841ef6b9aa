import HTTPTypes
import LectureKit
import Markup
import Operations
import Primitives
import StrictJSON

/// The page of the lectures that the platform's owner has to settle.
enum OwnerPages {
  static let routes: [Route] = [
    .get("/mine/owner") { try await show($0) },
    .post("/mine/owner/settle", settleChosen),
    .post("/lectures/:number/settle", settle),
  ]

  /// The most lectures on a page.
  private static let rowsOnPage = 50
  /// The most that are settled at once: each is tried and priced before anything is shown.
  private static let mostAtOnce = 20

  private static func show(_ visit: Visit, problems: [FieldProblem] = []) async throws -> WebAnswer {
    let account = try await visit.site.account(of: visit.session)
    let place = try await visit.schoolConnection()
    async let money = visit.money(of: place.network)
    let told = try await visit.readLectures(facts: { $0.facts(on: $1, visit) }) {
      OwnedLectures(owner: try await $0.ownerIfReported(), lectures: try await $0.lectures())
    }
    let (owner, client) = (told.value.value.owner, told.value.client)
    let order = visit.request.query["sort"].flatMap(SettlementList.Order.init(rawValue:)) ?? .held
    let queue = SettlementList(told.value.value.lectures, by: order)
    let book = try? await visit.site.addressBook()
    let pages = max(1, (queue.lectures.count + rowsOnPage - 1) / rowsOnPage)
    let number = min(max(visit.request.query["page"].flatMap { Int($0) } ?? 1, 1), pages)
    let rows = queue.lectures.dropFirst((number - 1) * rowsOnPage).prefix(rowsOnPage)
    let mayChoose = visit.mayWrite && owner == account.address
    let pendingActions = await PendingActions(rows.map { (.settlement($0.number), $0) }, by: account, client, visit)
    let table = OwnerTable(
      visit: visit, lectures: Array(rows), money: await money, mayChoose: mayChoose, pendingActions: pendingActions)
    // The payer's purse is the owner's business alone.
    let fees = owner == account.address ? await FeePayerView.read(visit, table.money) : nil
    let page = Page(visit.text(OwnerPageText.title), .mine) {
      Element.problems(problems, title: visit.text(LayoutText.problem))
      MineSections(visit: visit, current: .owner).element
      if let owner, owner != account.address {
        Element("p", ["class": "note warning"]) {
          visit.text(OwnerPageText.notOwner) + " "
          Element.address(owner, name: book?.name(of: owner))
        }
      }
      if rows.isEmpty {
        Element.note(visit.text(OwnerPageText.nothing), .good)
      } else {
        orders(visit, order)
        Element("p") {
          visit.text(OwnerPageText.open(queue.lectures.count)) + " "
          if let held = queue.held {
            Element("strong") { visit.text(OwnerPageText.heldTogether(table.money.text(held))) }
          }
        }
        if mayChoose {
          Element.form(visit, to: Link("mine", "owner", "settle"), ["id": "lectures"]) {
            table.element
            Element("div", ["class": "actions"]) { Element.submit(visit.text(OwnerPageText.settleChosen)) }
          }
        } else {
          table.element
        }
        Pager(number: number, of: pages, visit: visit).content
        Element.paragraph(visit.text(OwnerPageText.whatItPays), ["class": "quiet"])
      }
      if let fees { fees.element }
      told.line(visit)
    }
    return await visit.answer(
      page.live(on: ["block", "tx"]).with(problems), problems.isEmpty ? .ok : .unprocessableContent)
  }

  private static func orders(_ visit: Visit, _ current: SettlementList.Order) -> Element {
    Element("ul", ["class": "filters"]) {
      for (order, title) in [(SettlementList.Order.held, OwnerPageText.byHeld), (.age, .byAge)] {
        Element("li") {
          Element.link(
            visit.text(title), to: Link("mine", "owner", query: order == .held ? [] : [("sort", order.rawValue)]),
            order == current ? ["aria-current": "true"] : [:])
        }
      }
    }
  }

  // MARK: Doing

  @Sendable private static func settle(_ visit: Visit) async throws -> WebAnswer {
    let number = try visit.number("number")
    let place = Link("lectures", "\(number)")
    let account = try await visit.site.account(of: visit.session)
    let requested = RequestedAction(by: account, back: place, next: place) { planner, visit in
      let (client, _) = try await visit.lectureClient()
      return try await planner.settlement(number, of: client)
    }
    return try await ProposalPages.propose(requested.asking { _ in [.lecture(.settlement(number))] }, on: visit)
  }

  @Sendable private static func settleChosen(_ visit: Visit) async throws -> WebAnswer {
    var chosen: [LectureRun] = []
    for text in visit.request.form.all("lecture") {
      guard let run = LectureRun(field: text) else { throw WebRefusal.badForm }
      if !chosen.contains(run) { chosen.append(run) }
    }
    guard (1...mostAtOnce).contains(chosen.count) else {
      let text = chosen.isEmpty ? OwnerPageText.chooseSome : .tooMany(mostAtOnce)
      return try await show(visit, problems: [FieldProblem(field: "lectures", text: visit.text(text))])
    }
    let wanted = chosen
    let requested = RequestedAction(
      by: try await visit.site.account(of: visit.session), back: Link("mine", "owner"), next: Link("mine", "owner"),
      planningAll: { planner, visit in
        let (client, _) = try await visit.lectureClient()
        return try await planner.settlements(wanted, of: client)
      })
    return try await ProposalPages.propose(
      requested.asking { _ in wanted.map { .lecture(.settlement($0.number, run: $0.run)) } }, on: visit)
  }
}

extension LectureRun {
  /// A lecture as a box of the table names it: `3/1`, or `3` where no run is given.
  fileprivate init?(field: String) {
    let parts = field.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let number = try? UInt256(parsing: String(parts[0])) else { return nil }
    guard parts.count == 2 else {
      self.init(number)
      return
    }
    guard let run = UInt64(parts[1]) else { return nil }
    self.init(number, run: run)
  }
}

/// All lectures of a contract, and its owner.
private struct OwnedLectures: Sendable, Hashable {
  let owner: Address?
  let lectures: [Lecture]

  func facts(on network: Network, _ visit: Visit) -> JSON {
    var facts = visit.site.texts.facts(of: lectures, on: network).object ?? [:]
    facts["owner"] = owner.map { .string($0.checksummed) }
    return .object(facts)
  }
}

/// The lectures that are to be settled, as a table with a box for each.
private struct OwnerTable {
  let visit: Visit
  let lectures: [Lecture]
  let money: any MoneyTexts
  let mayChoose: Bool
  /// The visitor's own settlements that are on their way.
  let pendingActions: PendingActions

  var element: Element {
    let heads = (mayChoose ? [OwnerPageText.choose] : []) + [.lecture, .run, .students, .held, .opened, .moneyBack]
    let first = mayChoose ? 1 : 0
    return Element.table(
      visit.text(OwnerPageText.title), heads.map { visit.text($0) }, numbers: [first + 1, first + 2, first + 3],
      isBelowTitle: true, rows: lectures.map { row($0) })
  }

  private func row(_ lecture: Lecture) -> [[Element.Node]] {
    func time(_ seconds: UInt64?) -> [Element.Node] {
      seconds.map { [.element(.time(Int64(clamping: $0), visit))] } ?? [.text("?")]
    }
    let run = LectureRun(lecture.number, run: lecture.run)
    let isTicked = visit.request.form.all("lecture").contains("\(run)")
    // Where columns have heads to be seen, the word is there.
    let box = Element("label", ["class": "pick"]) {
      Element(
        "input",
        ["type": "checkbox", "name": "lecture", "value": "\(run)"] + (isTicked ? ["checked": ""] : [:]))
      Element("span", ["class": "narrow"]) { visit.text(OwnerPageText.choose) }
      Element("span", ["class": "hidden"]) { " " + LectureName(lecture: lecture, visit: visit).text }
    }
    let note = pendingActions.note(.settlement(lecture.number), .settling)
    return (mayChoose ? [[.element(note ?? box)]] : []) + [
      [.element(LectureName(lecture: lecture, visit: visit).link)], [.text(lecture.run.map { "\($0)" } ?? "?")],
      [.text(lecture.studentCount.map { "\($0)" } ?? "?")],
      [.text(lecture.escrow.map { money.roundedText($0) } ?? "?")], time(lecture.openedAt),
      // Without students there is nothing to take back.
      lecture.studentCount == 0 ? [] : time(SettlementList.firstMoneyBack(of: lecture)),
    ]
  }
}
