import Database
import Primitives

extension Book {
  /// Of changes within so many seconds the last one is kept; then they are kept for so many seconds, later the last one of each hour, then of each day.
  static let burst: Int64 = 10
  static let rawLife: Int64 = 2 * 86_400
  static let hourlyLife: Int64 = 60 * 86_400
  static let dailyLife: Int64 = 5 * 366 * 86_400

  /// Keeps what wallets of a network hold now.
  ///
  /// A balance stands as a run from its first sample to its last: one that does not change takes two rows however often it
  /// is read. Of changes within ten seconds the last one is kept, beside the very first.
  ///
  /// - Complexity: O(balances · log samples).
  /// - Throws: `bookFailed`.
  public func record(_ balances: [Address: Amount], network: String, time: Int64) async throws {
    try await file.note { database in
      for (address, amount) in balances {
        try Self.record(BalanceSample(time: time, amount: amount), network, address.lowercaseHex, in: database)
      }
      try Self.thin(now: time, in: database)
    }
  }

  /// The newest sample of each place that has one.
  ///
  /// - Throws: `bookFailed`.
  public func balances(of places: some Sequence<BalancePlace> & Sendable) async throws -> [BalancePlace: BalanceSample]
  {
    try await file.read { database in
      var found: [BalancePlace: BalanceSample] = [:]
      for place in places where found[place] == nil {
        found[place] = try Self.newest(place.network, place.address.lowercaseHex, 1, in: database).first
      }
      return found
    }
  }

  /// The samples of a place since a time, the oldest first; the last one before that time too.
  ///
  /// - Throws: `bookFailed`.
  public func samples(of place: BalancePlace, since time: Int64 = .min) async throws -> [BalanceSample] {
    try await file.read { database in
      try database.rows(
        """
        SELECT time, wei FROM sample WHERE network = ?1 AND address = ?2 AND time >= coalesce(
          (SELECT max(time) FROM sample WHERE network = ?1 AND address = ?2 AND time <= ?3), ?3) ORDER BY time
        """, [place.network, place.address.lowercaseHex, time]
      ).compactMap { try Self.sample($0) }
    }
  }

  static func record(_ sample: BalanceSample, _ network: String, _ address: String, in database: Connection) throws {
    let last = try newest(network, address, 2, in: database)
    if let newest = last.first {
      // A clock that was set back must not write the past anew.
      guard sample.time >= newest.time else { return }
      let isRun = last.count == 2 && last[1].amount == newest.amount && newest.amount == sample.amount
      // The very first is what all changes are seen from.
      let isBurst = last.count == 2 && newest.amount != sample.amount && sample.time - newest.time < burst
      if isRun || isBurst || sample.time == newest.time {
        try database.execute(
          "DELETE FROM sample WHERE network = ? AND address = ? AND time = ?", [network, address, newest.time])
      }
    }
    try database.execute(
      "INSERT INTO sample (network, address, time, wei) VALUES (?, ?, ?, ?)",
      [network, address, sample.time, sample.amount.wei.description])
  }

  private static func newest(
    _ network: String, _ address: String, _ count: Int, in database: Connection
  ) throws -> [BalanceSample] {
    try database.rows(
      "SELECT time, wei FROM sample WHERE network = ? AND address = ? ORDER BY time DESC LIMIT ?",
      [network, address, count]
    ).compactMap { try sample($0) }
  }

  static func sample(_ row: Row) throws -> BalanceSample? {
    let text: String = try row.value("wei")
    guard let wei = try? UInt256(parsing: text) else { return nil }
    return BalanceSample(time: max(0, try row.value("time")), amount: Amount(wei: wei))
  }

  /// Thins what is older, once an hour.
  private static func thin(now: Int64, in database: Connection) throws {
    let last: Int64? = try database.value("SELECT value FROM fact WHERE name = 'thinned'")
    if let last, now >= last, last > now &- 3600 { return }
    for (age, bucket) in [(rawLife, 3600), (hourlyLife, 86_400)] as [(Int64, Int64)] {
      try database.execute(
        """
        DELETE FROM sample WHERE time < ?1 AND EXISTS (
          SELECT 1 FROM sample AS later WHERE later.network = sample.network AND later.address = sample.address
            AND later.time > sample.time AND later.time / ?2 = sample.time / ?2 AND later.time < ?1)
        """, [now &- age, bucket])
    }
    try database.execute("DELETE FROM sample WHERE time < ?", [now &- dailyLife])
    try database.put(["name": "thinned", "value": now], into: "fact")
  }
}
