import Database
import Primitives

/// The table of the levels that were believed of rates on the last days, by the clock of this machine: a source chooses its
/// own times, and may say something else every five minutes.
///
/// However small its steps, nothing is believed at once that is off by more than half from the last level of either of the
/// two days before, or from the first one of today where there are none.
struct LevelTable {
  let database: Connection
  /// The number of the day in UTC.
  private let today: Int64

  /// A level of a day before today.
  struct Past {
    /// The source's own time of it, in seconds since 1970.
    let asOf: Int64
    /// The level.
    let level: RateLevel
  }

  /// Days after which a level counts against none any more.
  private static let memory: Int64 = 10

  /// The table as it is used at a time, in seconds since 1970.
  init(_ database: Connection, at now: Int64) { (self.database, today) = (database, now / 86_400) }

  /// The levels of the two last days before today on which there was one.
  func past(_ series: String) throws -> [Past] {
    try database.rows(
      "SELECT asOf, bid, ask, mid FROM level WHERE series = ? AND day >= ? AND day < ? ORDER BY day DESC LIMIT 2",
      [series, today - Self.memory, today]
    ).map { row in
      Past(
        asOf: try row.time("asOf") ?? 0,
        level: RateLevel(bid: try row.optional("bid"), ask: try row.optional("ask"), mid: try row.optional("mid")))
    }
  }

  /// Keeps the level of today, which the next days are held against.
  func note(_ level: RateLevel, of series: String, asOf: Int64) throws {
    let isFirst = try past(series).isEmpty
    for day in isFirst ? [today - 1, today] : [today] {
      try database.put(
        ["series": series, "day": day, "asOf": asOf, "bid": level.bid, "ask": level.ask, "mid": level.mid],
        into: "level", keys: 2)
    }
    try database.execute(
      "DELETE FROM level WHERE series = ? AND (day < ? OR day > ?)", [series, today - Self.memory, today])
  }

  /// Begins anew at a level that was confirmed.
  func restart(_ level: RateLevel, of series: String, asOf: Int64) throws {
    try database.execute("DELETE FROM level WHERE series = ?", [series])
    try note(level, of: series, asOf: asOf)
  }
}
