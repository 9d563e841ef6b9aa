import Database
import DatabaseSupport
import Foundation
import Testing

@Suite("Rows that are added many at a time", .overEachEngine)
struct AddedRowsTests {
  private static let schema = DatabaseSchema(
    applicationID: 9,
    steps: [
      .adding {
        try $0.execute(
          """
          CREATE TABLE thing (
            number INTEGER PRIMARY KEY, name TEXT NOT NULL, share REAL NOT NULL, bytes BLOB NOT NULL
          ) STRICT
          """)
      }
    ])

  private let database: any SQLDatabase

  init() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    database = try TestDatabases.place(path).open("things", Self.schema)
  }

  private func add(_ numbers: some Sequence<Int>) throws {
    try database.write(turn: "things") { db in
      try db.add(
        numbers.map { [$0, "it's \($0)", Double($0) / 2, [UInt8](repeating: 7, count: $0 % 3)] }, to: "thing",
        ["number", "name", "share", "bytes"])
    }
  }

  private func numbers() throws -> [Int] {
    try database.read { try $0.values("SELECT number FROM thing ORDER BY number") }
  }

  @Test("are all there, each with its own values", arguments: [0, 1, 2, 15, 16, 127, 128, 129, 9_000])
  func whole(count: Int) throws {
    try add(0..<count)
    let rows = try database.read { db throws in
      try db.rows("SELECT number, name, share, bytes FROM thing ORDER BY number").map { row in
        let (number, bytes): (Int, [UInt8]) = (try row.value("number"), try row.value("bytes"))
        let (name, share): (String, Double) = (try row.value("name"), try row.value("share"))
        return name == "it's \(number)" && share == Double(number) / 2
          && bytes == Array(repeating: 7, count: number % 3)
      }
    }
    #expect(rows == Array(repeating: true, count: count))
    #expect(try numbers() == Array(0..<count))
  }

  @Test("are added all or none, wherever among them is one that cannot be", arguments: [0, 100, 299])
  func collision(place: Int) throws {
    try add([1_000 + place])
    #expect(throws: DatabaseError.self) { try add(1_000..<1_300) }
    #expect(try numbers() == [1_000 + place])
    try add(0..<300)
    #expect(try numbers().count == 301)
  }

  @Test("leave those out that are there where that is asked for, and say how many were added")
  func onlyNew() throws {
    try add([3, 250])
    let added = try database.write(turn: "things") { db in
      try db.add(
        (0..<300).map { [$0, "again", 0.5, [UInt8]()] }, to: "thing", ["number", "name", "share", "bytes"],
        onlyNew: true)
    }
    #expect(added == 298)
    let kept = try database.read { try $0.values("SELECT number FROM thing WHERE name <> 'again'", as: Int.self) }
    #expect(kept.sorted() == [3, 250])
  }

  @Test("are not more at a time than a statement has arguments for", arguments: [1, 99, 100, 300])
  func wide(count: Int) throws {
    let names = (0..<10).map { "c\($0)" }
    let columns = names.map { "\($0) INTEGER NOT NULL" }.joined(separator: ", ")
    try database.write(turn: "things") { db in
      try db.execute("CREATE TABLE wide (\(columns))")
      try db.add((0..<count).map { row in names.indices.map { row * 10 + $0 } }, to: "wide", names)
    }
    let sum = try database.read { try $0.value("SELECT CAST(sum(c9) AS INTEGER) FROM wide", as: Int.self) }
    #expect(sum == (0..<count).reduce(0) { $0 + $1 * 10 + 9 })
  }

  @Test("are refused alike, be they few or many, and nothing is left of them", arguments: [2, 40])
  func refusal(count: Int) throws {
    let rows = { (name: any Storable) in
      (0..<count).map { number -> [any Storable] in
        [number, number == count - 1 ? name : "one", 0.5, [UInt8]()]
      }
    }
    for table in ["thing", "nothing"] {
      let (name, columns) = (table == "thing" ? StoredValue.null : .text("one"), ["number", "name", "share", "bytes"])
      #expect(throws: DatabaseError(.failed, "")) {
        try database.write(turn: "things") { try $0.add(rows(name), to: table, columns) }
      }
      #expect(try numbers() == [])
    }
  }

  @Test("keep their values where these are of another type than their column", arguments: [2, 40])
  func cast(count: Int) throws {
    try database.write(turn: "things") { db in
      try db.add(
        (0..<count).map { [$0, "one", $0, [UInt8]()] as [any Storable] }, to: "thing",
        ["number", "name", "share", "bytes"])
    }
    let shares = try database.read { try $0.values("SELECT share FROM thing ORDER BY number", as: Double.self) }
    #expect(shares == (0..<count).map { Double($0) })
  }

  @Test("are whole where they have many bytes each")
  func large() throws {
    let rows = (0..<20).map { number -> [any Storable] in
      [number, "one", 0.5, [UInt8](repeating: UInt8(number), count: 300_000)]
    }
    try database.write(turn: "things") { try $0.add(rows, to: "thing", ["number", "name", "share", "bytes"]) }
    let bytes = try database.read { try $0.values("SELECT bytes FROM thing ORDER BY number", as: [UInt8].self) }
    #expect(bytes == (0..<20).map { [UInt8](repeating: UInt8($0), count: 300_000) })
  }
}
