import DatabaseSupport
import FixtureSupport
import Testing

@testable import Database

@Suite(
  "A way to a server on which a message is lost", .enabled(if: PostgresCluster.isInstalled, PostgresCluster.advice))
struct ServerWayTests {
  private static let schema = DatabaseSchema(
    applicationID: 7, steps: [.adding { try $0.execute("CREATE TABLE thing (name TEXT NOT NULL) STRICT") }])

  private let proxy: PostgresProxy
  private let address: (way: PostgresAddress, direct: PostgresAddress)

  init() throws {
    let cluster = try PostgresCluster.shared
    let database = try cluster.makeDatabase()
    proxy = try PostgresProxy(to: cluster)
    address = (
      try PostgresAddress(proxy.address(of: database), isSecret: true),
      try PostgresAddress(cluster.address(of: database), isSecret: true)
    )
    _ = try server(address.direct, patience: 120)
  }

  private func server(_ address: PostgresAddress, patience: Double) throws -> DatabaseServer {
    var options = DatabaseServer.Options()
    options.patience = patience
    let server = try DatabaseServer(address, store: "things", options)
    try server.bringUpToDate(Self.schema)
    return server
  }

  /// Makes two changes, of which a message meets a blow, and compares what was said with what is there.
  ///
  /// - Returns: The number of messages, and the one that was met.
  private func change(_ blow: PostgresProxy.Blow?, at number: Int, patience: Double) throws -> (Int, String?) {
    let direct = try server(address.direct, patience: 120)
    try direct.write { try $0.execute("DELETE FROM thing") }
    proxy.begin(blow, at: number, delay: 1.5 * patience)
    var said: [String: DatabaseError.Code?] = [:]
    if let server = try? server(address.way, patience: patience) {
      for name in ["a", "b"] {
        do {
          try server.write(turn: "turn") { try $0.execute("INSERT INTO thing VALUES (?)", [name]) }
          said[name] = .some(nil)
        } catch let error as DatabaseError {
          said[name] = error.code
        }
      }
      server.close()
    }
    let met = (proxy.count, proxy.struck)
    let there = try direct.read { try $0.values("SELECT name FROM thing", as: String.self) }
    let comment: Comment = "\(blow?.rawValue ?? "no blow") at \(number), \(met.1 ?? "none"): \(said), \(there)"
    #expect(there.count == Set(there).count, comment)
    for (name, code) in said {
      if code != .uncertain { #expect(there.contains(name) == (code == nil), comment) }
      // A connection that ends is noticed, and what was on it is done again, or was done.
      if blow == .cut || blow == .halve { #expect(code == nil, comment) }
    }
    return met
  }

  @Test("does a change once, and says whether it was done, whichever message is cut off or cut in half")
  func cut() throws {
    let (count, _) = try change(nil, at: 0, patience: 120)
    #expect(count > 40)
    for blow in [PostgresProxy.Blow.cut, .halve] {
      for number in stride(from: 1, through: count, by: LongRun.isOn ? 1 : 3) {
        let (_, met) = try change(blow, at: number, patience: 120)
        #expect(met != nil)
      }
    }
  }

  @Test("does a change once, and says whether it was done, whichever message is late or never comes")
  func late() throws {
    let (count, _) = try change(nil, at: 0, patience: 120)
    var met = 0
    for (index, number) in stride(from: 1, through: count, by: 7).enumerated() {
      if try change(index % 2 == 0 ? .delay : .oneWay, at: number, patience: 1).1 != nil { met += 1 }
    }
    #expect(met > 0)
  }

  @Test("asks whether a change was made whose end was not answered")
  func unanswered() throws {
    let direct = try server(address.direct, patience: 120)
    let server = try server(address.way, patience: 10)
    func insert(_ name: String) throws {
      try server.write(turn: "turn") { try $0.execute("INSERT INTO thing VALUES (?)", [name]) }
    }
    // A change on a connection that knows its statement.
    try insert("a")
    proxy.begin()
    try insert("b")
    let count = proxy.count
    // The answer to COMMIT is two messages, the last of a change: that it was made, and that the server is ready.
    proxy.begin(.oneWay, at: count - 1)
    try insert("c")
    #expect(proxy.struck == "← C")
    // COMMIT itself does not arrive: the change is not made, and is made anew.
    try insert("d")
    proxy.begin(.cut, at: count - 2)
    try insert("e")
    #expect(proxy.struck == "→ Q")
    let there = try direct.read { try $0.values("SELECT name FROM thing", as: String.self) }
    #expect(there.sorted() == ["a", "b", "c", "d", "e"])
  }
}
