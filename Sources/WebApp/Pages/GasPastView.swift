import GasPrices
import Localization
import Markup
import Operations
import Outbox
import Primitives

/// The kept prices of gas: a chart, and the hours of the week as a table.
struct GasPastView: Sendable {
  let visit: Visit
  let gas: GasReading
  let choice: GasChoice

  var content: [Element.Node] {
    var nodes: [Element.Node] = [.element(Element("h2", ["id": "history"]) { visit.text(GasPageText.history) })]
    guard !gas.hours.isEmpty else { return nodes + [.element(.note(visit.text(GasPageText.noHours)))] }
    nodes.append(.element(filters))
    if gas.hours.count < 24 {
      nodes.append(.element(.paragraph(visit.text(GasPageText.hours(gas.hours.count)), ["class": "quiet"])))
    }
    let chart = graph.content
    nodes += chart.isEmpty ? [.element(.note(visit.text(GasPageText.noneInDays(choice.days))))] : chart
    return nodes + [.element(Element("h2") { visit.text(GasPageText.week) }), .element(week)]
  }

  private var unit: String { gas.network.gasUnit.name }

  private var filters: Element {
    Element("ul", ["class": "filters"]) {
      for days in GasChoice.allDays {
        Element("li") {
          Element.link(
            visit.text(GasPageText.days(days)), to: choice.link(days: days),
            days == choice.days ? ["aria-current": "true"] : [:])
        }
      }
      for speed in FeeSpeed.allCases {
        Element("li") {
          Element.link(
            visit.text(GasPageText.speed(speed)), to: choice.link(speed: speed),
            speed == choice.speed ? ["aria-current": "true"] : [:])
        }
      }
    }
  }

  // MARK: The chart

  /// The hours that one step of the chart stands for: no chart has more than 180 steps.
  private var hoursInStep: Int { choice.days == 30 ? 4 : 1 }

  private var graph: TimeGraph {
    let now = visit.site.options.clock()
    let history = PriceHistory(gas.hours, last: choice.days * 24, now: now)
    let (size, speed) = (hoursInStep, choice.speed)
    let steps = stride(from: 0, to: history.hours.count, by: size).map { start -> TimeGraph.Step? in
      let part = history.hours[start..<min(start + size, history.hours.count)].compactMap { $0 }
      let samples = part.reduce(0) { $0 + Double($1.count) }
      guard samples > 0 else { return nil }
      let mean = part.reduce(0) { $0 + $1[speed] * Double($1.count) } / samples
      guard mean.isFinite, mean >= 0 else { return nil }
      // The lowest and the highest within an hour are kept of the standard price alone.
      let (lowest, highest) = (part.map(\.lowest).min() ?? 0, part.map(\.highest).max() ?? 0)
      let isBounded = speed == .standard && lowest <= highest && lowest >= 0
      return TimeGraph.Step(
        name: visit.site.texts.time(history.start + Int64(start) * 3600, in: visit.language), value: mean,
        band: isBounded ? Double(lowest)...Double(highest) : nil)
    }
    let title = visit.text(GasPageText.chart(visit.text(GasPageText.speed(speed)), unit: unit, days: choice.days))
    let values = steps.compactMap { $0 }
    let text: @Sendable (Double) -> String = { [visit] in visit.language.decimal(GasPrices.PriceText.gwei($0)) }
    let (low, high) = (values.map(\.value).min() ?? 0, values.map(\.value).max() ?? 0)
    return TimeGraph(
      title: title, summary: visit.text(GasPageText.bounds(low: text(low), high: text(high), unit: unit)),
      steps: steps, marks: marks(history, steps.count),
      heads: [visit.text(GasPageText.time), visit.text(GasPageText.price)]
        + (speed == .standard ? [visit.text(GasPageText.lowest), visit.text(GasPageText.highest)] : []),
      numbers: visit.text(GasPageText.numbers), language: visit.language, text: text)
  }

  /// Four times below the chart: hours of a day, days of a longer time.
  private func marks(_ history: PriceHistory, _ count: Int) -> [(step: Int, text: String)] {
    (0...3).map { part in
      let step = part * (count - 1) / 3
      let time = history.start + Int64(step * hoursInStep) * 3600
      let local = time + Int64(visit.site.texts.zone(at: time).offset)
      let (day, hour) = (LocalDay(local).text, (local % 86_400 + 86_400) % 86_400 / 3600)
      return (step, choice.days == 1 ? "\(hour):00" : day)
    }
  }

  // MARK: The hours of the week

  private var week: Element {
    let zone = visit.site.texts.zone(at: visit.site.options.clock())
    let table = WeekHeatMap(HourOfWeek.cheapest(gas.hours, choice.speed), east: zone.offset)
    let caption = visit.text(
      GasPageText.weekCaption(
        visit.text(GasPageText.speed(choice.speed)), unit: unit, zone: visit.language.zone(zone.name)))
    return Element("div") {
      // A caption of the table would scroll away with it.
      Element.paragraph(caption, ["class": "quiet", "id": "week-hours"])
      Element.scrollHint(visit)
      Element("div", ["class": "table heat", "role": "region", "aria-labelledby": "week-hours", "tabindex": "0"]) {
        weekTable(table)
      }
    }
  }

  private func weekTable(_ table: WeekHeatMap) -> Element {
    Element("table", ["aria-labelledby": "week-hours"]) {
      Element("thead") {
        Element("tr") {
          Element("th", ["scope": "col"]) { visit.text(GasPageText.day) }
          for hour in 0..<24 { Element("th", ["scope": "col"]) { "\(hour)" } }
        }
      }
      Element("tbody") {
        for day in 0..<7 {
          Element("tr") {
            Element("th", ["scope": "row"]) { visit.text(GasPageText.weekday(day)) }
            for hour in 0..<24 { cell(table[day, hour]) }
          }
        }
      }
    }
  }

  private func cell(_ cell: WeekHeatMap.Cell?) -> Element {
    guard let cell else { return Element("td") { "·" } }
    return Element("td", ["class": "h\(cell.quarter)"]) { visit.language.decimal(GasPrices.PriceText.gwei(cell.price)) }
  }
}

/// A day on the wall's calendar, in few digits.
private struct LocalDay {
  let text: String

  /// - Parameter local: Seconds since 1970 by the clock on the wall.
  init(_ local: Int64) {
    let text = UTCText.text(local)
    self.text = String(text.dropFirst(8).prefix(2) + "." + text.dropFirst(5).prefix(2))
  }
}
