import Charts

extension BarChart {
  /// The line below a chart: the times at which its bars begin and end, in seconds since 1970; days alone where the
  /// chart is narrow, and nothing where it is narrower still.
  static func axis(_ lines: [String], from start: Int64, to end: Int64) -> String {
    axis(lines, [(LocalTime.text(start), LocalTime.text(end)), (LocalTime.day(start), LocalTime.day(end))])
  }
}
