import Testing

@testable import LecturesCommand

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

  @Test("stand above the times of their beginning and end")
  func axis() {
    let lines = BarChart.lines(Array(repeating: 1, count: 50), height: 2) { "\(Int($0))" }
    #expect(
      BarChart.axis(lines, from: 0, to: 86_400) == "   1970-01-01 00:00 UTC" + String(repeating: " ", count: 10)
        + "1970-01-02 00:00 UTC")
    #expect(BarChart.axis([], from: 0, to: 1) == "")
  }
}
