internal import CPQ
import Platform

/// A connection to a server of PostgreSQL. Its calls do not block longer than until a moment that is set before: then
/// it is lost.
///
/// It belongs to one thread at a time, see ``DatabaseServer``.
final class PostgresConnection {
  /// The name of its row in the table of witnesses.
  let witness = "\(UInt64.random(in: 0 ... .max))"
  /// The number of changes that began on it.
  var changes: Int64 = 0
  /// The number of the server's line of history; 0 of one that follows another.
  var timeline: UInt32 = 0
  /// The moment at which the server is no longer waited for.
  private var deadline: ContinuousClock.Instant
  /// The last failure of a statement: what others make of the error does not hide it.
  private(set) var failure: PostgresFailure?
  /// Whether an answer was not waited for to its end: what comes of it still would be taken for that of the next
  /// statement.
  private var isGivenUp = false
  private let library: cpq
  private let pointer: UnsafeMutableRawPointer
  /// The statements that the server has, by their SQL and the types of their arguments.
  private var statements: [Prepared: String] = [:]
  private var translations: [String: String] = [:]

  private struct Prepared: Hashable {
    let sql: String
    let types: [UInt32]
  }

  /// - Throws: `DatabaseError` `.unreachable`, `.crowded`, `.refused`.
  init(_ address: PostgresAddress, until deadline: ContinuousClock.Instant) throws {
    let library = try PostgresLibrary.functions
    self.library = library
    self.deadline = deadline
    let keywords = address.keywords(until: deadline).sorted { $0.key < $1.key }
    let made = CStrings.with(keywords.map(\.key)) { names in
      CStrings.with(keywords.map(\.value)) { library.connect(names, $0, 0) }
    }
    guard let made else { throw DatabaseError(.failed, "There is no memory for a connection.") }
    pointer = made
    guard library.status(pointer) == Int32(CPQ_CONNECTION_OK) else {
      let words = Self.line(library.error(pointer))
      throw DatabaseError(Self.problem(words), words)
    }
    cpq_silence(library, pointer)
    _ = library.set_nonblocking(pointer, 1)
  }

  deinit { library.finish(pointer) }

  /// Begins a use of it, in which nothing failed yet.
  func begin(until deadline: ContinuousClock.Instant) { (self.deadline, failure) = (deadline, nil) }

  /// The error of a connection that was not made: libpq has no code for it, only words.
  private static func problem(_ words: String) -> DatabaseError.Code {
    func has(_ parts: String...) -> Bool { parts.contains { words.contains($0) } }
    if has("too many clients", "too many connections", "connection slots are reserved") { return .crowded }
    let isRefusal = has("authentication", "does not exist", "no password", "pg_hba", "certificate", "not permitted")
    return isRefusal ? .refused : .unreachable
  }

  /// The version of the server, such as 150018.
  var version: Int { Int(library.server_version(pointer)) }

  /// Whether it can be used by the next one: it stands, and is in no change.
  var isIdle: Bool {
    !isLost && library.transaction_status(pointer) == Int32(CPQ_IDLE)
  }

  var isLost: Bool { isGivenUp || library.status(pointer) != Int32(CPQ_CONNECTION_OK) }

  // MARK: Statements

  /// Runs statements that have no arguments, as they are; the first column of the last one's first row.
  @discardableResult
  func run(_ sql: String) throws -> String? {
    guard !sql.utf8.contains(0) else { throw DatabaseError(.failed, "A statement has a zero byte in it.") }
    guard library.send_query(pointer, sql) == 1 else { throw lost() }
    var value: String?
    try results { result in
      let isRow = library.rows(result) > 0 && library.is_null(result, 0, 0) == 0
      value = isRow ? library.value(result, 0, 0).map { String(cString: $0) } : nil
    }
    return value
  }

  /// Runs statements without arguments; the rows that the last one changed, and what it is called (`COMMIT`).
  func change(_ sql: String) throws -> (rows: Int, name: String) {
    guard library.send_query(pointer, sql) == 1 else { throw lost() }
    var last = (rows: 0, name: "")
    try results { result in
      last.rows = library.changed_rows(result).flatMap { Int(String(cString: $0)) } ?? 0
      last.name = library.command_status(result).map { String(cString: $0) } ?? ""
    }
    return last
  }

