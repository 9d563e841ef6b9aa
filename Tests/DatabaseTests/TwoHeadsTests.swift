import DatabaseSupport
import Foundation
import Testing

@testable import Database

@Suite(
  "Two servers, of which each takes itself for the first",
  .enabled(if: PostgresCluster.isInstalled, PostgresCluster.advice))
struct TwoHeadsTests {
  private static let schema = DatabaseSchema(
    applicationID: 7,
    steps: [
      .adding { try $0.execute("CREATE TABLE thing (name TEXT PRIMARY KEY) WITHOUT ROWID, STRICT") }
    ])

  private let cluster: PostgresCluster
  private let database: String
  private let folder: URL

  init() throws {
    cluster = try PostgresCluster()
    database = try cluster.makeDatabase()
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("heads-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func address(_ host: String, state: String?) throws -> PostgresAddress {
    try PostgresAddress(
      "host=\(host) user=lectures dbname=\(database)", isSecret: true,
      stateFolder: state.map { folder.appendingPathComponent($0).path })
  }

  private func server(_ host: String, state: String? = nil) throws -> DatabaseServer {
    var options = DatabaseServer.Options()
    options.patience = 120
    let server = try DatabaseServer(address(host, state: state), store: "things", options)
    try server.bringUpToDate(Self.schema)
    return server
  }

  private func code(_ body: () throws -> Void) -> DatabaseError.Code? {
    do { try body() } catch { return (error as? DatabaseError)?.code }
    return nil
  }

  private func insert(_ name: String, at server: DatabaseServer) throws {
    try server.write { try $0.execute("INSERT INTO thing VALUES (?)", [name]) }
  }

  private func names(at host: String) throws -> [String] { try names(of: server(host)) }

  private func names(of server: DatabaseServer) throws -> [String] {
    try server.read { try $0.values("SELECT name FROM thing ORDER BY name", as: String.self) }
  }

  @Test("leave one that this machine uses: the old one is refused to who talks to it still, and to who comes anew")
  func fenced() async throws {
    defer { withExtendedLifetime(cluster) {} }
    let old = try server(cluster.folder, state: "state")
    try insert("both", at: old)
    let head = try await cluster.promoteCopy()
    // Who only looks at the new one decides nothing.
    let new = try server(head, state: "state")
    #expect(try names(of: new) == ["both"])
    try insert("old", at: old)
    try insert("new", at: new)
    #expect(code { try insert("late", at: old) } == .behind)
    #expect(code { _ = try server(cluster.folder, state: "state") } == .behind)
    // The same after the old one was away.
    try cluster.crash()
    #expect(code { _ = try server(cluster.folder, state: "state") } == .behind)
    try insert("newer", at: new)
    // A machine that never made a change at the new one cannot know of it.
    let other = try server(cluster.folder, state: "other")
    try insert("other", at: other)
    #expect(try names(at: cluster.folder) == ["both", "old", "other"])
    #expect(try names(at: head) == ["both", "new", "newer"])
  }

  @Test(
    "are told apart by every store of a machine, since the address has the folder of notes, whichever store wrote it")
  func everyStore() async throws {
    defer { withExtendedLifetime(cluster) {} }
    let old = DatabasePlace.server(try address(cluster.folder, state: "state"))
    for store in ["one", "two"] { try old.open(store, Self.schema).close() }
    let head = try await cluster.promoteCopy()
    let new = try DatabasePlace.server(address(head, state: "state")).open("one", Self.schema)
    try await new.write { try $0.execute("INSERT INTO thing VALUES ('new')") }
    for store in ["one", "two"] { #expect(code { _ = try old.open(store, Self.schema) } == .behind) }
    let error = #expect(throws: DatabaseError.self) { try old.requireServer(within: 5) }
    #expect(try #require(error?.callForRestart).contains("start this service anew"))
  }

  @Test("one change is not ended at the old one once another of its process met the new one, whatever was noted")
  func sameAddress() async throws {
    defer { withExtendedLifetime(cluster) {} }
    let way = folder.appendingPathComponent("way").path
    func lead(to host: String) throws {
      try? FileManager.default.removeItem(atPath: way)
      try FileManager.default.createSymbolicLink(atPath: way, withDestinationPath: host)
    }
    try lead(to: cluster.folder)
    let server = try server(way)
    try insert("both", at: server)
    let head = try await cluster.promoteCopy()
    try lead(to: head)
    let code = code {
      try server.write { db in
        // On a connection to the old one, which was kept; the second is made now.
        try db.execute("INSERT INTO thing VALUES ('lost')")
        #expect(try names(of: server) == ["both"])
      }
    }
    #expect(code == .behind)
    try insert("new", at: server)
    #expect(try names(at: cluster.folder) == ["both"])
    #expect(try names(at: head) == ["both", "new"])
  }

  @Test("a note of a machine is that of the newest, whoever writes it, and is not believed where it cannot be read")
  func notes() throws {
    let notes = TimelineNotes(folder: folder.appendingPathComponent("notes").path)
    #expect(notes.newest(of: 5) == 0)
    for timeline: UInt32 in [2, 7, 3] { try notes.raise(5, to: timeline) }
    #expect(notes.newest(of: 5) == 7 && notes.newest(of: 6) == 0)
    let file = "\(notes.folder)/timeline-5"
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "0000000007\n")
    try Data("none".utf8).write(to: URL(fileURLWithPath: file))
    #expect(notes.newest(of: 5) == 0)
    try notes.raise(5, to: 1)
    #expect(notes.newest(of: 5) == 1)
  }
}
