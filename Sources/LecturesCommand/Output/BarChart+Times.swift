import Charts

extension BarChart {
  /// The line below a chart: the times at which its bars begin and end, in seconds since 1970; days alone where the
  /// chart is narrow, and nothing where it is narrower still.
  static func axis(_ lines: [String], from start: Int64, to end: Int64) -> String {
    let (start, end) = (Moment.text(UInt64(max(0, start))), Moment.text(UInt64(max(0, end))))
    return axis(lines, [(start, end), (String(start.prefix(10)), String(end.prefix(10)))])
  }
}
