import Charts
import Localization
import Markup
import Operations
import OrderBook
import Primitives
import Terminal
import Tokens

/// The depth of a book as a drawing.
struct DepthDrawing: Sendable {
  private let chart: DepthChart
  private let pair: DirectoryPair
  private let language: Language

  /// The columns that prices and amounts beside the bars take.
  private static let texts = 40

  init(_ depth: BookDepth, of pair: DirectoryPair, _ language: Language) {
    func levels(_ side: [DepthLevel]) -> [DepthChart.Level] {
      var sum = UInt256.zero
      return side.map { level in
        sum = sum.addingSaturated(level.base)
        let price = PairPrice(level.price, of: pair).value ?? level.price
        return DepthChart.Level(price: price.approximation, amount: Self.whole(sum, pair.base))
      }
    }
    chart = DepthChart(bids: levels(depth.bids), asks: levels(depth.asks))
    (self.pair, self.language) = (pair, language)
  }

  /// The chart for a terminal.
  ///
  /// - Parameter width: The terminal's width; nil for no limit.
  func lines(width: Int?) -> [StyledText] {
    chart.lines(columns: max(8, min(60, (width ?? 100) - Self.texts)), price: text, amount: amount).map {
      StyledText($0)
    }
  }

  /// The chart as a file of SVG.
  var svg: String {
    chart.drawing(
      title: language[TradeText.depth("\(pair)")].plain, unit: pair.base.shown, price: text, amount: text
    ).file
  }

  private func text(_ value: Double) -> String { language.decimal(ScaleText.text(value)) }
  private func amount(_ value: Double) -> String { "\(text(value)) \(pair.base.shown)" }

  private static func whole(_ units: UInt256, _ token: DirectoryToken) -> Double {
    (0..<(token.decimals ?? 0)).reduce(Double(units)) { value, _ in value / 10 }
  }
}
