import Charts
import Localization
import Markup

/// A line over equal steps of time, and its numbers in a table behind it; gaps are left open.
struct TimeGraph: Sendable {
  /// One step of time.
  struct Step: Sendable {
    /// The step's time, for the table.
    let name: String
    /// The height of the line; finite and not negative.
    let value: Double
    /// The bounds of the area behind the line; nil without one.
    var band: ClosedRange<Double>?
  }

  /// The heading.
  let title: String
  /// A sentence with what the line shows.
  let summary: String
  /// The steps in their order; nil is a gap.
  let steps: [Step?]
  /// Texts below the line, by the step that they belong to.
  let marks: [(step: Int, text: String)]
  /// The value at which the scale begins.
  var floor = 0.0
  /// The table's columns: time, value, and the bounds where there are some.
  let heads: [String]
  /// The words that open the table.
  let numbers: String
  /// The language of the numbers beside the scale.
  let language: Language
  /// Writes a value of the table.
  let text: @Sendable (Double) -> String

  private static let (width, height, right, top, bottom) = (480.0, 240.0, 14.0, 14.0, 30.0)

  /// The drawing and the table.
  var content: [Element.Node] {
    let rows = steps.compactMap { $0 }
    guard !rows.isEmpty else { return [] }
    return [
      .element(
        Element("figure", ["class": "graph"]) {
          drawing
          Element("details") {
            Element("summary") { numbers }
            table(rows)
          }
        })
    ]
  }

  private func table(_ rows: [Step]) -> Element {
    Element.table(
      title, heads, numbers: Set(1..<heads.count), isGrid: true,
      rows: rows.map { row in
        let bounds = heads.count > 2 ? [row.band?.lowerBound, row.band?.upperBound] : []
        return [[.text(row.name)], [.text(text(row.value))]] + bounds.map { [.text($0.map(text) ?? "–")] }
      })
  }

  // MARK: Drawing

  private var scale: (low: Double, high: Double) {
    let values = steps.compactMap { $0 }.flatMap { [$0.value, $0.band?.upperBound ?? $0.value] }
    let highest = values.max() ?? 1
    let low = floor < highest ? floor : 0
    return (low, highest > low ? low + (highest - low) * 1.08 : low + 1)
  }

  private var ticks: RoundTicks { RoundTicks(from: scale.low, to: scale.high, most: 4) }

  /// The numbers beside the scale.
  private var labels: [String] {
    let digits = ticks.digits
    return ticks.values.map { language.grouped(plain: ChartNumber.text($0, digits: digits)) }
  }

  /// The room for the numbers.
  private var left: Double { max(64, 10 + ChartNumber.width(of: labels, fontSize: 14)) }

  private var drawing: Element {
    let shapes = zip(ticks.values, labels).flatMap { value, label in
      [
        Element(
          "rect",
          [
            "class": "rail", "x": number(left), "y": number(y(value)), "height": "1",
            "width": number(Self.width - left - Self.right),
          ]),
        Element("text", ["x": number(left - 6), "y": number(y(value) + 5), "text-anchor": "end"]) { label },
      ]
    }
    let below = marks.map { mark in
      Element(
        "text",
        ["x": number(x(mark.step)), "y": number(Self.height - 8), "text-anchor": anchor(mark.step)]
      ) { mark.text }
    }
    return Element(
      "svg",
      ["class": "chart", "viewBox": "0 0 \(Int(Self.width)) \(Int(Self.height))", "role": "img", "aria-label": title]
    ) {
      Element("title") { title }
      Element("desc") { summary }
      (shapes + below + runs.flatMap(line)).map { .element($0) }
    }
  }

  /// The stretches without gaps.
  private var runs: [[(step: Int, value: Step)]] {
    steps.enumerated().reduce(into: [[]]) { runs, entry in
      guard let step = entry.element else {
        if runs.last?.isEmpty == false { runs.append([]) }
        return
      }
      runs[runs.count - 1].append((entry.offset, step))
    }
  }

  private func line(_ run: [(step: Int, value: Step)]) -> [Element] {
    guard let first = run.first else { return [] }
    if run.count == 1 {
      return [
        Element("circle", ["class": "bar", "r": "3", "cx": number(x(first.step)), "cy": number(y(first.value.value))])
      ]
    }
    let places = run.map { "\(number(x($0.step))),\(number(y($0.value.value)))" }
    let above = run.map { "\(number(x($0.step))),\(number(y($0.value.band?.upperBound ?? $0.value.value)))" }
    let below = run.reversed().map {
      "\(number(x($0.step))),\(number(y($0.value.band?.lowerBound ?? $0.value.value)))"
    }
    let stroke = Element("polyline", ["class": "line", "points": places.joined(separator: " ")])
    guard run.contains(where: { $0.value.band != nil }) else { return [stroke] }
    return [Element("polygon", ["class": "area", "points": (above + below).joined(separator: " ")]), stroke]
  }

  private func x(_ step: Int) -> Double {
    left + Double(step) / Double(max(1, steps.count - 1)) * (Self.width - left - Self.right)
  }

  private func y(_ value: Double) -> Double {
    let (low, high) = scale
    let share = (min(max(value, low), high) - low) / (high - low)
    return Self.height - Self.bottom - share * (Self.height - Self.top - Self.bottom)
  }

  private func anchor(_ step: Int) -> String {
    step == 0 ? "start" : step >= steps.count - 1 ? "end" : "middle"
  }

  /// A coordinate with one decimal.
  private func number(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}
