/// Hours as comma-separated values (RFC 4180): averages and bounds in wei.
public enum PriceCSV {
  /// A line of headings and one for each hour, in the order given, each ended by CRLF; averages in whole wei.
  ///
  /// - Complexity: O(hours).
  public static func text(_ hours: [HourlyPrices]) -> String {
    let lines = hours.map { hour in
      let averages = [hour.baseFee, hour.slow, hour.standard, hour.fast].map { "\(UInt64(max(0, $0).rounded()))" }
      return (["\(hour.time)", "\(hour.count)"] + averages + ["\(hour.lowest)", "\(hour.highest)"])
        .joined(separator: ",")
    }
    return (["time,samples,baseFee,slow,standard,fast,lowest,highest"] + lines).joined(separator: "\r\n") + "\r\n"
  }
}
