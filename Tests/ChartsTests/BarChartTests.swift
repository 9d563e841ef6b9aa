import Charts
import Testing

@Suite("Bars for a terminal")
struct BarChartTests {
  @Test("begin at 0, show what is little, and leave gaps as dots")
  func lines() {
    let lines = BarChart.lines([1, 2, nil, 4], height: 4, cell: 2) { "\(Int($0))" }
    #expect(lines == ["4 ┤      ██", "  ┤      ██", "2 ┤  ██  ██", "  ┤████··██", "  └────────"])
    #expect(BarChart.lines([0, 1e-9, 1], height: 1) { "\(Int($0))" }.first == "1 ┤ ▁█")
    #expect(BarChart.lines([nil, nil]) { "\($0)" } == [])
    #expect(BarChart.lines([0, .nan, .infinity]) { "\($0)" } == [])
  }

  @Test("are as many as the terminal has room for beside the scale")
  func room() {
    #expect(BarChart.room(for: 72, in: nil) == 72 && BarChart.room(for: 72, in: 200) == 72)
    #expect(BarChart.room(for: 72, in: 80) == 66 && BarChart.room(for: 24, cell: 2, in: 40) == 13)
    #expect(BarChart.room(for: 72, in: 20) == 6 && BarChart.room(for: 72, in: 3) == 1)
  }

  @Test("stand above texts of their beginning and end, the longest that have room")
  func axis() {
    let lines = BarChart.lines(Array(repeating: 1, count: 20), height: 2) { "\(Int($0))" }
    #expect(BarChart.axis(lines, [("2 January", "3 January"), ("2", "3")]) == "   2 January  3 January")
    #expect(
      BarChart.axis(lines, [("2 January", "13 January"), ("2", "13")])
        == "   2" + String(repeating: " ", count: 17) + "13")
    #expect(BarChart.axis(lines, [("2 January", "13 January")]) == "")
    #expect(BarChart.axis([], [("2", "3")]) == "")
  }
}
