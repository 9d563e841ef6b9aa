import GasPrices

/// The hours of a week as clocks show them, each with its price and the quarter of all prices that it is in.
struct WeekHeatMap: Sendable {
  /// An hour.
  struct Cell: Sendable, Hashable {
    /// In wei for a unit of gas.
    let price: Double
    /// 0 for the cheapest quarter of the hours, 3 for the dearest.
    let quarter: Int
  }

  private var cells: [Int: Cell] = [:]

  /// Takes hours, the cheapest first.
  ///
  /// - Parameter offset: Seconds that clocks are ahead of UTC.
  init(_ hours: [HourOfWeek], east offset: Int) {
    let priced = hours.filter { $0.price.isFinite && $0.price >= 0 }
    let prices = priced.map(\.price)
    for hour in priced {
      // Equal prices are in one quarter, whichever hours have them.
      let rank = prices.firstIndex { $0 >= hour.price } ?? 0
      let minutes = (hour.day * 24 + hour.hour) * 60 + offset / 60
      let start = (minutes % 10_080 + 10_080) % 10_080
      cells[start / 60] = Cell(price: hour.price, quarter: min(3, rank * 4 / max(1, prices.count)))
    }
  }

  /// The hour that begins on a day, 0 for Monday; nil where none was watched.
  subscript(day: Int, hour: Int) -> Cell? { cells[day * 24 + hour] }
}
