import ChainSupport
import Foundation
import Keys
import Keystores
import LectureKit
import NodeRPC
import Primitives
import StrictJSON
import Testing

/// The program at work: a lecture contract of its own, accounts in a keystore directory of its own, a HOME of its own.
struct CLIFixture: Sendable {
  static let password = "correct horse"

  let fixture: ContractFixture
  let program: Program
  let folder: TemporaryFolder
  /// An account with 5 KLAY.
  let poor: PrivateKey
  /// An account with 10 KLAY and nothing for gas.
  let exact: PrivateKey

  var chain: Chain { fixture.chain }
  var contract: String { fixture.market.address.checksummed }

  static func open(on chain: Chain? = nil) async throws -> CLIFixture {
    let fixture = try await ContractFixture.open(on: chain)
    let folder = try TemporaryFolder()
    let (poor, exact) = (try await fixture.chain.account(klay: 5), try await fixture.chain.account(klay: 10))
    let manager = try KeystoreManager(directory: folder.file("keystores"))
    for (name, key) in [
      ("owner", fixture.owner), ("teacher", fixture.teacher), ("student", fixture.student), ("poor", poor),
      ("exact", exact),
    ] {
      _ = try await manager.importKey(key, name: name, password: SecretBytes(utf8: password), kdf: .light)
    }
    try folder.write(password + "\n", to: "password.txt")
    try folder.write("wrong horse\n", to: "wrong.txt")
    let program = try Program(settings: [
      "endpoint": fixture.chain.url, "keystore-dir": folder.file("keystores"),
      "password-file": folder.file("password.txt"),
      "contract": fixture.market.address.checksummed, "from-block": "\(fixture.client.session.deploymentBlock)",
    ])
    return CLIFixture(fixture: fixture, program: program, folder: folder, poor: poor, exact: exact)
  }

  /// The options for an account; all other settings that commands need are in the program's environment.
  func options(from account: String? = nil) -> [String] { account.map { ["--from", $0] } ?? [] }

  /// Runs a command that has to report, and returns what `--json` gives.
  @discardableResult
  func result(
    _ arguments: String..., from account: String? = nil, yes: Bool = false, status: Int = 0,
    at location: SourceLocation = #_sourceLocation
  ) async throws -> JSON {
    let run = try await program.run(arguments + ["--json"] + (yes ? ["--yes"] : []) + options(from: account))
    #expect(run.status == status, "\(run.output)\(run.errors)", sourceLocation: location)
    let json = try run.json()
    // A report can end with a status too: rows of a batch that failed.
    #expect(json["ok"]?.bool == (status == 0), "\(run.output)", sourceLocation: location)
    return try #require(json["result"], sourceLocation: location)
  }

  /// Runs a command for people.
  func text(_ arguments: String..., from account: String? = nil) async throws -> String {
    let run = try await program.run(arguments + options(from: account))
    #expect(run.status == 0, "\(run.errors)")
    return run.output
  }
}
