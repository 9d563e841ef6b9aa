import Charts
import Testing

@Suite("A line as SVG")
struct LineChartTests {
  @Test("leaves gaps open, and has an area behind it if wanted")
  func area() {
    let points = [
      LineChart.Point(10, lowest: 5, highest: 20), LineChart.Point(12, lowest: 6, highest: 13), nil,
      LineChart.Point(30, lowest: 15, highest: 60),
    ]
    let chart = LineChart(
      points, title: "<gas> & \"more\"", unit: "gwei", labels: [.init(step: 0, text: "2023-01-02")], hasArea: true
    ) { "\(Int($0.rounded()))" }
    #expect(
      chart.svg == """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 360" font-family="sans-serif" font-size="12">
        <rect width="100%" height="100%" fill="#ffffff"/>
        <text x="70.0" y="22" font-size="15">&lt;gas&gt; &amp; &quot;more&quot;</text>
        <line x1="70.0" x2="940.0" y1="320.0" y2="320.0" stroke="#dddddd"/>
        <text x="62.0" y="324.0" text-anchor="end">0</text>
        <line x1="70.0" x2="940.0" y1="250.0" y2="250.0" stroke="#dddddd"/>
        <text x="62.0" y="254.0" text-anchor="end">16</text>
        <line x1="70.0" x2="940.0" y1="180.0" y2="180.0" stroke="#dddddd"/>
        <text x="62.0" y="184.0" text-anchor="end">32</text>
        <line x1="70.0" x2="940.0" y1="110.0" y2="110.0" stroke="#dddddd"/>
        <text x="62.0" y="114.0" text-anchor="end">47</text>
        <line x1="70.0" x2="940.0" y1="40.0" y2="40.0" stroke="#dddddd"/>
        <text x="62.0" y="44.0" text-anchor="end">63</text>
        <text x="8" y="22">gwei</text>
        <text x="70.0" y="338.0" text-anchor="middle">2023-01-02</text>
        <polygon points="70.0,231.1 360.0,262.2 360.0,293.3 70.0,297.8" fill="#cfe3ff"/>
        <polyline points="70.0,275.6 360.0,266.7" fill="none" stroke="#1f6feb" stroke-width="2" stroke-linecap="round"/>
        <polygon points="940.0,53.3 940.0,253.3" fill="#cfe3ff"/>
        <polyline points="940.0,186.7" fill="none" stroke="#1f6feb" stroke-width="2" stroke-linecap="round"/>
        </svg>

        """)
  }

  @Test("has the last label within its right edge, and a mark over an area that is above the scale")
  func edges() {
    let points = (0..<10).map { LineChart.Point(10, lowest: 9, highest: $0 == 4 ? 90 : 10) }
    let labels = [0, 8, 9].map { LineChart.Label(step: $0, text: "2026-11-3\($0 % 2)") }
    let svg = LineChart(
      points, title: "", unit: "gwei", labels: labels, hasArea: true, scale: ChartScale([10])
    ) { "\($0)" }.svg
    #expect(svg.contains(#"<text x="940.0" y="338.0" text-anchor="end">2026-11-31</text>"#), "\(svg)")
    #expect(svg.count(of: #"y="338.0" text-anchor="middle">2026-11-30<"#) == 2, "\(svg)")
    #expect(svg.count(of: "▲") == 1 && svg.contains(#"<text x="456.7" y="39.0""#), "\(svg)")
    let whole = LineChart(points, title: "", unit: "gwei", hasArea: true) {
      "\($0)"
    } cutText: {
      "up to \($0)"
    }
    #expect(whole.svg.count(of: "▲") + whole.svg.count(of: "up to") == 0)
  }

  @Test("makes room for long numbers beside its scale, and only for those")
  func room() {
    func svg(_ label: String) -> String {
      LineChart([.init(1_500)], title: "", unit: "KRW") { _ in label }.svg
    }
    #expect(svg("1,500").contains(#"<text x="62.0""#))
    // Ten letters of no more than 7.8 units each end 8 units left of the lines.
    #expect(svg("1,500.0000").contains(#"<text x="82.0""#) && svg("1,500.0000").contains(#"<line x1="90.0""#))
  }

  @Test("has a scale where there is nothing, and no area where none is wanted")
  func empty() {
    for points in [[], [nil], [LineChart.Point(0)]] {
      let text = LineChart(points, title: "", unit: "KLAY") { "\(($0 * 10).rounded() / 10)" }.svg
      #expect(text.count(of: "<line") == 5 && text.contains(">0.0<"))
      #expect(text.count(of: "polygon") + text.count(of: "nan") + text.count(of: "inf") == 0)
    }
  }
}

extension String {
  /// The number of times that a piece is in the text.
  fileprivate func count(of piece: String) -> Int { ranges(of: piece).count }
}
