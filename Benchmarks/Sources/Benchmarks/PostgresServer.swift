import Foundation

/// A server of PostgreSQL in a temporary folder, with one database.
struct PostgresServer {
  private let process: ServerProcess
  private let python: String
  private let script: String

  init(_ programs: Ground.Programs) throws {
    (python, script) = (programs.python, "\(programs.scripts)/database.py")
    process = try ServerProcess([python, script, "serve"])
  }

  /// The port on which it listens.
  var port: UInt16 { process.port }

  /// The address of the database, by the server's own port.
  var address: String { address(by: port) }

  /// The address of the database by a port that leads to the server.
  func address(by port: UInt16) -> String { "postgresql://lectures@127.0.0.1:\(port)/postgres" }

  /// Runs statements and commands of psql's, all of them as one change; the seconds of that.
  func run(_ commands: String...) throws -> Double { try psql(["--single-transaction"], commands).run() }

  /// Runs statements one by one, and gives the last line that they print.
  func value(_ commands: String...) throws -> String {
    guard let line = try psql([], commands).output().split(whereSeparator: \.isNewline).last else {
      throw BenchmarkFailure("the database says nothing")
    }
    return String(line)
  }

  private func psql(_ options: [String], _ commands: [String]) -> Spawning {
    Spawning(
      arguments: ["/usr/bin/psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", address] + options
        + commands.flatMap { ["-c", $0] },
      environment: ["PATH": "/usr/bin:/bin"])
  }

  /// Bare inserts with a commit each, by so many clients at once; seconds for one.
  func insertion(clients: Int) throws -> Double {
    let told = try Spawning(
      arguments: [python, script, "insert", "\(port)", "\(clients)", "2"], environment: ["PATH": "/usr/bin:/bin"]
    ).output()
    guard let rate = Double(told.trimmingCharacters(in: .whitespacesAndNewlines)), rate > 0 else {
      throw BenchmarkFailure("pgbench told no rate")
    }
    return 1 / rate
  }

  /// Ends it; its files are gone then.
  func stop() throws { try process.stop() }
}
