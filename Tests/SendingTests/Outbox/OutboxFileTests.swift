import Foundation
import GRDB
import Keys
import Primitives
import Testing

@testable import Sending

@Suite("The file of an outbox")
struct OutboxFileTests {
  let folder: OutboxFolder

  init() throws { folder = try OutboxFolder() }

  @Test("is made at the first use, with its folder, for its owner only")
  func made() async throws {
    let path = "\(folder.path)/deep/er/outbox.sqlite"
    let outbox = Outbox(path: path)
    #expect(!FileManager.default.fileExists(atPath: path))
    try await outbox.open()
    for name in [path, "\(path)-wal", "\(path)-shm"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: name)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/deep/er")
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }

  @Test("keeps everything over a restart")
  func restart() async throws {
    let outbox = folder.outbox()
    let intent = try await outbox.begin(.transfer(key: "once"), count: 3).begun()
    try await outbox.record(.sample(1, nonce: 3), of: intent.id, label: "")
    await outbox.observe(intent.id, .broadcast, attempt: AttemptDraft.sample(1, nonce: 3).hash)
    let hash = AttemptDraft.sample(1, nonce: 3).hash
    let outcome = IntentOutcome(
      .final, hash: hash, block: 12, blockHash: .zero, fee: .wei(7), cost: .wei(8), reason: "why")
    try await outbox.settle(intent.id, outcome)
    await outbox.close()
    let kept = try #require(try await folder.outbox().intent(hash: hash))
    #expect(kept.key == IntentKey("once") && kept.nonce == 3 && kept.state == .final && kept.block == 12)
    #expect(kept.fee == .wei(7) && kept.cost == .wei(8) && kept.reason == "why" && kept.blockHash == .zero)
    #expect(kept.attempts.count == 1 && kept.attempts[0].broadcast != nil && kept.attempts[0].raw == [1, 2, 3])
  }

