import Database

/// The course of the requests to a source.
public struct SourceStatus: Sendable, Hashable {
  /// The source's name.
  public let source: String
  /// When it was asked last, in seconds since 1970.
  public let lastTry: Int64?
  /// When it answered last.
  public let lastSuccess: Int64?
  /// When all its addresses may be asked again.
  public let nextTry: Int64?
  /// The reason why it gave no answer the last time.
  public let problem: String?
}

/// The course of the requests to one address.
struct RequestRecord: Sendable, Hashable {
  /// The address, without a key.
  let url: String
  /// The name of the source whose it is.
  let source: String
  /// Seconds since 1970; the other times, too.
  var lastTry: Int64
  var lastSuccess: Int64?
  /// How often in a row it gave no answer.
  var failures: Int64 = 0
  var notBefore: Int64 = 0
  /// The marks of the content that came last.
  var etag: String?
  var lastModified: String?
  /// The code and the words of the problem with the last answer.
  var code: String?
  var problem: String?

  /// When it may be asked again.
  func nextTry(now: Int64) -> Int64 {
    // A clock that went back counts as no time at all.
    max(min(lastTry, now) + SourceAsker.interval, min(notBefore, now + SourceAsker.longestWait))
  }

  /// The problem as an error.
  var error: RatesError? {
    code.map { RatesError(ErrorCode($0), problem ?? "The source gave no answer.") }
  }
}

extension RatesBook {
  /// How each source was asked and answered, by name.
  ///
  /// - Parameter time: Seconds since 1970.
  /// - Throws: `bookFailed`.
  public func requests(at time: Int64) async throws -> [SourceStatus] {
    let all = try await file.read {
      try $0.rows("SELECT * FROM request ORDER BY lastTry").map { try RequestRecord(row: $0) }
    }
    return Dictionary(grouping: all, by: \.source).sorted { $0.key < $1.key }.map { source, records in
      SourceStatus(
        source: source, lastTry: records.last?.lastTry, lastSuccess: records.compactMap(\.lastSuccess).max(),
        nextTry: records.map { $0.nextTry(now: time) }.max(), problem: records.last?.problem)
    }
  }

  /// The course of the requests to addresses, those that were ever asked.
  func records(_ urls: [String]) async throws -> [String: RequestRecord] {
    try await file.read { database in
      try urls.reduce(into: [:]) { records, url in
        records[url] = try database.row("SELECT * FROM request WHERE url = ?", [url]).map { try RequestRecord(row: $0) }
      }
    }
  }

  /// Writes the course of an address down, with all that its answer told: both or nothing.
  func note(_ record: RequestRecord, _ findings: SourceFindings?, of source: SourceProfile, at time: Int64) async throws
  {
    try await file.write { database in
      try database.execute(
        "INSERT OR REPLACE INTO request VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
          record.url, record.source, record.lastTry, record.lastSuccess, record.failures, record.notBefore, record.etag,
          record.lastModified, record.code, record.problem,
        ])
      // Addresses with a day in them are asked on that day only.
      try database.execute("DELETE FROM request WHERE lastTry < ?", [time &- 400 * 86_400])
      if let findings { try Self.keep(findings, of: source, at: time, in: database) }
    }
  }
}

extension RequestRecord {
  fileprivate init(row: Row) throws {
    self.init(
      url: try row.value("url"), source: try row.value("source"), lastTry: try row.value("lastTry"),
      lastSuccess: try row.optional("lastSuccess"), failures: try row.value("failures"),
      notBefore: try row.value("notBefore"), etag: try row.optional("etag"),
      lastModified: try row.optional("lastModified"), code: try row.optional("code"),
      problem: try row.optional("problem"))
  }
}
