import HTTPTypes
import LectureKit
import Markup
import Operations
import Primitives

/// The pages of all lectures, of one, and the purchase of one.
enum LecturePages {
  /// The most lectures on a page.
  private static let rowsOnPage = 24

  static let routes: [Route] = [
    .get("/") { _ in .redirect(to: Link("lectures")) },
    .get("/lectures", isShared: isUsual, list),
    .get("/lectures/:number") { try await show($0) },
    .get("/lectures/:number/buy") { .redirect(to: Link("lectures", try $0.value("number"))) },
    .post("/lectures/:number/buy", buy),
  ]

  // MARK: All

  @Sendable private static func list(_ visit: Visit) async throws -> WebAnswer {
    let place = try await visit.schoolConnection()
    let account = await visit.account()
    async let money = visit.money(of: place.network)
    let query = visit.request.query
    var selection = LectureSelection(isOpenOnly: query["all"] == nil, text: query.trimmed("q"))
    selection.order = query["sort"].flatMap(LectureSelection.Order.init(rawValue:)) ?? .number
    selection.teacher = query["teacher"].flatMap { try? Address($0) }
    if selection.text != nil { try await visit.limit("search", most: 60) }
    let listing = try await LectureListing.read(
      selection, page: query["page"].flatMap { Int($0) } ?? 1, rows: rowsOnPage, for: account?.address,
      on: visit)
    let book = try? await visit.site.addressBook()
    let cards = LectureCards(visit: visit, book: book, money: await money, own: listing.own, copies: listing.copies)
    let page = Page(visit.text(LecturePageText.title), .lectures) {
      filters(visit, selection)
      found(listing, visit)
      if listing.rows.isEmpty {
        Element.note(visit.text(listing.isEmpty ? LecturePageText.none : .noneFound))
        if !listing.isEmpty {
          Element.action(visit.text(LecturePageText.showAll), to: Link("lectures", query: [("all", "yes")]))
        }
      }
      Element("ul", ["class": "cards"]) {
        for lecture in listing.rows { cards.card(lecture) }
      }
      Pager(number: listing.number, of: listing.pages, visit: visit).content
      if let rate = cards.money.rateText { Element.paragraph(rate, ["class": "quiet"]) }
      if let reading = listing.reading { reading.line(visit) }
      if visit.mayWrite {
        Element("div", ["class": "actions"]) {
          Element.action(visit.text(LecturePageText.openOne), to: Link("teach", "new"))
        }
      }
    }
    var answer = await visit.answer(page.live(on: ["block"]))
    // Only pages that there are, of which there are so many.
    if query["page"].map({ $0 == "\(listing.number)" }) ?? true { answer.moment = listing.moment }
    return answer
  }

  /// Whether a query is one that the page's own links write, without the words and names that people make up.
  @Sendable private static func isUsual(_ query: FormFields) -> Bool {
    let names = query.names
    return Set(names).count == names.count
      && names.allSatisfy { name in
        switch (name, query[name]) {
        case ("all", "yes"), ("page", _): true
        case ("sort", let order?): LectureSelection.Order(rawValue: order) != nil
        default: false
        }
      }
  }

  /// The number of lectures, and the block of the index where they are out of one.
  private static func found(_ listing: LectureListing, _ visit: Visit) -> [Element.Node] {
    let count = visit.text(LecturePageText.found(listing.total))
    guard let moment = listing.moment else { return [.element(.paragraph(count, ["class": "quiet"]))] }
    let asOf = visit.text(LecturePageText.asOf(block: moment.block, seconds: moment.age))
    let line = Element.paragraph("\(count) · \(asOf)", ["class": "quiet"])
    var nodes: [Element.Node] = [.element(line)]
    if listing.isCut { nodes.append(.element(.note(visit.text(LecturePageText.cut)))) }
    if moment.isStale { nodes.append(.element(.note(visit.text(LecturePageText.stale), .warning))) }
    return nodes
  }

