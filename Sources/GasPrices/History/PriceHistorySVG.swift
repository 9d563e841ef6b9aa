import Charts
import Outbox
import Sending

/// A chart as SVG 1.1: the price of a speed as a line, of the standard one with its lowest and highest as an area behind,
/// and those of others as thin lines; gaps are left open. One outlier does not flatten it: the scale ends below that,
/// which is marked.
public enum PriceHistorySVG {
  /// Draws a history.
  ///
  /// - Parameters:
  ///   - tier: The speed.
  ///   - title: The text above the chart.
  ///   - unit: The unit of prices, as in `gwei`.
  ///   - labels: Texts below the chart, by the hour they belong to.
  ///   - names: The names of all speeds that are drawn, where these are more than one.
  ///   - cut: Says up to which price there is something above the scale.
  public static func text(
    _ history: PriceHistory, _ tier: FeeSpeed = .standard, title: String, unit: String,
    labels: [(hour: Int, text: String)], names: [FeeSpeed: String] = [:],
    cut: @escaping @Sendable (String) -> String = { "▲ \($0)" }
  ) -> String {
    let points = history.hours.map { hour in
      hour.map { LineChart.Point($0[tier], lowest: Double($0.lowest), highest: Double($0.highest)) }
    }
    let others = FeeSpeed.allCases.filter { $0 != tier && names[$0] != nil }
    let lines = zip(others, ["#2da44e", "#bf8700"]).map { speed, colour in
      LineChart.Line(names[speed] ?? "", history.hours.map { $0?[speed] }, colour: colour)
    }
    let scale = ChartScale(([tier] + others).flatMap { speed in history.hours.map { $0?[speed] } }, most: 6)
    let chart = LineChart(
      points, title: title, unit: unit, labels: labels.map { LineChart.Label(step: $0.hour, text: $0.text) },
      // The highest within an hour is kept of the standard price alone.
      hasArea: tier == .standard, scale: scale, name: names[tier], others: lines,
      valueText: { PriceText.gwei($0) },
      cutText: { cut(PriceText.gwei($0)) })
    return chart.svg
  }
}
