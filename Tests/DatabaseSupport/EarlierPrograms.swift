import Database
import Foundation
import Testing

/// Programs of earlier versions at the tables of a store, as its schema says of each whether it goes on there.
package struct EarlierPrograms {
  private let schema: DatabaseSchema
  private let functions: [SQLFunction]

  /// - Parameters:
  ///   - schema: That of the store.
  ///   - functions: Those that the store gives to the connections of its files.
  package init(of schema: DatabaseSchema, functions: [SQLFunction] = []) {
    self.schema = TestDatabases.current == nil ? schema : schema.onServer
    self.functions = functions
  }

  private func schema(of version: Int) -> DatabaseSchema {
    var schema = schema
    schema.steps = Array(schema.steps.prefix(version))
    return schema
  }

  /// Expects of each version that it goes on at the newest tables, or is refused, as the schema says, and that where it goes
  /// on it finds all that its own tables have.
  package func expectAsDeclared() throws {
    for version in 1...schema.version {
      let place = try TestDatabases.place(
        FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path)
      let running = try opened(place, version)
      let before = try running.read { try Self.columns(in: $0) }
      let new = try opened(place, schema.version)
      let after = try new.read { try Self.columns(in: $0) }
      if version >= schema.oldest {
        // It goes on, and another one is begun.
        try running.write(turn: "some") { _ in }
        let late = try opened(place, version)
        try late.requirePresent(schema(of: version))
        for (table, columns) in before {
          let now = try #require(after[table], "\(table) of version \(version)")
          #expect(Array(now.prefix(columns.count)).map(\.name) == columns.map(\.name), "\(table) of version \(version)")
          let needed = now.dropFirst(columns.count).filter { !$0.isFilled }
          #expect(
            needed.isEmpty, "\(needed.map(\.name)) of \(table) have to be named, which version \(version) does not")
        }
        try late.close()
      } else {
        #expect(code { try running.write(turn: "some") { _ in } } == .newer, "version \(version)")
        #expect(code { _ = try opened(place, version) } == .newer, "version \(version)")
      }
      try running.close()
      try new.close()
    }
  }

  private func opened(_ place: DatabasePlace, _ version: Int) throws -> any SQLDatabase {
    try Self.open(place, "some", schema(of: version), functions)
  }

  /// Opens the tables of a store as a program with another schema does, with the functions that the store gives to files.
  package static func open(
    _ place: DatabasePlace, _ store: String, _ schema: DatabaseSchema, _ functions: [SQLFunction]
  ) throws -> any SQLDatabase {
    guard case .file(let path) = place else { return try place.open(store, schema) }
    var options = DatabaseFile.Options()
    options.functions = functions
    let file = try DatabaseFile(path, options)
    try file.bringUpToDate(schema)
    return file
  }

  private func code(_ body: () throws -> Void) -> DatabaseError.Code? {
    do { try body() } catch { return (error as? DatabaseError)?.code }
    return nil
  }

  /// A column, and whether a row that does not name it gets a value, or may have none.
  private typealias Column = (name: String, isFilled: Bool)

  /// The columns of all tables, in their order.
  private static func columns(in db: Database.Connection) throws -> [String: [Column]] {
    let tables =
      db.engine == .server
      ? "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename NOT IN ('version', 'witness')"
      : "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name != 'version'"
    let filled =
      db.engine == .server
      ? """
      SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = ?
        AND (is_nullable = 'YES' OR column_default IS NOT NULL OR is_generated = 'ALWAYS')
      """
      : "SELECT name FROM pragma_table_xinfo(?) WHERE \"notnull\" = 0 OR dflt_value IS NOT NULL OR hidden > 0"
    var columns: [String: [Column]] = [:]
    for table in try db.values(tables, as: String.self) {
      let names = Set(try db.values(filled, [table], as: String.self))
      columns[table] = try db.columns(of: table).map { ($0, names.contains($0)) }
    }
    return columns
  }
}