  /// Runs one statement of a store.
  private func result(_ sql: String, _ arguments: [StoredValue]) throws -> (PostgresResult, changed: Int) {
    let arguments = PostgresArguments(arguments)
    let text = translations[sql] ?? PostgresDialect.translated(sql)
    translations[sql] = text
    let name = try prepared(text, arguments.types)
    let isSent = arguments.withPointers {
      if let name { return library.send_prepared(pointer, name, Int32(arguments.types.count), $0, $1, $2, 1) }
      return library.send_params(pointer, text, Int32(arguments.types.count), arguments.types, $0, $1, $2, 1)
    }
    guard isSent == 1 else { throw lost() }
    var found: (PostgresResult, Int)?
    try results(areKept: true) { result in
      let changed = library.changed_rows(result).flatMap { Int(String(cString: $0)) } ?? 0
      found = (PostgresResult(result, library), changed)
    }
    guard let found else { throw lost() }
    return found
  }

  /// The name of a statement at the server, which parses and plans it once; nil where there are too many by now.
  private func prepared(_ sql: String, _ types: [UInt32]) throws -> String? {
    let key = Prepared(sql: sql, types: types)
    if let name = statements[key] { return name }
    guard statements.count < Self.mostPrepared else { return nil }
    let name = "s\(statements.count)"
    guard library.send_prepare(pointer, name, sql, Int32(types.count), types) == 1 else { throw lost() }
    try results { _ in }
    statements[key] = name
    return name
  }

  /// The most statements that are kept at the server: some have a value for each of many rows.
  private static let mostPrepared = 256

  /// Reads the results of what was sent, all of them; the first failure is thrown when none is left.
  ///
  /// - Parameters:
  ///   - areKept: Whether those without a failure are `body`'s to clear.
  ///   - rows: What a statement gets that asks for rows.
  private func results(
    areKept: Bool = false, giving rows: [[StoredValue]] = [], _ body: (UnsafeMutableRawPointer) throws -> Void
  ) throws {
    var first: (any Error)?
    while true {
      try wait()
      guard let result = library.result(pointer) else { break }
      let status = library.result_status(result)
      if status == Int32(CPQ_COPY_IN) {
        library.clear(result)
        try give(rows)
      } else if [CPQ_COMMAND_OK, CPQ_TUPLES_OK].contains(Int(status)), first == nil {
        do { try body(result) } catch { first = error }
        if !areKept { library.clear(result) }
      } else {
        if first == nil {
          let state = library.result_field(result, Int32(CPQ_FIELD_SQLSTATE)).map { String(cString: $0) }
          let words = library.result_field(result, Int32(CPQ_FIELD_MESSAGE)) ?? library.error(pointer)
          // The columns of a statement that the server has are others by now: a later program has added some.
          if state == "0A000" { isGivenUp = true }
          first = failed(PostgresFailure(state: isLost ? nil : state, words: Self.line(words)))
        }
        library.clear(result)
      }
    }
    if let first { throw first }
  }

  /// Gives the server the rows that it asked for.
  private func give(_ rows: [[StoredValue]]) throws {
    var piece = PostgresRows()
    for row in rows {
      piece.append(row)
      if piece.bytes.count >= Self.pieceSize { try send(&piece) }
    }
    piece.end()
    try send(&piece)
    guard library.put_end(pointer, nil) == 1 else { throw lost() }
  }

