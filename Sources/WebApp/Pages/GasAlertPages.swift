import Alerts
import GasPrices
import Localization
import Markup
import Operations
import Outbox
import Primitives

/// The alerts on the price of gas: they are in the book of the gas monitor, as those that are added elsewhere.
enum GasAlertPages {
  static let routes: [Route] = [
    // A form that was not taken is shown there, and may be loaded again.
    .get("/gas/alerts") { _ in .redirect(to: Link("gas")) },
    .post("/gas/alerts", add),
    .post("/gas/alerts/:id/remove", remove),
  ]

  @Sendable private static func add(_ visit: Visit) async throws -> WebAnswer {
    let form = visit.request.form
    guard let speed = form["alert-speed"].flatMap(FeeSpeed.init(rawValue:)),
      let crossing = form["alert-when"].flatMap(PriceCrossing.init(rawValue:))
    else { throw WebRefusal.badForm }
    let condition: AlertCondition
    do {
      condition = try self.condition(crossing, form.trimmed("alert-limit") ?? "")
    } catch {
      return try await refuse(visit, "alert-limit", error)
    }
    let settings = visit.site.settings(of: visit.session)
    let book = try visit.site.gasBook()
    let chain = try await PageTimeout.node {
      try await GasChain(of: try settings.network(), book) { try await visit.connection() }
    }
    let subject = GasSubject(chainID: chain.id, network: try settings.network().name, tier: speed)
    do {
      let rule = try GasAlertRule(
        watching: subject, condition, note: form.trimmed("alert-note"), isOnce: form.has("alert-once"))
      _ = try await book.alerts.add(rule, channels: AlertChannel.usual)
    } catch let error as AlertsError where error.code == .invalidAlert {
      let field = if case .note = error.facts { "alert-note" } else { "alert-limit" }
      return try await refuse(visit, field, error)
    }
    return .redirect(to: Link("gas"))
  }

  /// The page with the reason why the form was not taken.
  private static func refuse(_ visit: Visit, _ field: String, _ error: any Error) async throws -> WebAnswer {
    let words = visit.site.texts.failure(error, in: visit.language)
    let text = [words.message, words.reason].compactMap { $0 }.joined(separator: " ")
    return try await GasPages.show(visit, problems: [FieldProblem(field: field, text: UntrustedText.shown(text))])
  }

  /// A limit as people type it, in the unit in which prices are shown; of a change a number of per cent.
  private static func condition(_ crossing: PriceCrossing, _ text: String) throws -> AlertCondition {
    let number = text.hasSuffix("%") ? String(text.dropLast()).trimmed : text
    let plain = try TypedNumber(number).plain
    switch crossing {
    case .below: return .below(try Amount(parsing: plain, unit: .gwei).wei)
    case .above: return .above(try Amount(parsing: plain, unit: .gwei).wei)
    case .change:
      guard let percent = ExactDecimal(plain), percent.isExact else {
        throw LocalizationError(.malformedNumber, "This is no number.")
      }
      return .change(percent: percent, within: nil)
    }
  }

  @Sendable private static func remove(_ visit: Visit) async throws -> WebAnswer {
    guard let id = Int64(try visit.value("id")) else { throw WebRefusal.notFound }
    do {
      try await visit.site.gasBook().alerts.remove(id)
    } catch let error as AlertsError where error.code == .unknownAlert {
      // The alert is gone already: another window took it away.
    }
    return .redirect(to: Link("gas"))
  }
}

/// The alerts of the book, and the form that adds one.
struct GasAlertView: Sendable {
  let visit: Visit
  let gas: GasReading
  let problems: [FieldProblem]

  @MarkupBuilder var content: [Element.Node] {
    Element("h2", ["id": "alerts"]) { visit.text(GasPageText.alerts) }
    if !gas.isWatched { Element.note(visit.text(GasPageText.unwatched), gas.alerts.isEmpty ? .plain : .warning) }
    if gas.alerts.isEmpty { Element.paragraph(visit.text(GasPageText.noAlerts)) } else { list }
    if visit.mayKeep { form }
  }

  private var list: Element {
    let heads =
      [GasPageText.number, .rule, .state, .channels].map { visit.text($0) } + (visit.mayKeep ? [""] : [])
    return Element.table(
      visit.text(GasPageText.alerts), heads,
      isBelowTitle: true,
      rows: gas.alerts.prefix(200).map { alert in
        let line = visit.site.texts.line(of: alert, in: visit.language)
        let cells: [[Element.Node]] = [
          [.text("\(alert.id)")], [.element(.foreign(line.rule, ["class": "wide"]))], [.text(line.state)],
          [.element(.foreign(line.channels))],
        ]
        guard visit.mayKeep else { return cells }
        return cells + [
          [
            .element(
              Element.form(visit, to: Link("gas", "alerts", "\(alert.id)", "remove")) {
                Element.submit(
                  visit.text(GasPageText.remove), isMain: false,
                  ["aria-label": visit.text(GasPageText.removeAlert(alert.id))])
              })
          ]
        ]
      })
  }

  private var form: Element {
    let typed = visit.request.form
    return Element.form(visit, to: Link("gas", "alerts")) {
      Element("h3") { visit.text(GasPageText.addAlert) }
      Element("div", ["class": "row"]) {
        Element.choice(
          visit.text(GasPageText.when), "alert-when",
          PriceCrossing.allCases.map { ($0.rawValue, visit.text(GasPageText.crossing($0))) },
          chosen: typed["alert-when"] ?? "below")
        Element.field(
          visit.text(GasPageText.limit), "alert-limit", value: typed["alert-limit"] ?? "",
          hint: visit.text(GasPageText.limitHint(gas.network.gasUnit.name)), problem: problem("alert-limit"),
          ["inputmode": "decimal", "required": "", "autocomplete": "off"])
        Element.choice(
          visit.text(GasPageText.speedLabel), "alert-speed",
          FeeSpeed.allCases.map { ($0.rawValue, visit.text(GasPageText.speed($0))) },
          chosen: typed["alert-speed"] ?? FeeSpeed.standard.rawValue)
      }
      Element.field(
        visit.text(GasPageText.note), "alert-note", value: typed["alert-note"] ?? "",
        hint: visit.text(GasPageText.noteHint), problem: problem("alert-note"), ["autocomplete": "off"])
      Element.box(visit.text(GasPageText.once), "alert-once", isTicked: typed.has("alert-once"))
      Element("div", ["class": "actions"]) { Element.submit(visit.text(GasPageText.add)) }
    }
  }

  private func problem(_ field: String) -> FieldProblem? { problems.first { $0.field == field } }
}
