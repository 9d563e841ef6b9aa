import Markup

/// The depth of an order book: the amount that both sides give until a price, as text for a terminal and as SVG 1.1.
package struct DepthChart: Sendable {
  /// A price of a side, and the amount until it; finite and not negative.
  package struct Level: Sendable, Hashable {
    let price: Double
    let amount: Double

    /// Takes the price and the amount that the side gives until it.
    package init(price: Double, amount: Double) { (self.price, self.amount) = (price, amount) }
  }

  private let bids: [Level]
  private let asks: [Level]

  /// A chart of both sides, the best price of each first.
  package init(bids: [Level], asks: [Level]) { (self.bids, self.asks) = (bids, asks) }

  private var most: Double { (bids + asks).map(\.amount).max() ?? 0 }

  // MARK: Text

  /// The lines of the chart, the highest price first: a bar for each price.
  ///
  /// - Parameters:
  ///   - columns: The columns that the longest bar takes.
  ///   - price: The text of a price.
  ///   - amount: The text of an amount.
  package func lines(columns: Int, price: (Double) -> String, amount: (Double) -> String) -> [String] {
    let levels = asks.reversed().map { ($0, "▒") } + bids.map { ($0, "█") }
    let width = levels.map { price($0.0.price).count }.max() ?? 0
    return levels.map { level, symbol in
      let text = price(level.price)
      let bar = most > 0 ? max(1, Int((level.amount / most * Double(max(1, columns))).rounded())) : 0
      return String(repeating: " ", count: width - text.count)
        + "\(text) ┤\(String(repeating: symbol, count: bar)) \(amount(level.amount))"
    }
  }

  // MARK: SVG

  /// The chart as a drawing of 960 by 360 units: amounts upwards, prices to the right.
  ///
  /// - Parameters:
  ///   - unit: The unit of amounts.
  ///   - price: The text of a price.
  ///   - amount: The text of an amount.
  package func drawing(
    title: String, unit: String, price: (Double) -> String, amount: (Double) -> String
  ) -> Drawing {
    let plot = Plot(0, most)
    let prices = (bids + asks).map(\.price)
    let (low, high) = (prices.min() ?? 0, prices.max() ?? 0)
    func place(_ price: Double) -> Double { high > low ? (price - low) / (high - low) : 0.5 }
    func area(_ side: [Level], _ color: String, end: Double) -> [Element] {
      guard let best = side.first else { return [] }
      // The amount rises at each price, and stays until the next one.
      var points = ["\(plot.x(place(best.price))),\(plot.y(0))"]
      var height = 0.0
      for level in side {
        points.append("\(plot.x(place(level.price))),\(plot.y(height))")
        points.append("\(plot.x(place(level.price))),\(plot.y(level.amount))")
        height = level.amount
      }
      points += ["\(plot.x(end)),\(plot.y(height))", "\(plot.x(end)),\(plot.y(0))"]
      return [
        Element(
          "polygon",
          ["points": points.joined(separator: " "), "fill": color, "fill-opacity": "0.35", "stroke": color])
      ]
    }
    let labels = [bids.last, bids.first, asks.first, asks.last].compactMap { $0?.price }
    var shown: [(place: Double, text: String)] = []
    for value in labels where shown.allSatisfy({ abs($0.place - place(value)) > 0.08 }) {
      shown.append((place(value), price(value)))
    }
    return plot.drawing(
      title, unit: unit, labels: shown, valueText: amount,
      area(bids, "#067647", end: 0) + area(asks, "#b42318", end: 1))
  }
}
