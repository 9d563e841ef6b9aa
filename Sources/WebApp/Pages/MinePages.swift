import HTTPTypes
import LectureIndex
import LectureKit
import Markup
import Operations
import Primitives

/// The page of what a student bought and rated, with what is left to do, and the money that comes back.
enum MinePages {
  static let routes: [Route] = [
    .get("/mine", show),
    .post("/mine/withdraw", withdraw),
    .post("/lectures/:number/reclaim", reclaim),
  ]

  /// The most purchases on a page.
  private static let rowsOnPage = 24

  /// A choice among one's purchases.
  private enum Choice: String, CaseIterable {
    case all, rate, rated, reclaim

    var title: MinePageText {
      switch self {
      case .all: .all
      case .rate: .toRate
      case .rated: .rated
      case .reclaim: .toReclaim
      }
    }

    func takes(_ enrolment: Enrolment) -> Bool {
      switch self {
      case .all: true
      case .rate: enrolment.canRate
      case .rated: enrolment.scores != nil
      case .reclaim: enrolment.reclaimable
      }
    }
  }

  @Sendable private static func show(_ visit: Visit) async throws -> WebAnswer {
    let account = try await visit.site.account(of: visit.session)
    let place = try await visit.schoolConnection()
    async let money = visit.money(of: place.network)
    let address = account.address
    let indexed = try await OwnReading.read(on: visit) { try $0.enrolments(of: address) }
    let told = try await visit.readLectures(facts: { visit.site.texts.facts(of: $0, on: $1) }) {
      try await OwnLectures.read(of: address, at: $0, indexed: indexed?.value)
    }
    let (own, client) = (told.value.value, told.value.client)
    let all = own.lectures.sorted { $0.boughtAt ?? 0 > $1.boughtAt ?? 0 }
    let choice = visit.request.query["show"].flatMap(Choice.init(rawValue:)) ?? .all
    let chosen = all.filter(choice.takes)
    let pages = max(1, (chosen.count + rowsOnPage - 1) / rowsOnPage)
    let number = min(max(visit.request.query["page"].flatMap { Int($0) } ?? 1, 1), pages)
    let rows = Array(chosen.dropFirst((number - 1) * rowsOnPage).prefix(rowsOnPage))
    let linked = await BuyersLinks(visit: visit, client: client).having(rows)
    let valued = await money
    var pendingActions: [PendingActions] = []
    for row in rows {
      pendingActions.append(
        await PendingActions(
          row.canRate ? [.evaluation(row.lecture.number)] : [], in: row.lecture, by: account, client, visit))
    }
    let page = Page(visit.text(MinePageText.title), .mine) {
      MineSections(visit: visit, current: .student).element
      WithdrawableCredit(visit: visit, credit: own.credit, money: valued).content
      if all.isEmpty {
        Element.note(visit.text(MinePageText.boughtNothing))
        Element.action(visit.text(LayoutText.home), to: Link("lectures"), isMain: true)
      } else {
        filters(visit, all, choice)
        if chosen.isEmpty { Element.note(visit.text(MinePageText.noneLikeThat)) }
        Element("ul", ["class": "cards"]) {
          for (enrolment, pendingActions) in zip(rows, pendingActions) {
            EnrolmentCard(
              visit: visit, enrolment: enrolment, money: valued, pendingActions: pendingActions,
              hasLink: linked.contains(enrolment)
            ).element
          }
        }
        Pager(number: number, of: pages, visit: visit).content
      }
      if let rate = valued.rateText, !all.isEmpty { Element.paragraph(rate, ["class": "quiet"]) }
      if let indexed { indexed.moment.line(visit) } else { told.line(visit) }
    }
    return await visit.answer(page.live(on: ["block", "tx"]))
  }

  private static func filters(_ visit: Visit, _ all: [Enrolment], _ current: Choice) -> Element {
    Element("ul", ["class": "filters"]) {
      for choice in Choice.allCases {
        Element("li") {
          Element.link(
            "\(visit.text(choice.title)) (\(all.count(where: choice.takes)))",
            to: Link("mine", query: choice == .all ? [] : [("show", choice.rawValue)]),
            choice == current ? ["aria-current": "true"] : [:])
        }
      }
    }
  }

  // MARK: Doing

  @Sendable private static func withdraw(_ visit: Visit) async throws -> WebAnswer {
    let account = try await visit.site.account(of: visit.session)
    let requested = RequestedAction(.withdrawal, by: account, back: Link("mine"), next: Link("mine"))
    return try await ProposalPages.propose(requested, on: visit)
  }

  @Sendable private static func reclaim(_ visit: Visit) async throws -> WebAnswer {
    let number = try visit.number("number")
    let account = try await visit.site.account(of: visit.session)
    let requested = RequestedAction(
      .reclaim(number), by: account, back: Link("lectures", "\(number)"), next: Link("mine"))
    return try await ProposalPages.propose(requested, on: visit)
  }
}

/// The money that waits in a contract because it could not be delivered, with the button that fetches it.
struct WithdrawableCredit: Sendable {
  let visit: Visit
  let credit: Amount
  let money: any MoneyTexts

  var content: [Element.Node] {
    guard credit > .zero else { return [] }
    return [
      .element(
        Element("div", ["class": "note warning"]) {
          Element("p") {
            visit.text(MinePageText.creditWaits) + " "
            Element("strong") { PriceText(amount: credit, money: money).content }
          }
          if visit.mayWrite {
            Element.form(visit, to: Link("mine", "withdraw")) {
              Element.submit(visit.text(MinePageText.withdraw), isMain: false)
            }
          }
        })
    ]
  }
}
