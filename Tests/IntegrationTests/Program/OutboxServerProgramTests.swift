import ChainSupport
import DatabaseSupport
import Foundation
import LectureKit
import Primitives
import StrictJSON
import Testing

/// The program on several machines with one account, over one server.
@Suite(
  "Exactly once, from several machines", .enabled(if: Program.canRun && PostgresCluster.isInstalled),
  .timeLimit(.minutes(20)))
struct OutboxServerProgramTests {
  /// A machine: a program with a HOME of its own, beside that of the fixture.
  private static func machine(of cli: CLIFixture, outbox: String) throws -> Program {
    try Program(settings: [
      "endpoint": cli.fixture.chain.url, "keystore-dir": cli.folder.file("keystores"),
      "password-file": cli.folder.file("password.txt"), "contract": cli.fixture.market.address.checksummed,
      "from-block": "\(cli.fixture.client.session.deploymentBlock)", "outbox": outbox,
    ])
  }

  private static func outbox() throws -> String {
    try TestDatabases.$current.withValue(TestDatabases()) { try TestDatabases.argument("outbox") }
  }

  private static func buy(_ number: UInt256, at machine: Program) async throws -> JSON {
    let run = try await machine.run([
      "purchase", "\(number)", "--price", "3", "--from", "student", "--yes", "--json",
    ])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    return try run.json()["result"] ?? .null
  }

  @Test("Two machines that buy a lecture at the same moment pay once, and others beside it with nonces of their own")
  func atOnce() async throws {
    let cli = try await CLIFixture.open()
    let place = try Self.outbox()
    let machines = try (0..<2).map { _ in try Self.machine(of: cli, outbox: place) }
    var numbers: [UInt256] = []
    for _ in 0..<3 { numbers.append(try await cli.fixture.create(price: 3)) }
    let before = try await cli.fixture.balance(cli.fixture.student)
    let hashes = try await withThrowingTaskGroup(of: String?.self) { group in
      for machine in machines {
        for number in numbers {
          group.addTask { [machine, number] in try await Self.buy(number, at: machine)["transaction"]?["hash"]?.string }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(hashes.count == 6 && Set(hashes.compactMap { $0 }).count == 3, "\(hashes)")
    let spent = try before.subtracting(try await cli.fixture.balance(cli.fixture.student))
    #expect(spent > .klay(9) && spent < .klay(10), "\(spent)")
    let list = try await machines[1].run(["tx", "list", "--json"]).json()
    let intents = try #require(list["result"]?["intents"]?.array)
    #expect(intents.count == 3 && intents.allSatisfy { $0["state"] == "final" }, "\(list)")
    #expect(Set(intents.map { "\($0["nonce"] ?? .null)" }).count == 3, "\(list)")
  }

  @Test("The address of the outbox with a password comes from a private file, and is refused anywhere else")
  func password() async throws {
    let cli = try await CLIFixture.open()
    let place = try Self.outbox()
    let secret = place.replacing("lectures@", with: "lectures:hunter2@")
    let refused = try await Self.machine(of: cli, outbox: secret).run(["tx", "list", "--json"])
    #expect(refused.status != 0 && !"\(refused.output)\(refused.errors)".contains("hunter2"), "\(refused.output)")
    let shown = try await Self.machine(of: cli, outbox: secret).run(["config", "list"])
    #expect(!"\(shown.output)\(shown.errors)".contains("hunter2"), "\(shown.output)")
    let file = try cli.folder.write(secret + "\n", to: "outbox.txt")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    let machine = try Self.machine(of: cli, outbox: "@" + file)
    let open = try await machine.run(["tx", "list", "--json"])
    #expect(open.status != 0, "\(open.output)")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    let list = try await machine.run(["tx", "list", "--json"])
    #expect(list.status == 0, "\(list.output)\(list.errors)")
    let rebuilt = try await machine.run(["tx", "rebuild", "--json"])
    #expect(try rebuilt.json()["result"]?["rebuilt"] == false, "\(rebuilt.output)")
  }
}
