import Database
import Foundation
import NodeDoubles
import Primitives
import StrictJSON
import Testing

@testable import Outbox
@testable import Sending

/// An outbox that was lost, put back or changed, over a chain that shows what it sent.
@Suite("Outboxes that were lost, restored or changed")
struct LostOutboxTests {
  private let folder = try! OutboxFolder()
  private var state: String { "\(folder.path)/state" }

  private func outbox() -> Outbox { Outbox(path: folder.file, stateFolder: state) }

  @Test("An outbox that was lost and rebuilt does not pay again under the same key", arguments: [true, false])
  func rebuilt(hasMark: Bool) async throws {
    let ledger = try MinedHistory()
    let first = outbox()
    let hash = try await ledger.send(over: first, "a").hash
    await first.close()
    for suffix in ["", "-wal", "-shm", "-lock"] { try? FileManager.default.removeItem(atPath: folder.file + suffix) }
    if !hasMark { try FileManager.default.removeItem(atPath: state) }
    let next = outbox()
    if hasMark { await #expect(throws: OutboxError(.damaged, "")) { try await next.open() } }
    _ = try await next.rebuild()
    // Something else first: what it finds is known to the next.
    #expect(try await ledger.send(over: next, "x", .klay(9)).nonce == 1)
    for key in ["a", "b"] {
      let error = try await ledger.refusal(over: next, key)
      #expect(error.code == .sameOnChain && error.transactionHash == hash, "\(error)")
    }
    // Nor without a key.
    #expect(try await ledger.refusal(over: next, nil).code == .sameOnChain)
    #expect(ledger.counter.node.sent.count == 2)
    #expect(try await ledger.send(over: next, "c", .klay(4)).nonce == 2)
  }

  @Test("A folder that was put back to an earlier one, mark included, does not pay again under the same key")
  func putBack() async throws {
    let ledger = try MinedHistory()
    let data = "\(folder.path)/data"
    func outbox() -> Outbox { Outbox(path: "\(data)/outbox.sqlite", stateFolder: state) }
    let first = outbox()
    _ = try await ledger.send(over: first, "a")
    await first.close()
    try FileManager.default.copyItem(atPath: data, toPath: "\(folder.path)/backup")
    let second = outbox()
    let hash = try await ledger.send(over: second, "b", .klay(2)).hash
    await second.close()
    try FileManager.default.removeItem(atPath: data)
    try FileManager.default.moveItem(atPath: "\(folder.path)/backup", toPath: data)
    let third = outbox()
    let error = try await ledger.refusal(over: third, "b", .klay(2))
    #expect(error.code == .sameOnChain && error.transactionHash == hash, "\(error)")
    #expect(error.reason?.contains("lost") == true)
    #expect(try await ledger.refusal(over: third, nil, .klay(2)).code == .sameOnChain)
    #expect(try await ledger.send(over: third, "a").isEarlier)
    #expect(try await ledger.send(over: third, "c", .klay(3)).nonce == 2)
    #expect(ledger.counter.node.sent.count == 3)
  }

  @Test("What was signed from here, is lost, and is not mined is no reason to sign more than its own nonce")
  func lostAbove() async throws {
    let ledger = try MinedHistory()
    let first = outbox()
    for key in ["a", "b"] { _ = try await ledger.send(over: first, key, mines: false) }
    await first.close()
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: folder.file + suffix) }
    ledger.counter.node.change {
      $0.nonces = [:]
      $0.answers["eth_getTransactionCount"] = { _, _ in .result("0x0") }
    }
    let next = outbox()
    _ = try await next.rebuild()
    // Two are lost: with nonce 0 it could be paid beside the other.
    let error = try await ledger.refusal(over: next, "b")
    guard error.code == .historyUnknown, case .unknownNonces(_, _, last: 1) = error.facts else { throw error }
    await #expect(throws: SendingError(.historyUnknown, "")) {
      _ = try await ledger.send(over: next, nil, .klay(5), mines: false)
    }
    #expect(ledger.counter.node.sent.count == 2)
  }

  @Test("Of a row whose bytes were lost the chain gives them back, and with them its key")
  func bytesLost() async throws {
    let ledger = try MinedHistory()
    let first = Outbox(path: folder.file)
    let sent = try await ledger.send(over: first, "a", mines: false)
    await first.close()
    try alter("DELETE FROM attempt")
    let again = Outbox(path: folder.file)
    _ = try await again.rebuild()
    let row = try #require(try await again.intents().first)
    #expect(row.state == .unpublished && row.attempts.isEmpty && row.reason?.contains("may be mined") == true)
    try ledger.mine(sent.transaction)
    let found = try await ledger.send(over: again, "a")
    #expect(found.isEarlier && found.hash == sent.hash)
    #expect(ledger.counter.node.sent.count == 1)
  }

  @Test("A row that is not as it was written is left out when the outbox is rebuilt, not made sound")
  func flippedRow() async throws {
    let ledger = try MinedHistory()
    let first = Outbox(path: folder.file)
    let sent = try await ledger.send(over: first, "a")
    await first.close()
    try alter(
      "DROP TRIGGER intentDamaged; DROP TRIGGER intentUpdated; UPDATE intent SET key = 'b', value = '7'")
    let again = Outbox(path: folder.file)
    let salvage = try await again.rebuild()
    #expect(salvage.intents == 0 && salvage.unreadable >= 1, "\(salvage)")
    let error = try await ledger.refusal(over: again, "a")
    #expect(error.code == .sameOnChain && error.transactionHash == sent.hash)
  }

  /// Changes the file from outside.
  private func alter(_ sql: String) throws {
    var options = DatabaseFile.Options()
    (options.durability, options.functions) = (nil, [RowChecksum.function])
    try DatabaseFile(folder.file, options).connected { try $0.execute(sql) }
  }
}
