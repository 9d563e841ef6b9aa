import ChildProcesses
import Foundation
import Testing

/// A server of PostgreSQL of the tests' own, in a temporary folder and on a socket: it starts with the first test that needs
/// it, and ends with the process, however that ends.
public final class PostgresCluster: Sendable {
  /// Why the tests of a server are left out.
  public static let advice: Comment = "PostgreSQL is not installed: run Scripts/setup.sh tests"

  /// The folder of its programs; nil where it is not installed.
  public static let programs: String? = {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return versions.compactMap { Int($0) }.sorted().map { "\(root)/\($0)/bin" }
      .last { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
  }()

  /// Whether there is a server to start.
  public static var isInstalled: Bool { programs != nil }

  private static let started = Result { try PostgresCluster() }

  /// The server of this process.
  public static var shared: PostgresCluster { get throws { try started.get() } }

  /// The folder of its files and of its socket.
  public let folder: String
  private let keeper: ChildProcess

  /// What its programs run with. A server of the tests loses no power: without the disk's own pace no lease of a test ends
  /// because another's files are written out.
  private static let environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C", "LD_PRELOAD": "libeatmydata.so"]

  /// A server that did not start, or refused something.
  public struct Failure: Error { let reason: String }

  /// Starts a server with files of its own.
  ///
  /// - Parameter settings: Lines for its configuration.
  public init(_ settings: [String] = []) throws {
    guard let programs = Self.programs else { throw Failure(reason: "\(Self.advice)") }
    var template = Array("/tmp/lectures-postgres-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(reason: "There is no temporary folder.") }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // The server refuses to be root's. What it is told ends the keeper: the end of its input.
    let isRoot = geteuid() == 0
    let script = """
      set -e
      cd \(folder)
      \(isRoot ? "chown postgres \(folder)" : ":")
      run() { \(isRoot ? "setpriv --reuid=postgres --regid=postgres --clear-groups \"$@\"" : "\"$@\""); }
      run \(programs)/initdb -D data -U lectures --auth=trust -E UTF8 --locale=C >log 2>&1
      printf '%s\\n' "listen_addresses = ''" "unix_socket_directories = '\(folder)'" "max_connections = 2000" \
        \(settings.map { "\"\($0)\"" }.joined(separator: " ")) >>data/postgresql.conf
      run \(programs)/pg_ctl -D data -l server.log -w start >>log 2>&1
      echo ready
      cat >/dev/null
      for files in data copy; do run \(programs)/pg_ctl -D $files -m immediate stop >>log 2>&1 || true; done
      rm -rf \(folder)
      """
    keeper = try ChildProcess(
      "/bin/sh", ["-c", script], environment: Self.environment, input: .pipe, output: .pipe)
    guard keeper.output?.availableData == Data("ready\n".utf8) else {
      let log = (try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)) ?? ""
      throw Failure(reason: "PostgreSQL did not start: \(log)")
    }
  }

  deinit { try? keeper.input?.close() }

  /// The address of a database of it.
  public func address(of database: String) -> String { "host=\(folder) user=lectures dbname=\(database)" }

  /// Makes an empty database.
  public func makeDatabase() throws -> String {
    let name = "test_\(UUID().uuidString.lowercased().split(separator: "-").joined())"
    try query("CREATE DATABASE \(name)")
    return name
  }

  /// Runs statements by PostgreSQL's own program, in a database; what it prints.
  @discardableResult
  public func query(_ sql: String, in database: String = "postgres") throws -> String {
    try query(sql, at: folder, in: database)
  }

  /// Runs statements at a server whose socket is in another folder.
  func query(_ sql: String, at folder: String, in database: String = "postgres") throws -> String {
    guard let programs = Self.programs else { throw Failure(reason: "\(Self.advice)") }
    let address = "host=\(folder) user=lectures dbname=\(database)"
    let child = try ChildProcess(
      "\(programs)/psql", ["-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", address, "-c", sql],
      environment: ["PATH": "/usr/bin:/bin"], output: .pipe, errors: .inherited)
    let text = String(decoding: child.output?.readDataToEndOfFile() ?? Data(), as: UTF8.self)
    guard child.blockUntilEnd() == .exit(0) else { throw Failure(reason: "psql refused: \(sql)") }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Stops the server at once, as a loss of power would, and starts it again after so many seconds.
  public func crash(for seconds: Double = 0) throws {
    try stop()
    Thread.sleep(forTimeInterval: seconds)
    try start()
  }

  /// Ends the server at once, as a power loss would.
  public func stop() throws { try control("-m immediate stop") }

  /// Starts a server that was stopped.
  public func start() throws { try control("-l server.log -w start") }

  private func control(_ words: String) throws {
    guard let programs = Self.programs else { throw Failure(reason: "\(Self.advice)") }
    try shell("run \(programs)/pg_ctl -D data \(words)")
  }

  /// Whether the programs of the server are run as another user.
  var isRoot: Bool { geteuid() == 0 }

  /// Runs lines of the shell in the server's folder; `run` runs a program as the server's user.
  func shell(_ lines: String) throws {
    let run = isRoot ? "setpriv --reuid=postgres --regid=postgres --clear-groups \"$@\"" : "\"$@\""
    let child = try ChildProcess(
      "/bin/sh", ["-c", "set -e; cd \(folder); exec >>log 2>&1; run() { \(run); }\n\(lines)"],
      environment: Self.environment)
    guard child.blockUntilEnd() == .exit(0) else {
      let log = (try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)) ?? ""
      throw Failure(reason: "The server did not do what it was told: \(lines): \(log.suffix(2_000))")
    }
  }
}
