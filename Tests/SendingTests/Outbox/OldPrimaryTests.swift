import Database
import DatabaseSupport
import Foundation
import Primitives
import Testing

@testable import Outbox
@testable import Sending

@Suite(
  "An outbox whose old server comes back", .enabled(if: PostgresCluster.isInstalled, PostgresCluster.advice),
  .timeLimit(.minutes(20)))
struct OldPrimaryTests {
  private let cluster: PostgresCluster
  private let database: String
  private let folder: OutboxFolder

  init() throws {
    cluster = try PostgresCluster()
    database = try cluster.makeDatabase()
    folder = try OutboxFolder()
  }

  /// - Parameter machine: Each has a state folder of its own.
  private func outbox(at host: String, on machine: String) throws -> Outbox {
    try Outbox(
      server: "host=\(host) user=lectures dbname=\(database)", stateFolder: "\(folder.path)/\(machine)")
  }

  private func refusal(_ body: () async throws -> Void) async -> OutboxErrors.Facts? {
    do { try await body() } catch { return (error as? OutboxError)?.facts }
    return nil
  }

  private static func isBehind(_ facts: OutboxErrors.Facts?) -> Bool {
    if case .file(_, .behind) = facts { true } else { false }
  }

  @Test("signs nothing there once this machine sent from the new one, whether it was open or is opened")
  func oldHead() async throws {
    defer { withExtendedLifetime(cluster) {} }
    let old = try outbox(at: cluster.folder, on: "one")
    let first = try await old.begin(.transfer(key: "first"), count: 0).begun()
    try await old.record(.sample(1, nonce: 0), of: first.id, label: "")
    let begun = try await old.begin(.transfer(key: "begun"), count: 0).begun()
    let head = try await cluster.promoteCopy()
    let new = try outbox(at: head, on: "one")
    let second = try await new.begin(.transfer(key: "second"), count: 0).begun()
    try await new.record(.sample(2, nonce: second.nonce ?? 0), of: second.id, label: "")

    // Who talks to the old one all the time.
    #expect(Self.isBehind(await refusal { try await old.record(.sample(3, nonce: 1), of: begun.id, label: "") }))
    #expect(Self.isBehind(await refusal { _ = try await old.begin(.transfer(key: "second"), count: 0) }))
    // Who opens it, at once and after it was away.
    #expect(Self.isBehind(await refusal { try await outbox(at: cluster.folder, on: "one").open() }))
    try cluster.crash()
    #expect(Self.isBehind(await refusal { try await outbox(at: cluster.folder, on: "one").open() }))
    let signed = try cluster.query("SELECT count(*) FROM lectures_outbox.attempt", in: database)
    #expect(signed == "1")
    // The new one goes on.
    let third = try await new.begin(.transfer(key: "third"), count: 0).begun()
    try await new.record(.sample(4, nonce: third.nonce ?? 0), of: third.id, label: "")
  }

  @Test("on a machine that never met the new one is known by the chain alone: nonces that it does not explain")
  func otherMachine() async throws {
    defer { withExtendedLifetime(cluster) {} }
    let old = try outbox(at: cluster.folder, on: "one")
    let first = try await old.begin(.transfer(key: "first"), count: 0).begun()
    try await old.record(.sample(1, nonce: 0), of: first.id, label: "")
    let head = try await cluster.promoteCopy()
    let new = try outbox(at: head, on: "one")
    let second = try await new.begin(.transfer(key: "second"), count: 1).begun()
    try await new.record(.sample(2, nonce: second.nonce ?? 0), of: second.id, label: "")

    let other = try outbox(at: cluster.folder, on: "other")
    var draft = IntentDraft.transfer(key: "second")
    draft.isUnchecked = true
    // A node that has what was sent from the new one.
    let open = try await other.account(of: draft).unexplained(for: draft, count: 2)
    #expect(open?.used == [1])
    await #expect(throws: OutboxError(.historyUnchecked, "")) { _ = try await other.begin(draft, count: 2) }
    // One that does not: it would get the nonce that was signed already, so of the two one at most is mined.
    #expect(try await other.begin(draft, count: 1).begun().nonce == second.nonce)
  }
}
