import Charts
import Primitives
import Rates

/// The rates of a pair from day to day, for a chart, a table and a summary.
package struct RatesHistoryReading: Sendable {
  /// The lowest, highest and mean price, and the change from the first to the last.
  package struct Summary: Sendable, Hashable {
    package let lowest: Fraction
    package let highest: Fraction
    package let mean: Fraction?
    package let change: RateChange
  }

  /// The currencies.
  package let pair: CurrencyPair
  /// The market.
  package let market: Market
  /// The first day that was asked for.
  package let first: Day
  /// The last day that was asked for.
  package let last: Day
  /// The rates of the days that have one, the oldest first.
  package let days: [Rate]
  /// The sources that could not be asked.
  package let problems: [SourceProblem]

  /// The number of days that were asked for, both ends included.
  package var length: Int { last.number - first.number + 1 }

  /// The numbers that a history comes down to; nil without a day.
  package var summary: Summary? {
    let prices = days.compactMap(RatesHistoryReading.price)
    guard let lowest = prices.min(), let highest = prices.max(), let start = prices.first, let end = prices.last else {
      return nil
    }
    return Summary(
      lowest: lowest, highest: highest, mean: RatesHistoryReading.mean(prices), change: RateChange(old: start, new: end)
    )
  }

  /// The mean of prices, each taken with twelve digits after the point: their common denominator would outgrow 256 bits.
  private static func mean(_ prices: [Fraction]) -> Fraction? {
    var sum: UInt256 = 0
    for price in prices {
      guard let units = price.rounded(toDigits: 12), case (let next, false) = sum.addingReportingOverflow(units) else {
        return nil
      }
      sum = next
    }
    return Fraction(sum, over: UInt256(prices.count)).flatMap { mean in
      Fraction(1, over: 1_000_000_000_000).flatMap { try? mean.multiplied(by: $0) }
    }
  }

  /// The price that stands for a day: between the sides, or the one that there is.
  private static func price(_ rate: Rate) -> Fraction? { rate.price(.mid) ?? rate.bid ?? rate.ask }

  // MARK: Drawing

  /// The height of the price for each of so many columns; nil where no day of a column has one.
  package func columns(_ count: Int) -> [Double?] {
    let byDay = Dictionary(days.map { ($0.day?.number ?? 0, $0) }) { $1 }
    let count = max(1, min(count, length))
    return (0..<count).map { column in
      let numbers = first.number + column * length / count..<first.number + (column + 1) * length / count
      let prices = numbers.compactMap { byDay[$0].flatMap(RatesHistoryReading.price)?.approximation }
      return prices.isEmpty ? nil : prices.reduce(0, +) / Double(prices.count)
    }
  }

  /// The value at which the scale begins: the lowest price.
  package var floor: Double { summary?.lowest.approximation ?? 0 }

  /// A value beside the scale.
  package func text(_ value: Double) -> String {
    let digits = days.last?.digits ?? 4
    let scaled = (0..<digits).reduce(value) { number, _ in number * 10 }.rounded()
    guard scaled >= 0, scaled < 1e18, let mantissa = ExactDecimal(mantissa: UInt64(scaled), scale: digits) else {
      return "?"
    }
    return Fraction(mantissa).text(digits: digits) ?? "?"
  }

  /// The chart as a file of SVG.
  ///
  /// - Parameter label: Writes a day below the chart.
  package func svg(title: String, label: (Day) -> String) -> String {
    let points = columns(length).map { $0.map { LineChart.Point($0) } }
    let steps = Set((0...4).map { $0 * (length - 1) / 4 }).sorted()
    return LineChart(
      points, title: title, unit: pair.quote.code,
      labels: steps.map { LineChart.Label(step: $0, text: label(first.adding($0))) }, floor: floor,
      valueText: { text($0) }
    ).svg
  }

  /// The days as comma-separated values (RFC 4180): day, bid, ask, price without sides, source.
  package var csv: String {
    let lines = days.map { rate in
      [rate.day?.description ?? ""] + [rate.bid, rate.ask, rate.mid].map { $0?.decimal?.text ?? "" } + [rate.source]
    }
    return ([["day", "bid", "ask", "mid", "source"]] + lines).map { $0.joined(separator: ",") + "\r\n" }.joined()
  }
}

extension RatesOperations {
  /// The rates of a currency from day to day.
  ///
  /// - Parameter other: Nil for the market's own currency.
  /// - Throws: `RatesError` `invalidRequest`, `bookFailed`; where no day has a rate, the reason.
  package func history(
    of currency: Currency, in other: Currency?, from first: Day, to last: Day, _ choice: RatesChoice
  ) async throws -> RatesHistoryReading {
    let market = try await market()
    let pair = CurrencyPair(currency, other ?? market.common)
    let reading = try await reader.days(of: pair, in: market, from: first, to: last, choice)
    return RatesHistoryReading(
      pair: pair, market: market, first: first, last: last, days: reading.days, problems: reading.problems)
  }
}
