import Database
import Foundation
import Primitives
import Testing

@testable import Outbox
@testable import Sending

/// What is noted of an outbox in the user's state folder, and what is made of it.
@Suite("An outbox and its mark in the state folder")
struct NonceHighWaterMarkTests {
  private let folder = try! OutboxFolder()
  private var data: String { "\(folder.path)/data" }
  private var file: String { "\(data)/outbox.sqlite" }
  private var state: String { "\(folder.path)/state/outboxes" }
  private let files = FileManager.default
  private static let queue = AccountQueue(chain: "1337", account: IntentDraft.account)

  private func outbox(at file: String? = nil) -> Outbox { Outbox(path: file ?? self.file, stateFolder: state) }

  /// Signs a send with the next nonce.
  @discardableResult
  private func sign(_ number: Int, in outbox: Outbox, count: UInt64 = 0, key: String? = nil) async throws -> Intent {
    let intent = try await outbox.begin(.transfer(number, key: key), count: count).begun()
    try await outbox.record(.sample(number, nonce: intent.nonce ?? 0), of: intent.id, label: "")
    return intent
  }

  private func history(_ outbox: Outbox) async throws -> AccountHistory? {
    try await outbox.read { db, _ in try db.history(of: Self.queue) }
  }

  private func mark(_ outbox: Outbox) async throws -> NonceHighWaterMark.Reach? {
    try await outbox.read { _, file in (file as? OutboxFile)?.mark?.get()[Self.queue] }
  }

  private func copy(_ source: String, to target: String) throws {
    try? files.removeItem(atPath: target)
    try files.copyItem(atPath: source, toPath: target)
  }

  @Test("A mark is written no later than what was signed, is its owner's alone, and is none before that")
  func written() async throws {
    let outbox = outbox()
    let intent = try await outbox.begin(.transfer(), count: 4).begun()
    #expect(try await mark(outbox) == nil)
    try await outbox.record(.sample(1, nonce: 4), of: intent.id, label: "")
    #expect(try await mark(outbox) == NonceHighWaterMark.Reach(first: 4, next: 5))
    let names = try files.contentsOfDirectory(atPath: state)
    for name in names + ["."] {
      let mode = try files.attributesOfItem(atPath: "\(state)/\(name)")[.posixPermissions] as? Int
      #expect(mode == (name == "." ? 0o700 : 0o600), "\(name)")
    }
    #expect(!names.isEmpty)
  }

  @Test("A folder that was restored from a backup, mark beside the outbox included, is known to have lost rows")
  func restored() async throws {
    let first = outbox()
    try await sign(1, in: first)
    await first.close()
    try copy(data, to: "\(folder.path)/backup")
    let second = outbox()
    try await sign(2, in: second)
    await second.close()
    try copy("\(folder.path)/backup", to: data)
    let third = outbox()
    #expect(try await history(third)?.lost == 2)
    // What waits below the count of the chain has its bytes; of what was signed with nonce 1 nothing is there.
    var draft = IntentDraft.transfer(2, key: "b")
    draft.isUnchecked = true
    let open = try #require(try await third.account(of: draft).unexplained(for: draft, count: 2))
    #expect(open.isLost && open.used == [1] && open.signed.isEmpty)
    await #expect(throws: OutboxError(.historyUnchecked, "")) { try await third.begin(draft, count: 2) }
    // One lost nonce is no obstacle if the next send takes it: one of the two at most is mined.
    #expect(try await third.account(of: draft).unexplained(for: draft, count: 1)?.signed == [1])
    await third.close()
    #expect(try await history(outbox())?.lost == 2)
  }

  @Test("A copy under another path, and one that was moved, know what was signed with the first")
  func copied() async throws {
    let first = outbox()
    try await sign(1, in: first)
    await first.close()
    try copy(data, to: "\(folder.path)/copy")
    let again = outbox()
    try await sign(2, in: again)
    await again.close()
    let copied = outbox(at: "\(folder.path)/copy/outbox.sqlite")
    #expect(try await history(copied)?.lost == 2)
    await copied.close()
    // The first is not behind, and tells nothing.
    #expect(try await history(outbox())?.lost == nil)
  }

