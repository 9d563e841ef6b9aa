import Markup

/// The amounts that can be traded up to each price, on both sides of a book, as text and as SVG 1.1.
///
/// Prices further from the middle than a half of it are left out: a single order far away makes all others one line.
package struct DepthCurve: Sendable {
  /// A price, and the amount at it.
  package struct Level: Sendable, Hashable {
    let (price, amount): (Double, Double)

    /// Takes a price and the amount at it.
    package init(price: Double, amount: Double) { (self.price, self.amount) = (price, amount) }
  }

  /// The sums on the side that buys, from the best price on.
  private let bids: [Level]
  /// The sums on the side that sells, from the best price on.
  private let asks: [Level]
  /// Whether prices are left out.
  package let isCut: Bool

  /// A curve of the levels of both sides, the best price first.
  package init(bids: [Level], asks: [Level]) {
    let best = [bids.first, asks.first].compactMap { $0?.price }
    let middle = best.reduce(0, +) / Double(max(1, best.count))
    func sums(_ levels: [Level]) -> [Level] {
      var sum = 0.0
      return levels.enumerated().compactMap { index, level in
        guard level.price.isFinite, level.amount.isFinite, level.amount >= 0,
          index == 0 || abs(level.price - middle) <= middle / 2
        else { return nil }
        sum += level.amount
        return Level(price: level.price, amount: sum)
      }
    }
    (self.bids, self.asks) = (sums(bids), sums(asks))
    isCut = self.bids.count + self.asks.count < bids.count + asks.count
  }

  /// Whether there is nothing to draw.
  package var isEmpty: Bool { bids.isEmpty && asks.isEmpty }

  /// The lowest and the highest price.
  package var prices: (low: Double, high: Double) {
    let all = (bids + asks).map(\.price)
    guard let low = all.min(), let high = all.max() else { return (0, 1) }
    return high > low ? (low, high) : (low * 0.95, low > 0 ? low * 1.05 : 1)
  }

  /// The sums at equal steps of the price, the lowest price first: what buys at least so high, or sells at most so high.
  package func columns(_ count: Int) -> [Double?] {
    let (low, high) = prices
    // A sum that is computed in steps may end a hair below the last price.
    let slack = (high - low) * 1e-9
    return (0..<max(1, count)).map { column in
      let price = low + (high - low) * (count > 1 ? Double(column) / Double(count - 1) : 0.5)
      return bids.last { $0.price >= price - slack }?.amount ?? asks.last { $0.price <= price + slack }?.amount ?? 0
    }
  }

  // MARK: SVG

  private static let (right, top, floor) = (940.0, 50.0, 440.0)

  /// The curve as a file of SVG.
  package func svg(title: String, unit: String, number: @Sendable (Double, Int) -> String) -> String {
    drawing(title: title, unit: unit, number: number).file
  }

  /// The curve as a drawing.
  ///
  /// - Parameters:
  ///   - title: The text above the chart.
  ///   - unit: The unit of the amounts.
  ///   - number: Writes a number with so many digits after the point.
  package func drawing(title: String, unit: String, number: @Sendable (Double, Int) -> String) -> Drawing {
    let most = (bids + asks).map(\.amount).max() ?? 0
    var frame = PlotFrame(
      right: Self.right, top: Self.top, bottom: Self.floor, low: 0, high: most > 0 ? most * 1.05 : 1)
    frame.makeRoom(for: frame.texts(5, number))
    let left = frame.left
    let (low, high) = prices
    func x(_ price: Double) -> Double { left + (price - low) / (high - low) * (Self.right - left) }
    let ticks = RoundTicks(from: low, to: high, most: 8)
    let labels = ticks.values.map { value in
      PlotFrame.text(x(value), Self.floor + 20, ["text-anchor": "middle"], number(value, ticks.digits))
    }
    return PlotFrame.drawing(
      title, unit: unit,
      frame.scale(5, number) + labels + area(bids, frame, x, PlotFrame.rise, end: left)
        + area(asks, frame, x, PlotFrame.fall, end: Self.right))
  }

  /// The steps of a side from its best price to the end of the chart.
  private func area(
    _ side: [Level], _ frame: PlotFrame, _ x: (Double) -> Double, _ colour: String, end: Double
  ) -> [Element] {
    guard let first = side.first else { return [] }
    var corners = [(x(first.price), frame.bottom)]
    for level in side {
      if let last = corners.last { corners.append((x(level.price), last.1)) }
      corners.append((x(level.price), frame.y(level.amount)))
    }
    if let last = corners.last { corners += [(end, last.1), (end, frame.bottom)] }
    let points = corners.map { "\(PlotFrame.number($0.0)),\(PlotFrame.number($0.1))" }
    return [
      Element(
        "polygon",
        ["points": points.joined(separator: " "), "fill": colour, "fill-opacity": "0.25", "stroke": colour])
    ]
  }
}
