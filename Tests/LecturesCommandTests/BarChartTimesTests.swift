import Charts
import Testing

@testable import LecturesCommand

@Suite("The times below bars")
struct BarChartTimesTests {
  @Test("are those of the beginning and the end")
  func axis() {
    let lines = BarChart.lines(Array(repeating: 1, count: 60), height: 2) { "\(Int($0))" }
    let axis = BarChart.axis(lines, from: 0, to: 86_400)
    #expect(axis.hasPrefix("   " + LocalTime.text(0) + "   ") && axis.hasSuffix("   " + LocalTime.text(86_400)))
    #expect(BarChart.axis([], from: 0, to: 1) == "")
    // With less room the days alone, and then nothing.
    #expect(
      BarChart.axis(lines.map { String($0.prefix(28)) }, from: 0, to: 86_400)
        == "   \(LocalTime.day(0))     \(LocalTime.day(86_400))")
    #expect(BarChart.axis(lines.map { String($0.prefix(20)) }, from: 0, to: 86_400) == "")
  }
}