  @Test("An outbox that is gone is missed where it was, also without the mark beside it; one that was moved is not")
  func gone() async throws {
    let first = outbox()
    try await sign(1, in: first)
    await first.close()
    try files.moveItem(atPath: data, toPath: "\(folder.path)/elsewhere")
    let error = try #require(await #expect(throws: OutboxError.self) { try await outbox().open() })
    #expect(error.code == .damaged && error.message.contains("gone"), "\(error)")
    #expect(error.reason?.contains("\(state)/at-") == true, "\(error)")
    // It is used where it is now.
    let moved = outbox(at: "\(folder.path)/elsewhere/outbox.sqlite")
    #expect(try await moved.intents().count == 1)
    await moved.close()
    #expect(try await outbox().intents().isEmpty)
  }

  @Test("Another outbox in the place of the first one knows what was signed with that")
  func replaced() async throws {
    let first = outbox()
    for number in 1...3 { try await sign(number, in: first) }
    await first.close()
    let other = Outbox(path: "\(folder.path)/other/outbox.sqlite")
    try await sign(9, in: other)
    await other.close()
    try copy("\(folder.path)/other", to: data)
    #expect(try await history(outbox())?.lost == 3)
  }

  @Test("A folder of marks in another that others may write is refused with what mends it")
  func exposed() async throws {
    let parent = "\(folder.path)/shared"
    let outbox = Outbox(path: file, stateFolder: "\(parent)/outboxes")
    try await sign(1, in: outbox)
    await outbox.close()
    #expect(chmod(parent, 0o777) == 0)
    let again = Outbox(path: file, stateFolder: "\(parent)/outboxes")
    let error = await #expect(throws: OutboxError.self) { try await again.open() }
    #expect(error?.code == .exposed && error?.advice == "chmod go-w \(parent)", "\(String(describing: error))")
  }

  @Test("Users with homes of their own share an outbox, and none is told that rows were lost")
  func homes() async throws {
    for turn in 1...3 {
      for home in ["a", "b"] {
        let outbox = Outbox(path: file, stateFolder: "\(folder.path)/\(home)/outboxes")
        #expect(try await history(outbox)?.lost == nil)
        try await sign(turn * 2 + (home == "a" ? 0 : 1), in: outbox)
        await outbox.close()
      }
    }
    #expect(try await mark(outbox())?.next == 6)
  }

  @Test(
    "A kill between the steps of a send tells nothing of lost rows afterwards",
    arguments: ["reserved", "marked", "signed"])
  func killed(after step: String) async throws {
    let outbox = outbox()
    try await sign(1, in: outbox)
    let intent = try await outbox.begin(.transfer(2, key: "b"), count: 0).begun()
    if step == "marked" {
      // The mark is on the disk, and the change that keeps the bytes is not.
      try await outbox.read { db, file in
        try file.mark(intent.id, intent.nonce ?? 0, db)?()
      }
    }
    if step == "signed" { try await outbox.record(.sample(2, nonce: intent.nonce ?? 0), of: intent.id, label: "") }
    // As a process leaves it that is killed: its log is not put into the file.
    try copy(data, to: "\(folder.path)/killed")
    await outbox.close()
    try copy("\(folder.path)/killed", to: data)
    let next = Outbox(path: file, stateFolder: state)
    #expect(try await history(next)?.lost == nil)
    #expect(try await history(next)?.next == 2)
    var draft = IntentDraft.transfer(2, key: "c")
    draft.isUnchecked = true
    #expect(try await next.account(of: draft).unexplained(for: draft, count: 0) == nil)
  }

  @Test("A mark that cannot be read, or lags, is written anew; others may not write it")
  func damaged() async throws {
    let first = outbox()
    try await sign(1, in: first)
    let path = try #require(try await first.read { _, file in (file as? OutboxFile)?.mark?.path })
    await first.close()
    for bytes in ["", "garbage", String(repeating: "x", count: 512)] {
      try Data(bytes.utf8).write(to: URL(fileURLWithPath: path))
      let next = outbox()
      #expect(try await mark(next)?.next == 1, "\(bytes.prefix(9))")
      await next.close()
    }
    try files.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
    await #expect(throws: OutboxError(.exposed, "")) { try await outbox().open() }
  }

  @Test("Where no state folder can be made an outbox works without its mark")
  func nowhere() async throws {
    let outbox = Outbox(path: file, stateFolder: "/dev/null/state")
    try await sign(1, in: outbox)
    #expect(try await outbox.intents().count == 1)
  }
}