  @Test("of a later version is refused, and left as it is")
  func newer() async throws {
    let outbox = folder.outbox()
    try await outbox.open()
    await outbox.close()
    try alter("PRAGMA user_version = 99")
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.file))
    await #expect(throws: SendingError(.outboxNewer, "")) { try await folder.outbox().open() }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file)) == before)
  }

  @Test("of another program is refused")
  func foreign() async throws {
    try alter("CREATE TABLE note (text TEXT)")
    await #expect(throws: SendingError(.outboxDamaged, "")) { try await folder.outbox().open() }
  }

  @Test("that is no database is refused, and never emptied")
  func noDatabase() async throws {
    let text = Data(String(repeating: "not a database ", count: 1000).utf8)
    try text.write(to: URL(fileURLWithPath: folder.file))
    let error = await #expect(throws: SendingError.self) { try await folder.outbox().begin(.transfer(), count: 0) }
    #expect(error?.code == .outboxDamaged)
    #expect(error.map { $0.description.split(separator: "\n").count <= 4 } == true)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file)) == text)
  }

  @Test("whose pages are overwritten is found damaged")
  func damaged() async throws {
    let outbox = folder.outbox()
    for number in 0..<50 {
      let intent = try await outbox.begin(.transfer(number), count: 0).begun()
      try await outbox.record(.sample(number, nonce: intent.nonce ?? 0), of: intent.id, label: "")
    }
    await outbox.close()
    let handle = try #require(FileHandle(forUpdatingAtPath: folder.file))
    try handle.seek(toOffset: 8_192)
    try handle.write(contentsOf: Data(repeating: 0xab, count: 60_000))
    try handle.close()
    let again = folder.outbox()
    await #expect(throws: SendingError(.outboxDamaged, "")) {
      try await again.open()
      try await again.check()
    }
  }

  @Test("with a value that cannot be read is told as damaged, and ends nothing")
  func unreadable() async throws {
    let outbox = folder.outbox()
    _ = try await outbox.begin(.transfer(), count: 0).begun()
    await outbox.close()
    try alter("UPDATE intent SET state = 'odd'")
    await #expect(throws: SendingError(.outboxDamaged, "")) { try await folder.outbox().intents() }
    try alter("UPDATE intent SET state = 'final', account = x'00'")
    await #expect(throws: SendingError.self) { try await folder.outbox().intents() }
  }

  @Test("in a folder that is none is an error, and nothing is begun")
  func noFolder() async throws {
    await #expect(throws: SendingError(.outboxFailed, "")) {
      try await Outbox(path: "/dev/null/deep/outbox.sqlite").begin(.transfer(), count: 0)
    }
  }

  @Test("that cannot grow is an error; what it holds stays")
  func full() async throws {
    let outbox = folder.outbox()
    let kept = try await outbox.begin(.transfer(), count: 0).begun()
    _ = try await outbox.read { db, _ in
      let count = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      return try Int.fetchOne(db, sql: "PRAGMA max_page_count = \(count)")
    }
    let draft = IntentDraft.large
    await #expect(throws: SendingError(.outboxFailed, "")) { try await outbox.begin(draft, count: 0) }
    #expect(try await outbox.intents().map(\.id) == [kept.id])
    // It is not lost for ever: with room again it goes on.
    _ = try await outbox.read { db, _ in try Int.fetchOne(db, sql: "PRAGMA max_page_count = 100000") }
    #expect(try await outbox.begin(draft, count: 0).begun().nonce == 1)
  }

  @Test("is brought up to date from an earlier version, with a copy of the earlier one beside it")
  func migrated() async throws {
    let old = folder.outbox()
    let intent = try await old.begin(.transfer(key: "once"), count: 4).begun()
    await old.close()
    var schema = OutboxSchema.current
    schema.steps.append { try $0.execute(sql: "ALTER TABLE intent ADD COLUMN colour TEXT") }
    let new = Outbox(path: folder.file, schema: schema)
    #expect(try await new.intent(intent.id)?.key == IntentKey("once"))
    #expect(try await new.read { db, _ in try Int.fetchOne(db, sql: "PRAGMA user_version") } == 4)
    let copy = Outbox(path: "\(folder.file).v3-backup")
    #expect(try await copy.intent(intent.id)?.nonce == 4)
    await #expect(throws: SendingError(.outboxNewer, "")) { try await folder.outbox().open() }
  }

  @Test("of which bringing it up to date fails stays as it was")
  func migrationFails() async throws {
    let old = folder.outbox()
    let intent = try await old.begin(.transfer(), count: 4).begun()
    await old.close()
    var schema = OutboxSchema.current
    schema.steps.append { db in
      try db.execute(sql: "DELETE FROM intent")
      try db.execute(sql: "CREATE TABLE intent (nothing)")
    }
    let new = Outbox(path: folder.file, schema: schema)
    await #expect(throws: SendingError.self) { try await new.open() }
    #expect(try await folder.outbox().intent(intent.id)?.nonce == 4)
  }

  @Test("that is damaged is rebuilt out of the rows that can be read, and is kept")
  func rebuilt() async throws {
    let outbox = folder.outbox()
    for number in 0..<200 {
      let intent = try await outbox.begin(.transfer(number, key: "key \(number)"), count: 0).begun()
      try await outbox.record(.sample(number, nonce: intent.nonce ?? 0), of: intent.id, label: "")
    }
    await outbox.close()
    let size = try #require(
      try FileManager.default.attributesOfItem(atPath: folder.file)[.size] as? Int)
    let handle = try #require(FileHandle(forUpdatingAtPath: folder.file))
    // A page in the middle, not those at the beginning that say where everything is.
    try handle.seek(toOffset: UInt64(size / 2 / 4096 * 4096))
    try handle.write(contentsOf: Data(repeating: 0xab, count: 4096))
    try handle.close()
    let again = folder.outbox()
    await #expect(throws: SendingError(.outboxDamaged, "")) { try await again.check() }
    let salvage = try await again.rebuild()
    #expect(salvage.intents > 100 && salvage.intents <= 200, "\(salvage)")
    // The damage is still there to be looked at.
    let kept = try Data(contentsOf: URL(fileURLWithPath: salvage.kept))
    #expect(kept.range(of: Data(repeating: 0xab, count: 4096)) != nil)
    try await again.check()
    let intents = try await again.intents()
    #expect(intents.count == salvage.intents)
    // It goes on where the rows that were read left off.
    let next = try await again.begin(.transfer(), count: 0).begun()
    #expect(!intents.contains { $0.nonce == next.nonce })
  }

  @Test("is not rebuilt under the feet of another process")
  func rebuiltWhileOpen() async throws {
    let (one, other) = (folder.outbox(), folder.outbox())
    _ = try await one.begin(.transfer(), count: 0)
    await #expect(throws: SendingError(.outboxBusy, "")) { try await other.rebuild() }
    #expect(try await other.intents().count == 1)
  }

  @Test("stays where it is if not all of it can be moved aside")
  func notRebuilt() async throws {
    let outbox = folder.outbox()
    _ = try await outbox.begin(.transfer(), count: 0)
    await outbox.close()
    let log = "\(folder.file)-wal"
    if !FileManager.default.fileExists(atPath: log) { try Data().write(to: URL(fileURLWithPath: log)) }
    try FileManager.default.createDirectory(
      atPath: "\(folder.file).damaged-1-wal/in-the-way", withIntermediateDirectories: true)
    await #expect(throws: SendingError(.outboxFailed, "")) { try await folder.outbox().rebuild() }
    #expect(try await folder.outbox().intents().count == 1)
  }

  @Test("whose rebuilding was ended at any step is the old one or the new one, never an empty one", arguments: 0...4)
  func rebuildingEnded(step: Int) async throws {
    let outbox = folder.outbox()
    _ = try await outbox.begin(.transfer(), count: 0)
    await outbox.close()
    // The steps in their order, as many as were done; the new file holds what the old one does.
    let (files, path) = (FileManager.default, folder.file)
    let (draft, whole, kept) = ("\(path).rebuilding", "\(path).rebuilt", "\(path).damaged-1")
    try alter("VACUUM INTO '\(draft)'")
    try Data().write(to: URL(fileURLWithPath: "\(path)-wal"))
    let steps = [(draft, whole), (path, kept), ("\(path)-wal", "\(kept)-wal"), (whole, path)]
    for (source, target) in steps.prefix(step) { try files.moveItem(atPath: source, toPath: target) }
    let next = folder.outbox()
    #expect(try await next.intents().count == 1)
    try await next.check()
    // The log of the one is never read into the other.
    #expect(step < 2 || files.fileExists(atPath: "\(kept)-wal"))
    await next.close()
    let salvage = try await folder.outbox().rebuild()
    #expect(salvage.intents == 1)
    #expect(try await folder.outbox().intents().count == 1)
  }

  /// Changes the file from outside.
  private func alter(_ sql: String) throws {
    try DatabaseQueue(path: folder.file).inDatabase { try $0.execute(sql: sql) }
  }
}
