import DatabaseSupport
import Testing

@testable import Database

@Suite("The words of a server")
struct ServerWordsTests {
  @Test("stand in one line, with one space for white space of any kind")
  func oneLine() {
    #expect(
      PostgresConnection.line("connection to server failed:\n\tIs it\t running?\r\n")
        == "connection to server failed: Is it running?")
    #expect(PostgresConnection.line(" \n\t") == "The connection was lost.")
    #expect(PostgresConnection.line(nil) == "The connection was lost.")
  }

  @Test("that it has no connection left are not taken for its absence, and pass by themselves as that does")
  func passing() {
    let full = PostgresFailure(state: "53300", words: "too many").error
    #expect(full.code == .crowded && full.isOfAwayServer && full.nextStep?.contains("is there and full") == true)
    #expect(DatabaseError(.unreachable, "away").nextStep?.contains("full") == false)
  }

  @Test(
    "that it has no connection left are understood when one is asked for",
    .enabled(if: PostgresCluster.isInstalled, PostgresCluster.advice))
  func full() throws {
    let cluster = try PostgresCluster(["max_connections = 4", "superuser_reserved_connections = 0"])
    defer { withExtendedLifetime(cluster) {} }
    let address = try PostgresAddress(cluster.address(of: "postgres"), isSecret: true)
    var options = DatabaseServer.Options()
    options.patience = 0.5
    var open: [DatabaseServer] = []
    let error = #expect(throws: DatabaseError.self) {
      for _ in 0..<8 { open.append(try DatabaseServer(address, store: "things", options)) }
    }
    #expect(error?.code == .crowded)
    for server in open { server.close() }
    try DatabasePlace.server(address).requireServer(within: 30)
  }
}
