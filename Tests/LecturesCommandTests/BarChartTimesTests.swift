import Charts
import Testing

@testable import LecturesCommand

@Suite("The times below bars")
struct BarChartTimesTests {
  @Test("are those of the beginning and the end")
  func axis() {
    let lines = BarChart.lines(Array(repeating: 1, count: 50), height: 2) { "\(Int($0))" }
    #expect(
      BarChart.axis(lines, from: 0, to: 86_400) == "   1970-01-01 00:00 UTC" + String(repeating: " ", count: 10)
        + "1970-01-02 00:00 UTC")
    #expect(BarChart.axis([], from: 0, to: 1) == "")
    // With less room the days alone, and then nothing.
    #expect(
      BarChart.axis(lines.map { String($0.prefix(28)) }, from: 0, to: 86_400) == "   1970-01-01     1970-01-02")
    #expect(BarChart.axis(lines.map { String($0.prefix(20)) }, from: 0, to: 86_400) == "")
  }
}
