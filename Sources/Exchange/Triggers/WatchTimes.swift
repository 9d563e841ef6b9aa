import Database
import Orders
import Primitives

/// The times in which books were watched for conditional orders, and the gaps between them.
public struct WatchTimes: Sendable {
  let journal: OrderJournal

  /// Seconds without a look after which nobody watched.
  public static let longestPause: Int64 = 60

  /// The number of watched times of a pair that are kept.
  private static let mostTimes = 500

  /// Writes down that the book of a pair was looked at now.
  ///
  /// - Returns: Whether there was a gap before it.
  /// - Throws: `fileFailed`.
  @discardableResult
  public func note(_ pair: TokenPair) async throws(OrderJournalError) -> Bool {
    let now = journal.clock()
    return try await journal.write("watch") { database in
      let last = try database.row(
        "SELECT id, ended FROM watched WHERE pair = ? ORDER BY id DESC LIMIT 1", [pair.storedText])
      if let last, try now <= last.value("ended", as: Int64.self) &+ Self.longestPause {
        try database.execute(
          "UPDATE watched SET ended = max(ended, ?) WHERE id = ?", [now, try last.value("id", as: Int64.self)])
        return false
      }
      try database.execute(
        "INSERT INTO watched (pair, began, ended) VALUES (?, ?, ?)", [pair.storedText, now, now])
      try database.execute(
        """
        DELETE FROM watched WHERE pair = ?1
          AND id NOT IN (SELECT id FROM watched WHERE pair = ?1 ORDER BY id DESC LIMIT ?2)
        """, [pair.storedText, Self.mostTimes])
      return last != nil
    }
  }

  /// The time of the last look at any book, in seconds since 1970; nil for none.
  ///
  /// - Throws: `fileFailed`.
  public func last() async throws(OrderJournalError) -> Int64? {
    try await journal.read { try $0.row("SELECT max(ended) AS last FROM watched")?.optional("last") }
  }

  /// The gaps in the watch of a pair from a time on, the oldest first; the last one may last.
  ///
  /// - Parameter since: Seconds since 1970.
  /// - Throws: `fileFailed`.
  public func gaps(of pair: TokenPair, since: Int64) async throws(OrderJournalError) -> [TriggerGap] {
    let now = journal.clock()
    let times = try await journal.read { database in
      try database.rows(
        "SELECT began, ended FROM watched WHERE pair = ? AND ended >= ? ORDER BY id", [pair.storedText, since]
      ).map { (try $0.value("began", as: Int64.self), try $0.value("ended", as: Int64.self)) }
    }
    var gaps: [TriggerGap] = []
    var last = since
    for (began, ended) in times {
      if began > last &+ Self.longestPause { gaps.append(TriggerGap(from: last, to: began)) }
      last = max(last, ended)
    }
    if now > last &+ Self.longestPause { gaps.append(TriggerGap(from: last, to: nil)) }
    return gaps
  }
}

extension TokenPair {
  fileprivate var storedText: String { "\(base.lowercaseHex)/\(quote.lowercaseHex)" }
}