  private static func filters(_ visit: Visit, _ selection: LectureSelection) -> [Element.Node] {
    let text = selection.text.map { [("q", $0)] } ?? []
    let all = selection.isOpenOnly ? [] : [("all", "yes")]
    let sort = selection.order == .number ? [] : [("sort", selection.order.rawValue)]
    let orders: [(LectureSelection.Order, LecturePageText)] = [
      (.number, .byNumber), (.price, .byPrice), (.rating, .byRating), (.students, .byStudents),
    ]
    return [
      .element(
        Element("ul", ["class": "filters"]) {
          for (isOpen, title) in [(true, LecturePageText.filterOpen), (false, .filterAll)] {
            Element("li") {
              Element.link(
                visit.text(title), to: Link("lectures", query: text + sort + (isOpen ? [] : [("all", "yes")])),
                isOpen == selection.isOpenOnly ? ["aria-current": "true"] : [:])
            }
          }
        }),
      .element(
        Element("ul", ["class": "filters", "aria-label": visit.text(LecturePageText.sort)]) {
          for (order, title) in orders {
            Element("li") {
              Element.link(
                visit.text(title),
                to: Link("lectures", query: text + all + (order == .number ? [] : [("sort", order.rawValue)])),
                order == selection.order ? ["aria-current": "true"] : [:])
            }
          }
        }),
    ]
  }

  // MARK: One

  /// The page of a lecture.
  ///
  /// - Parameter problem: The reason why a form on it was not taken.
  static func show(_ visit: Visit, problem: FailureText? = nil) async throws -> WebAnswer {
    let number = try visit.number("number")
    let wantsRatings = visit.request.query.has("ratings")
    let account = await visit.account()
    let shown = try await ShownLecture.read(number, withRatings: wantsRatings, for: account, on: visit)
    let (lecture, enrolment, client) = (shown.state.lecture, shown.state.enrolment, shown.client)
    let money = await visit.money(of: try await visit.connection().network)
    let book = try? await visit.site.addressBook()
    let title = lecture.title.isEmpty ? visit.text(LecturePageText.lecture(number)) : UntrustedText.shown(lecture.title)
    let pendingActions = await PendingActions(
      [.purchase(number), .evaluation(number), .settlement(number), .reopening(number)], in: lecture, by: account,
      client, visit)
    let view = LectureView(
      visit: visit, lecture: lecture, enrolment: enrolment, money: money, book: book, account: account,
      isOwner: account != nil && shown.state.owner == account?.address, pendingActions: pendingActions,
      contract: client.market.address,
      prices: shown.prices,
      spread: wantsRatings ? spread(shown.ratings, visit) : [])
    let description = await DescriptionSource(visit: visit).description(of: lecture, at: client).map {
      DescriptionView(visit: visit, signed: $0, isBuyer: enrolment?.bought == true && enrolment?.reclaimed == false)
    }
    let earlier = shown.state.earlier
    let linked = await BuyersLinks(visit: visit, client: client).having(earlier)
    let page = Page(title, .lectures) {
      if let problem { FailurePage.content(of: problem, visit, isSent: false) }
      if let original = shown.original { Element.copyNote(of: original, visit) }
      Element("div", ["class": "columns"]) {
        Element("section", ["class": "doing"]) {
          view.actions
          EarlierRuns(visit: visit, enrolments: earlier, linked: linked, money: money).content
        }
        Element("div") {
          if let description { description.element }
          view.facts
        }
      }
      if let moment = shown.moment { moment.line(visit) } else if let reading = shown.reading { reading.line(visit) }
    }
    let status = problem?.kind.status ?? .ok
    return await visit.answer(
      page.below((visit.text(LecturePageText.title), Link("lectures"))).live(on: ["block", "tx"]), status)
  }

  /// The single ratings of a lecture's present run; nil where they could not be had.
  private static func spread(_ ratings: [Scores]?, _ visit: Visit) -> [Element.Node] {
    ratings.map { RatingSpread(visit: visit, ratings: $0).content }
      ?? [.element(.paragraph(visit.text(RatingText.notTold), ["class": "quiet"]))]
  }

  /// Plans to buy a lecture and shows the review.
  @Sendable private static func buy(_ visit: Visit) async throws -> WebAnswer {
    let number = try visit.number("number")
    let place = Link("lectures", "\(number)")
    let account = try await visit.site.account(of: visit.session)
    let requested = RequestedAction(.purchase(number), by: account, back: place, next: place)
    return try await ProposalPages.propose(requested, on: visit)
  }
}
