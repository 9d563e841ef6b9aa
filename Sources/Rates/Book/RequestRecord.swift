import Database

/// The record of an address: when it was asked, how that ended, and when it may be asked again.
public struct RequestRecord: Sendable, Hashable {
  /// The address, with `KEY` in the place of a key.
  public let url: String
  /// The source's name.
  public let source: String
  /// The time at which it was last asked, in seconds since 1970; nil if it never was.
  public internal(set) var lastTry: Int64?
  /// The time at which it last answered with something that was kept, or said that nothing has changed since.
  public internal(set) var lastSuccess: Int64?
  /// The HTTP status of the last answer; nil if there was none.
  public internal(set) var status: Int?
  /// The failures in a row.
  public internal(set) var failures = 0
  /// The time before which the source does not want to be asked again, in seconds since 1970.
  public internal(set) var notBefore: Int64 = 0
  /// The mark of the last answer by which the source knows it again.
  var etag: String?
  /// The source's own date of the last answer, as it wrote it.
  var lastModified: String?
  /// The newest day in the last answer with rates of days.
  var day: Day?
  /// Why the last attempt failed; nil if it did not.
  public internal(set) var problem: RatesError?

  /// The record of an address that was never asked.
  init(url: String, source: String) { (self.url, self.source) = (url, source) }
}

/// The table of the addresses that were asked.
struct RequestTable {
  let database: Connection

  /// The record of an address; nil if it was never asked.
  func record(of url: String) throws -> RequestRecord? {
    try database.row("SELECT \(Self.columns) FROM request WHERE url = ?", [url]).map(Self.record)
  }

  /// The records of a source, or of all; the last asked first.
  func records(of source: String?) throws -> [RequestRecord] {
    try database.rows(
      "SELECT \(Self.columns) FROM request WHERE (source = ?1 OR ?1 IS NULL) ORDER BY lastTry DESC NULLS LAST, url",
      [source]
    ).map(Self.record)
  }

  /// Puts a record in the place of the one before.
  func save(_ record: RequestRecord) throws {
    try database.put(
      [
        "url": record.url, "source": record.source, "lastTry": record.lastTry, "lastSuccess": record.lastSuccess,
        "status": record.status, "failures": record.failures, "notBefore": record.notBefore, "etag": record.etag,
        "lastModified": record.lastModified, "day": record.day, "code": record.problem?.code.description,
        "problem": record.problem.map { [$0.message, $0.reason].compactMap { $0 }.joined(separator: "\n") },
      ], into: "request")
  }

  private static let columns =
    "url, source, lastTry, lastSuccess, status, failures, notBefore, etag, lastModified, day, code, problem"

  private static func record(_ row: Row) throws -> RequestRecord {
    var record = RequestRecord(url: try row.value("url"), source: try row.value("source"))
    record.lastTry = try row.time("lastTry")
    record.lastSuccess = try row.time("lastSuccess")
    record.status = try row.optional("status")
    record.failures = min(max(0, try row.value("failures")), 1000)
    record.notBefore = try row.time("notBefore") ?? 0
    record.etag = try row.optional("etag")
    record.lastModified = try row.optional("lastModified")
    record.day = try row.optional("day")
    if let code = try row.optional("code", as: String.self) {
      let lines = try row.value("problem", as: String.self).split(separator: "\n", maxSplits: 1)
      record.problem = RatesError(
        ErrorCode(code), lines.first.map { String($0) } ?? code, reason: lines.dropFirst().first.map { String($0) })
    }
    return record
  }
}
