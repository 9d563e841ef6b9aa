import Foundation
import Testing

@testable import Charts

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Candles and depth")
struct CandleChartTests {
  private let points = [
    CandlePoint(open: 1, high: 3, low: 1, close: 2, volume: 10),
    CandlePoint(open: 2, high: 2.5, low: 1.5, close: 1.5, volume: 5, average: 1.75),
    CandlePoint(open: 1.5, high: 1.5, low: 1.5, close: 1.5, volume: 0, average: 1.5),
    CandlePoint(open: .nan, high: 1, low: 1, close: 1, volume: 0),
    CandlePoint(open: 1.5, high: 3, low: 1.5, close: 3, volume: 20, average: 2.25),
  ]

  @Test("As text a rise is full, a fall shaded, a standstill a dash, and what cannot be drawn blank")
  func text() {
    let lines = CandleChart(points, height: 5).lines(price: { "\($0)" }, volume: { "\(Int($0))" })
    #expect(
      lines == [
        "3.0 ┤│   █", "    ┤││  █", "2.0 ┤█░  █", "    ┤█░─ █", "1.0 ┤█    ", " 20 ┤    █", " 10 ┤█▄ ·█", "    └─────",
      ], "\(lines)")
    #expect(CandleChart([], height: 5).lines(price: { "\($0)" }, volume: { "\($0)" }).isEmpty)
    let wide = CandleChart(points, height: 5, cell: 3).lines(price: { "\($0)" }, volume: { "\(Int($0))" })
    #expect(wide[2] == "2.0 ┤██ ░░       ██ ", "\(wide)")
    #expect(Set(wide.map(\.count)) == [20])
  }

  @Test("A price that never moves has a chart as well, and one of zero")
  func flat() {
    for price in [0.0, 1e-12, 5, 1e60] {
      let still = CandlePoint(open: price, high: price, low: price, close: price, volume: 0)
      let lines = CandleChart([still], height: 5).lines(price: { _ in "" }, volume: { _ in "" })
      #expect(lines.count(where: { $0.contains("─") }) == 2, "\(lines)")
      let svg = CandleSVG([still], title: "", unit: "") { value, _ in "\(value)" }.svg
      #expect(!svg.contains("nan") && !svg.contains("inf"), "\(svg)")
    }
  }

  @Test("As SVG it is XML with a body and a wick for each candle, whatever the pair is called")
  func drawing() throws {
    let title = "<script>\"&\u{0}'/WKLAY"
    let svg = CandleSVG(points, title: title, unit: "<b>", labels: [.init(step: 0, text: "1 < 2")]) {
      value, digits in
      "\(value) \(digits)"
    }.svg
    let document = try XMLDocument(data: Data(svg.utf8))
    let root = try #require(document.rootElement())
    #expect(root.name == "svg" && root.elements(forName: "title").first?.stringValue == "<script>\"&\u{FFFD}'/WKLAY")
    #expect(root.elements(forName: "script").isEmpty && root.elements(forName: "polyline").count == 1)
    // Four bodies and three volumes; a wick each and the lines of both scales.
    #expect(root.elements(forName: "rect").count == 7, "\(svg)")
    let fills = Set(
      root.elements(forName: "rect").compactMap { rect in
        rect.attributes?.first { $0.name == "fill" }?.stringValue
      })
    #expect(fills == [PlotFrame.rise, PlotFrame.fall])
    #expect(root.elements(forName: "text").contains { $0.stringValue == "1 < 2" })
    #expect(!svg.contains("nan") && !svg.contains("#ffffff"))
  }

  @Test("Long numbers beside the scale have room, of candles and of depth")
  func room() {
    let candles = CandleSVG(points, title: "", unit: "") { _, _ in "0.000000012345" }.svg
    let curve = DepthCurve(bids: [.init(price: 1, amount: 2)], asks: [])
    let depth = curve.svg(title: "", unit: "") { _, _ in "0.000000012345" }
    for svg in [candles, depth] {
      // Fourteen letters of 10.4 units at most.
      #expect(svg.contains(#"<text x="149.6""#) && svg.contains(#"<line x1="157.6""#), "\(svg)")
    }
    let short = CandleSVG(points, title: "", unit: "") { _, _ in "1.5" }.svg
    #expect(short.contains(#"<text x="82.0""#) && short.contains(#"<line x1="90.0""#), "\(short)")
  }

  @Test("Ticks are round, inside the scale, and no more than were asked for")
  func ticks() {
    #expect(RoundTicks(from: 0.28, to: 0.41).values.map { ($0 * 100).rounded() } == [30, 35, 40])
    #expect(RoundTicks(from: 0.28, to: 0.41).digits == 2)
    #expect(RoundTicks(from: 0.268, to: 0.312, most: 6).digits == 2)
    #expect(RoundTicks(from: 0, to: 1000).values == [0, 200, 400, 600, 800, 1000])
    #expect(RoundTicks(from: 0, to: 1000).digits == 0)
    for (low, high) in [(1e-20, 2e-20), (0, 1e70), (999_999, 1_000_001), (3, 3.0000001)] {
      let ticks = RoundTicks(from: low, to: high, most: 5).values
      #expect((2...6).contains(ticks.count) && ticks.allSatisfy { (low...high).contains($0) }, "\(low) \(ticks)")
    }
    for (low, high) in [(1.0, 1.0), (2, 1), (.nan, 1), (0, .infinity)] {
      #expect(RoundTicks(from: low, to: high).values.isEmpty)
    }
  }

  @Test("Numbers beside a scale say no more than they know")
  func numbers() {
    #expect(ChartNumber.text(1234.5, digits: 2) == "1234.50" && ChartNumber.text(-0.05, digits: 1) == "-0.1")
    #expect(ChartNumber.text(0.001, digits: 2) == "0.00" && ChartNumber.text(1e60, digits: 3) == "1e+60")
    #expect(ChartNumber.text(6.000000000000001e59, digits: 0) == "6e+59", "rounding of a double is left out")
    #expect(
      ChartNumber.text(-1.25e-20, digits: 21) == "-1.25e-20" && ChartNumber.text(9.99999e20, digits: 0) == "1e+21")
    let cases: [(Double, String)] = [
      (0, "0"), (0.3, "0.3"), (0.000123456, "0.00012346"), (1234.5678, "1234.6"), (99_999.9, "100000"), (12, "12"),
    ]
    for (value, text) in cases { #expect(ChartNumber.short(value) == text) }
    #expect(ChartNumber.short(1e30) == "1e+30" && ChartNumber.short(.nan) == "nan")
  }

  @Test("Depth is summed from the best price on, and an order far away does not squeeze the others")
  func depth() throws {
    let bids = [DepthCurve.Level(price: 9, amount: 1), .init(price: 8, amount: 2)]
    let asks = [DepthCurve.Level(price: 11, amount: 4), .init(price: 12, amount: 1), .init(price: 1e30, amount: 7)]
    let curve = DepthCurve(bids: bids, asks: asks)
    #expect(curve.isCut && curve.prices == (8, 12))
    #expect(curve.columns(5) == [3, 1, 0, 4, 5])
    #expect(!DepthCurve(bids: bids, asks: []).isCut)
    #expect(DepthCurve(bids: bids, asks: []).columns(2) == [3, 1])
    #expect(DepthCurve(bids: [], asks: []).isEmpty)
    for curve in [
      curve, DepthCurve(bids: bids, asks: []), DepthCurve(bids: [bids[0]], asks: []), .init(bids: [], asks: []),
    ] {
      let svg = curve.svg(title: "A & B", unit: "A") { value, digits in "\(value) \(digits)" }
      let root = try #require(try XMLDocument(data: Data(svg.utf8)).rootElement())
      #expect(root.elements(forName: "title").first?.stringValue == "A & B")
      #expect(!svg.contains("nan") && !svg.contains("inf"), "\(svg)")
    }
    let svg = curve.svg(title: "", unit: "") { value, _ in "\(value)" }
    #expect(svg.contains("<polygon points=\"302.5,440.0 302.5,"), "\(svg)")
  }
}
