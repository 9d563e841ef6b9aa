import Sending

/// A chart as SVG 1.1: the price of a speed as a line, of the standard one with its lowest and highest as an area behind;
/// gaps are left open.
public enum PriceSVG {
  private static let (width, height) = (960.0, 360.0)
  private static let (left, right, top, bottom) = (70.0, 20.0, 40.0, 40.0)

  /// - Parameters:
  ///   - tier: Whose price.
  ///   - title: Above the chart.
  ///   - unit: What prices are counted in, as in `gwei`.
  ///   - labels: Texts below the chart, by the hour they belong to.
  public static func text(
    _ history: PriceHistory, _ tier: FeeSpeed = .standard, title: String, unit: String,
    labels: [(hour: Int, text: String)]
  ) -> String {
    // What was highest within an hour is kept of the standard price alone.
    let hasBounds = tier == .standard
    let highest =
      history.hours.compactMap { $0.map { hasBounds ? max(Double($0.highest), $0[tier]) : $0[tier] } }.max() ?? 1
    let scale = highest > 0 ? highest * 1.05 : 1
    let count = Double(max(1, history.hours.count - 1))
    let x = { (hour: Int) in left + Double(hour) / count * (width - left - right) }
    let y = { (wei: Double) in height - bottom - wei / scale * (height - top - bottom) }
    var parts: [String] = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(width)) \(Int(height))" font-family="sans-serif" \
      font-size="12">
      """,
      "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>",
      "<text x=\"\(point(left))\" y=\"22\" font-size=\"15\">\(escaped(title))</text>",
    ]
    for step in 0...4 {
      let wei = scale * Double(step) / 4
      parts.append(
        """
        <line x1="\(point(left))" x2="\(point(width - right))" y1="\(point(y(wei)))" y2="\(point(y(wei)))" \
        stroke="#dddddd"/>
        """)
      parts.append(
        """
        <text x="\(point(left - 8))" y="\(point(y(wei) + 4))" text-anchor="end">\(PriceText.gwei(wei))</text>
        """)
    }
    parts.append("<text x=\"8\" y=\"22\">\(escaped(unit))</text>")
    for label in labels {
      parts.append(
        """
        <text x="\(point(x(label.hour)))" y="\(point(height - bottom + 18))" text-anchor="middle">\(escaped(label.text))</text>
        """)
    }
    for run in runs(history.hours) {
      let above = run.map { "\(point(x($0.index))),\(point(y(Double($0.prices.highest))))" }
      let below = run.reversed().map { "\(point(x($0.index))),\(point(y(Double($0.prices.lowest))))" }
      let line = run.map { "\(point(x($0.index))),\(point(y($0.prices[tier])))" }
      if hasBounds { parts.append("<polygon points=\"\((above + below).joined(separator: " "))\" fill=\"#cfe3ff\"/>") }
      parts.append(
        """
        <polyline points="\(line.joined(separator: " "))" fill="none" stroke="#1f6feb" stroke-width="2" \
        stroke-linecap="round"/>
        """)
    }
    parts.append("</svg>")
    return parts.joined(separator: "\n") + "\n"
  }

  /// The stretches without gaps.
  private static func runs(_ hours: [HourlyPrices?]) -> [[(index: Int, prices: HourlyPrices)]] {
    var runs: [[(index: Int, prices: HourlyPrices)]] = []
    var isOpen = false
    for (index, prices) in hours.enumerated() {
      guard let prices else {
        isOpen = false
        continue
      }
      if isOpen { runs[runs.count - 1].append((index, prices)) } else { runs.append([(index, prices)]) }
      isOpen = true
    }
    return runs
  }

  /// A coordinate with one decimal.
  private static func point(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
