import Testing

@testable import Charts

@Suite("Scales of charts") struct ChartScaleTests {
  @Test("end at a round value above all, with round ticks")
  func round() {
    let scale = ChartScale([3, nil, 17, 42])
    #expect(scale.ticks == [20, 40, 60] && scale.top == 60 && scale.digits == 0 && scale.cut == nil)
    let small = ChartScale([0.0012, 0.0009])
    #expect(small.ticks.count == 3 && small.digits == 4 && abs(small.top - 0.0015) < 1e-12, "\(small)")
  }

  @Test("begin near values that lie close together, with ticks that are exact and differ in their digits")
  func near() {
    func labels(_ scale: ChartScale) -> [String] {
      ([scale.bottom] + scale.ticks).map { ChartNumber.text($0, digits: scale.digits) }
    }
    let coins = ChartScale(from: 4999.99999875, to: 5000.000005)
    #expect(labels(coins) == ["4999.999998", "5000.000000", "5000.000002", "5000.000004", "5000.000006"])
    #expect(labels(ChartScale(from: 9996.7, to: 10_013.17)) == ["9995", "10000", "10005", "10010", "10015"])
    #expect(ChartScale(from: 0, to: 42) == ChartScale([42]))
    // A double does not know so many digits.
    let large = ChartScale(from: 1e15 - 0.25, to: 1e15)
    #expect(large.bottom == 0 && large.top == 1e15, "\(large)")
    let lines = BarChart.lines([5000, 5000.000005], coins) { ChartNumber.text($0, digits: $1) }
    #expect(
      lines.map { $0.split(separator: "┤").first?.contains("5000") } == [
        true, false, true, false, true, false, true, false, false,
      ])
    #expect(lines[6].hasSuffix("00 ┤██") && lines[5].hasSuffix(" ┤ █") && lines[0].hasSuffix("06 ┤  "), "\(lines)")
  }

  @Test("leave one outlier above their end, and not one of a few values")
  func outlier() {
    let usual = (0..<20).map { Double(10 + $0 % 5) }
    let scale = ChartScale(usual + [900])
    #expect(scale.top <= 30 && scale.top >= 14 && scale.cut == 900, "\(scale)")
    #expect(ChartScale(usual + [30]).cut == nil, "that is not so far away")
    #expect(ChartScale([1, 900]).cut == nil, "nobody knows which of two is usual")
    #expect(ChartScale.end(of: usual + [900]) == 21 && ChartScale.end(of: usual + [30]) == nil)
    let near = ChartScale(from: 996, to: 1_015, highest: 90_000)
    #expect(near.bottom > 900 && near.top < 1_100 && near.cut == 90_000, "\(near)")
  }

  @Test("are there for nothing at all, for zeros and for what is no number")
  func nothing() {
    for values in [[], [nil], [0, 0], [.nan, -.infinity, -3]] as [[Double?]] {
      let scale = ChartScale(values)
      #expect(scale.top > 0 && scale.ticks.last == scale.top && scale.cut == nil, "\(values)")
    }
    #expect(ChartScale([1e300]).top.isFinite)
  }

  @Test("A bar above the end of its scale is marked, and the ticks stand where they belong")
  func bars() {
    let values: [Double?] = Array(repeating: 10, count: 9) + [nil, 500]
    let lines = BarChart.lines(values, ChartScale(values), height: 4) { value, digits in
      ChartNumber.text(value, digits: digits)
    }
    #expect(lines.count == 5)
    #expect(lines[0].hasPrefix("15 ┤") && lines[0].hasSuffix("▲"), "\(lines)")
    #expect(lines[1].hasPrefix("10 ┤") && lines[3].contains("·"), "\(lines)")
  }

  @Test("Further lines have their names and colours, and none leaves the frame")
  func lines() {
    let values: [Double?] = Array(repeating: 10, count: 9) + [500]
    let chart = LineChart(
      values.map { value in value.map { LineChart.Point($0) } }, title: "t", unit: "u", scale: ChartScale(values),
      name: "standard", others: [LineChart.Line("fast", values, colour: "#2da44e")]
    ) {
      "\($0)"
    } cutText: {
      "▲ up to \($0)"
    }
    let svg = chart.svg
    #expect(svg.contains(">standard<") && svg.contains(">fast<") && svg.contains("#2da44e"))
    #expect(!svg.contains(",-"), "no point is above the drawing")
    for colour in [LineChart.colour, "#2da44e"] {
      let mark = #"<text x="940.0" y="39.0" text-anchor="middle" fill="\#(colour)">▲</text>"#
      #expect(svg.ranges(of: mark).count == 1, "what is above the scale is marked: \(svg)")
    }
    #expect(svg.contains(">▲ up to 500.0</text>") && svg.ranges(of: ">▲<").count == 2, "\(svg)")
  }
}
