import ChainIndex
import Database
import DatabaseSupport
import Foundation
import Listening
import Localization
import NodeDoubles
import OrderBook
import StrictJSON
import Testing
import WireSupport

@testable import LecturesCommand
@testable import Outbox

/// Services whose database's server is away when they are started, and commands that need one.
@Suite("A database's server that is away")
struct DatabaseWaitTests {
  private let home = WalletHome()

  /// The address of a database whose server has, or will have, its socket in a folder.
  private static func address(_ folder: String, _ database: String = "school") -> String {
    "postgres://lectures@/\(database)?host=\(folder)"
  }

  /// The answer to one request, head and body.
  private static func answer(_ path: String, _ port: UInt16) async throws -> String {
    let wire = try Wire(port)
    _ = await wire.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    return String(decoding: try await wire.rest(), as: UTF8.self)
  }

  /// The arguments of a relay at a database, on a port that nobody has.
  private func relay(_ folder: String, _ database: String) async throws -> (arguments: [String], port: UInt16) {
    let free = try await WaitingServer.open(host: "127.0.0.1", port: 0, obstacle: "")
    let port = free.port
    await free.stop()
    let rules = home.directory.write(await home.run("relay rules").output, to: "rules.json")
    return (
      ["relay", "serve", "--rules", rules, "--port", "\(port)", "--database", Self.address(folder, database)], port
    )
  }

  /// Waits until a service on a port says that it lives.
  private static func untilAlive(_ port: UInt16) async throws {
    while true {
      if let answer = try? await answer("/healthz", port), answer.hasPrefix("HTTP/1.1 200") { return }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  @Test("is told apart from one that is there and full, in each language", arguments: Language.allCases)
  func full(language: Language) {
    let texts: [DatabaseText] = [.away("school", "no"), .full("school", "no"), .there("school")]
    #expect(Set(texts.map { language[$0] }).count == texts.count)
    let (away, crowded) = (DatabaseError(.unreachable, "no"), DatabaseError(.crowded, "no"))
    func advice(_ error: any Error) -> String { CommandFailure(error).words(in: language).advice ?? "" }
    func store(_ cause: DatabaseError) -> [any Error] {
      [
        cause, OutboxError(cause, at: "school"),
        OrderBookError(.storeFailed, "It cannot be used.", facts: .file("school", .server), cause: cause),
        ChainIndexError(
          .storeFailed, "It cannot be used.", advice: cause.nextStep, facts: .file("school"), cause: cause),
      ]
    }
    for error in store(crowded) {
      #expect(advice(error).components(separatedBy: "max_connections").count == 2, "\(error): \(advice(error))")
    }
    for error in store(away) {
      #expect(!advice(error).isEmpty && !advice(error).contains("max_connections"), "\(error)")
    }
  }

  @Test(
    "has the status of a node that is away, whichever store lies there",
    arguments: [
      "relay export orders.jsonl --database", "fee-payer show --database", "index status --database",
      "gas alert list --gas-book", "rates alert list --rates-book", "tx list --outbox",
    ])
  func status(line: String) async throws {
    home.environment["LECTURES_CONTRACT"] = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
    let words = line.replacing("orders.", with: home.file("orders."))
    let run = await home.run("\(words) \(Self.address(home.file("none"))) --json")
    let error = try JSON(parsing: run.output)["error"]
    #expect(run.status == .nodeUnavailable && error?["exit"] == 5, "\(run.output)\(run.errors)")
  }

  @Test("is waited for by a service, which says once so, and on its port that it lives and is not ready")
  func waiting() async throws {
    home.use(try StubNode())
    let (arguments, port) = try await relay(home.file("none"), "school")
    let environment = home.environment
    let run = Task { await CommandRun(arguments, environment: environment) }
    try await Self.untilAlive(port)
    let (ready, other) = (try await Self.answer("/readyz", port), try await Self.answer("/v0/orderbook", port))
    #expect(ready.hasPrefix("HTTP/1.1 503") && ready.contains("database"), "\(ready)")
    #expect(other.hasPrefix("HTTP/1.1 503"), "\(other)")
    run.cancel()
    let ended = await run.value
    #expect(ended.errors.components(separatedBy: "is away, and is waited for").count == 2, "\(ended.errors)")
    #expect(try await Wire.isClosed(port))
  }

  @Test("is no longer waited for once it answers", .enabled(if: PostgresCluster.isInstalled, PostgresCluster.advice))
  func coming() async throws {
    // Its list of tokens is not there: the service ends by itself once it has gone on.
    home.use(try StubNode())
    let database = try PostgresCluster.shared.makeDatabase()
    let folder = home.file("socket")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let (arguments, port) = try await relay(folder, database)
    let environment = home.environment
    let run = Task { await CommandRun(arguments, environment: environment) }
    try await Self.untilAlive(port)
    let name = ".s.PGSQL.5432"
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/\(name)", withDestinationPath: "\(try PostgresCluster.shared.folder)/\(name)")
    let ended = await run.value
    #expect(ended.errors.contains("is there.") && ended.errors.contains("tokens.json"), "\(ended.errors)")
  }

  @Test(
    "that is there and has no such database is an error at once",
    .enabled(if: PostgresCluster.isInstalled, PostgresCluster.advice))
  func refused() async throws {
    home.use(try StubNode())
    let address = Self.address(try PostgresCluster.shared.folder, "no_such_database")
    let run = await home.run("index run --database \(address) --json")
    #expect(run.status == .failure && run.output.contains("database.refused"), "\(run.output)\(run.errors)")
    #expect(!run.errors.contains("waited for"))
  }

  @Test(
    "A host is allowed by its name alone: a URL is refused with the name that it means",
    arguments: [
      ("https://fees.example", "--allow-host fees.example"), ("https://fees.example/", "--allow-host fees.example"),
      ("fees.example:8443", "--allow-host fees.example"), ("", "fees.example"), ("a b", "fees.example"),
    ])
  func hosts(text: String, advice: String) async {
    for start in [
      ["fee-payer", "serve", "--rules", "none", "--journal", "none"], ["relay", "serve", "--rules", "none"], ["devnet"],
    ] {
      let run = await CommandRun(start + ["--allow-host", text], environment: home.environment)
      #expect(run.status == .usage && run.errors.contains(advice), "\(start): \(run.errors)")
    }
    for text in ["fees.example", "Fees.Example", "*", "127.0.0.1", "::1"] {
      #expect(throws: Never.self) { try UsageRule.requireHostNames([text]) }
    }
  }
}
