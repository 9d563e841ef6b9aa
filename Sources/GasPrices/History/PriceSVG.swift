import Charts
import Outbox
import Sending

/// A chart as SVG 1.1: the price of a speed as a line, of the standard one with its lowest and highest as an area behind;
/// gaps are left open.
public enum PriceSVG {
  /// Draws a history.
  ///
  /// - Parameters:
  ///   - tier: The speed.
  ///   - title: The text above the chart.
  ///   - unit: The unit of prices, as in `gwei`.
  ///   - labels: Texts below the chart, by the hour they belong to.
  public static func text(
    _ history: PriceHistory, _ tier: FeeSpeed = .standard, title: String, unit: String,
    labels: [(hour: Int, text: String)]
  ) -> String {
    let points = history.hours.map { hour in
      hour.map { LineChart.Point($0[tier], lowest: Double($0.lowest), highest: Double($0.highest)) }
    }
    let chart = LineChart(
      points, title: title, unit: unit, labels: labels.map { LineChart.Label(step: $0.hour, text: $0.text) },
      // The highest within an hour is kept of the standard price alone.
      hasArea: tier == .standard, valueText: { PriceText.gwei($0) })
    return chart.svg
  }
}