  private func send(_ piece: inout PostgresRows) throws {
    let isSent = piece.bytes.withUnsafeBytes { bytes in
      library.put(pointer, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
    }
    guard isSent == 1 else { throw lost() }
    piece.bytes.removeAll(keepingCapacity: true)
    try wait()
  }

  /// The bytes of rows that are sent at once.
  private static let pieceSize = 65_536

  /// Waits until a result can be read without blocking.
  private func wait() throws {
    while true {
      let left = library.flush(pointer)
      guard left >= 0 else { throw lost() }
      if left == 0, library.is_busy(pointer) == 0 { return }
      var one = pollfd(fd: library.socket(pointer), events: Int16(POLLIN | (left == 1 ? POLLOUT : 0)), revents: 0)
      let patience = deadline - .now
      guard patience > .zero else {
        // The answer would come at a moment when nobody waits for it, or may be here by now: this connection is of no
        // use any more, and whether a change was made is asked on another.
        isGivenUp = true
        shutdown(one.fd, Int32(SHUT_RDWR))
        throw failed(PostgresFailure(state: nil, words: "The server did not answer in time."))
      }
      let milliseconds = Int32(min(patience.components.seconds * 1000 + 1, 1000))
      guard poll(&one, 1, milliseconds) >= 0 || errno == EINTR else { throw lost() }
      if one.revents != 0, library.consume(pointer) == 0 { throw lost() }
    }
  }

  private func lost() -> any Error {
    failed(PostgresFailure(state: nil, words: Self.line(library.error(pointer))))
  }

  private func failed(_ failure: PostgresFailure) -> any Error {
    self.failure = failure
    return failure.error
  }

  /// The words of the library or the server in one line, with one space wherever they have white space.
  static func line(_ words: UnsafePointer<CChar>?) -> String {
    let text = words.map { String(cString: $0) } ?? ""
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.isEmpty ? "The connection was lost." : line
  }
}

extension PostgresConnection: StatementRunner {
  var words: SQLDialect {
    // Not that of the change's beginning, which may have waited long for its turn.
    SQLDialect(
      clock: "(extract(epoch FROM clock_timestamp()) * 1000)::bigint", forUpdate: " FOR UPDATE",
      forKeyShare: " FOR KEY SHARE")
  }

  func rows(_ sql: String, _ arguments: [StoredValue], most: Int?) throws -> [Row] {
    let (result, _) = try result(sql, arguments)
    return (0..<min(result.count, most ?? .max)).map { result.row($0) }
  }

  func forEachRow(_ sql: String, _ arguments: [StoredValue], _ body: (Row) throws -> Void) throws {
    for row in try rows(sql, arguments, most: nil) { try body(row) }
  }

  func execute(_ sql: String, _ arguments: [StoredValue]) throws -> Int {
    if arguments.isEmpty { return try change(PostgresDialect.translated(sql)).rows }
    return try result(sql, arguments).changed
  }

  /// Copies many rows, which takes the server half the time, and a few round trips more than a statement that inserts
  /// some.
  func add(_ rows: [[StoredValue]], to table: String, _ columns: [String], onlyNew: Bool) throws -> Int {
    let names = columns.joined(separator: ", ")
    guard !onlyNew, rows.count >= Self.fewestCopied,
      PostgresRows.are(rows, of: try result("SELECT \(names) FROM \(table) WHERE false", []).0.types)
    else { return try insert(rows, into: table, columns, onlyNew: onlyNew) }
    let sql = "COPY \(table) (\(names)) FROM STDIN (FORMAT binary)"
    guard library.send_query(pointer, sql) == 1 else { throw lost() }
    try results(giving: rows) { _ in }
    return rows.count
  }

  private static var fewestCopied: Int { 16 }

  var lastInsertedRow: Int64 {
    get throws {
      guard let number: Int64 = try rows("SELECT lastval()", [], most: 1).first?.first() else { throw lost() }
      return number
    }
  }

  func hasTable(_ name: String) throws -> Bool {
    try rows("SELECT to_regclass(?) IS NOT NULL AS found", [.text(name)], most: 1).first?.first() ?? false
  }

  func columns(of table: String) throws -> [String] {
    try rows(
      """
      SELECT attname FROM pg_attribute WHERE attrelid = to_regclass(?) AND attnum > 0 AND NOT attisdropped ORDER BY attnum
      """, [.text(table)], most: nil
    ).compactMap { try $0.first() }
  }

  /// Runs a part of a change: the whole of it ends with ``DatabaseServer``.
  func transaction(_ body: () throws -> Void) throws { try body() }

  var engine: DatabaseEngine { .server }

  func acquireLock(_ name: String) throws {
    // The name of the store's tables before it, as where a change begins with its turn.
    let lock = "SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ' ' || ?, 0))"
    _ = try result(lock, [.text(name)])
  }
}

/// Arrays of texts as C has them.
private enum CStrings {
  static func with<Value>(_ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Value) -> Value {
    var pointers = texts.map { UnsafePointer(strdup($0)) }
    defer { for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) } }
    pointers.append(nil)
    defer { pointers.removeLast() }
    return body(pointers)
  }
}
