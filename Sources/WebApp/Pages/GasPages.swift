import HTTPTypes
import Markup
import Operations
import Outbox

/// The page of the price of gas: now, in the past, and the alerts on it.
enum GasPages {
  /// The page, which only shows on a platform.
  static let reading = Route.get("/gas") { try await show($0) }

  static let routes: [Route] = [reading] + GasAlertPages.routes

  /// The page.
  ///
  /// - Parameter problems: Those of the form for an alert, which was not taken.
  static func show(_ visit: Visit, problems: [FieldProblem] = []) async throws -> WebAnswer {
    async let reading = GasReading(visit)
    let network = try visit.site.settings(of: visit.session).network()
    visit.site.events.wait(for: "gas", on: network.name)
    let money = await visit.money(of: network)
    let gas = try await reading
    let choice = GasChoice(visit)
    let (now, past) = (
      GasNowView(visit: visit, gas: gas, money: money), GasPastView(visit: visit, gas: gas, choice: choice)
    )
    let page = Page(visit.text(GasPageText.title(network.name)), .gas) {
      Element.problems(problems, title: visit.text(LayoutText.problem))
      now.content
      past.content
      // Alerts are one person's own.
      if visit.site.platform == nil { GasAlertView(visit: visit, gas: gas, problems: problems).content }
    }
    guard problems.isEmpty else { return await visit.answer(page.with(problems), .unprocessableContent) }
    return await visit.answer(page.live(on: ["gas"]))
  }
}

/// The choices of the page: the days and the speed of its history.
struct GasChoice: Sendable {
  /// The days of the chart: 1, 7 or 30.
  let days: Int
  /// The speed of chart and table.
  let speed: FeeSpeed

  static let allDays = [1, 7, 30]

  init(_ visit: Visit) {
    let query = visit.request.query
    days = query["days"].flatMap { Int($0) }.flatMap { Self.allDays.contains($0) ? $0 : nil } ?? 1
    speed = query["speed"].flatMap(FeeSpeed.init(rawValue:)) ?? .standard
  }

  /// The page with one choice changed.
  func link(days: Int? = nil, speed: FeeSpeed? = nil) -> Link {
    Link("gas", query: [("days", "\(days ?? self.days)"), ("speed", (speed ?? self.speed).rawValue)])
  }
}
