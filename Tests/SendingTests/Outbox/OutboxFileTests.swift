import Database
import Foundation
import Keys
import Primitives
import Testing

@testable import Outbox
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
    try folder.alter("PRAGMA user_version = 99")
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.file))
    let error = await #expect(throws: OutboxError.self) { try await folder.outbox().open() }
    #expect(error?.code == .newer && error?.ofDatabase?.facts == 99)
    let known = OutboxSchema.current.version
    #expect(error?.reason == "Its tables have version 99, this program knows \(known).")
    // A service that has it open asks for that version.
    #expect(error?.callForRestart?.contains("version 99") == true)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file)) == before)
  }

  @Test("of a later version is not rebuilt by this one, which may go on at it: what that one added would be left out")
  func laterNotRebuilt() async throws {
    var schema = OutboxSchema.current
    schema.steps.append(.adding { try $0.execute("CREATE TABLE note (text TEXT) STRICT") })
    let new = Outbox(path: folder.file, schema: schema)
    _ = try await new.begin(.transfer(1), count: 0)
    await new.close()
    try folder.alter("UPDATE intent SET state = 'martian'")
    let outbox = folder.outbox()
    await #expect(throws: OutboxError(.damaged, "")) { try await outbox.check() }
    let error = await #expect(throws: OutboxError.self) { try await outbox.rebuild() }
    #expect(error?.code == .newer && error?.ofDatabase?.facts == schema.version)
    #expect(error?.reason?.contains("version \(schema.version)") == true && error?.advice != nil)
    try folder.alter("INSERT INTO note (text) VALUES ('kept')")
    // One whose rows are on a server is none of a later version.
    try folder.alter("PRAGMA user_version = \(OutboxSchema.movedVersion)")
    await #expect(throws: OutboxError(.moved, "")) { try await outbox.rebuild() }
  }

  @Test("of another program is refused")
  func foreign() async throws {
    try folder.alter("CREATE TABLE note (text TEXT)")
    await #expect(throws: OutboxError(.damaged, "")) { try await folder.outbox().open() }
  }

  @Test("that is no database is refused, and never emptied")
  func noDatabase() async throws {
    let text = Data(String(repeating: "not a database ", count: 1000).utf8)
    try text.write(to: URL(fileURLWithPath: folder.file))
    let error = await #expect(throws: OutboxError.self) { try await folder.outbox().begin(.transfer(), count: 0) }
    #expect(error?.code == .damaged)
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
    await #expect(throws: OutboxError(.damaged, "")) {
      try await again.open()
      try await again.check()
    }
  }

  @Test("with a bit flipped anywhere in a key, an amount or a hash begins nothing anew under that key")
  func flippedBits() async throws {
    let outbox = folder.outbox()
    let intent = try await outbox.begin(.transfer(77_777, key: "order-9"), count: 0).begun()
    try await outbox.record(.sample(1, nonce: 0), of: intent.id, label: "")
    try await outbox.settle(intent.id, IntentOutcome(.final, block: 8, blockHash: .zero))
    await outbox.close()
    let file = URL(fileURLWithPath: folder.file)
    _ = try? DatabaseFile(folder.file).connected { try $0.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
    let whole = try Data(contentsOf: file)
    var places: [Int] = []
    for text in ["order-9", "77777", "final"] {
      var from = whole.startIndex
      while let found = whole.range(of: Data(text.utf8), in: from..<whole.endIndex) {
        places += found
        from = found.upperBound
      }
    }
    #expect(places.count >= 3 * 7 + 5 + 5)
    for place in places {
      var damaged = whole
      damaged[place] ^= 1 << UInt8.random(in: 0..<7)
      try? FileManager.default.removeItem(atPath: "\(folder.file)-wal")
      try? FileManager.default.removeItem(atPath: "\(folder.file)-shm")
      try damaged.write(to: file)
      let opened = folder.outbox()
      let beginning = try? await opened.begin(.transfer(77_777, key: "order-9"), count: 1)
      if case .begun? = beginning { Issue.record("a bit at \(place) had it begun anew") }
      await opened.close()
    }
  }

  @Test("with a value that cannot be read is told as damaged, and ends nothing")
  func unreadable() async throws {
    let outbox = folder.outbox()
    _ = try await outbox.begin(.transfer(), count: 0).begun()
    await outbox.close()
    try folder.alter("UPDATE intent SET state = 'odd'")
    await #expect(throws: OutboxError(.damaged, "")) { try await folder.outbox().intents() }
    try folder.alter("UPDATE intent SET state = 'final', account = x'00'")
    await #expect(throws: OutboxError.self) { try await folder.outbox().intents() }
  }

  @Test("in a folder that is none is an error, and nothing is begun")
  func noFolder() async throws {
    await #expect(throws: OutboxError(.failed, "")) {
      try await Outbox(path: "/dev/null/deep/outbox.sqlite").begin(.transfer(), count: 0)
    }
  }

  @Test("that cannot grow is an error; what it holds stays")
  func full() async throws {
    let outbox = folder.outbox()
    let kept = try await outbox.begin(.transfer(), count: 0).begun()
    _ = try await outbox.read { db, _ in
      let count = try db.value("PRAGMA page_count", as: Int.self) ?? 0
      return try db.value("PRAGMA max_page_count = \(count)", as: Int.self)
    }
    let draft = IntentDraft.large
    await #expect(throws: OutboxError(.failed, "")) { try await outbox.begin(draft, count: 0) }
    #expect(try await outbox.intents().map(\.id) == [kept.id])
    // It is not lost for ever: with room again it goes on.
    _ = try await outbox.read { db, _ in try db.value("PRAGMA max_page_count = 100000", as: Int.self) }
    #expect(try await outbox.begin(draft, count: 0).begun().nonce == 1)
  }

  @Test("is brought up to date from an earlier version, with a copy of the earlier one beside it")
  func migrated() async throws {
    let old = folder.outbox()
    let intent = try await old.begin(.transfer(key: "once"), count: 4).begun()
    await old.close()
    var schema = OutboxSchema.current
    schema.steps.append(
      .changing { db in
        try db.execute("ALTER TABLE intent ADD COLUMN colour TEXT")
        try RowChecksum.install(db, on: ["intent"])
      })
    let new = Outbox(path: folder.file, schema: schema)
    #expect(try await new.intent(intent.id)?.key == IntentKey("once"))
    #expect(try await new.read { db, _ in try db.value("PRAGMA user_version", as: Int.self) } == schema.version)
    let copy = Outbox(path: "\(folder.file).v\(schema.version - 1)-backup")
    #expect(try await copy.intent(intent.id)?.nonce == 4)
    await #expect(throws: OutboxError(.newer, "")) { try await folder.outbox().open() }
  }

  @Test("of each earlier version keeps its rows and their check sums", arguments: 4..<OutboxSchema.current.version)
  func migrated(from version: Int) async throws {
    try await make(version: version)
    try folder.alter(
      """
      INSERT INTO intent (chain, account, key, label, value, data, digest, cost, maximum, state, nonce, run, created, changed)
      VALUES ('1337', x'0000000000000000000000000000000000000007', 'once', 'a transfer', '1', x'', x'01', '5', '5', 'final',
        3, '', 1, 1)
      """)
    let outbox = folder.outbox()
    let intent = try #require(try await outbox.intents().first)
    #expect(intent.nonce == 3 && intent.blockTime == nil && intent.key == IntentKey("once"))
    try await outbox.settle(intent.id, IntentOutcome(.final, cost: .wei(3), evidence: .own))
    #expect(try await outbox.intent(intent.id)?.cost == .wei(3))
  }

  @Test(
    "of an earlier version gives no row that was damaged a sum that fits", arguments: 4..<OutboxSchema.current.version)
  func damagedBefore(version: Int) async throws {
    try await make(version: version)
    try folder.alter(
      """
      INSERT INTO intent (chain, account, label, value, data, digest, cost, maximum, state, nonce, run, created, changed)
      VALUES ('1337', x'0000000000000000000000000000000000000007', 'a transfer', '1', x'', x'01', '5', '5', 'final', 3, '', 1, 1);
      DROP TRIGGER intentDamaged;
      DROP TRIGGER intentUpdated;
      UPDATE intent SET cost = '6';
      """)
    let error = await #expect(throws: OutboxError(.damaged, "")) { try await folder.outbox().open() }
    #expect(error?.reason?.contains("check sum") == true, "\(error?.description ?? "")")
  }

  @Test("of which bringing it up to date fails stays as it was")
  func migrationFails() async throws {
    let old = folder.outbox()
    let intent = try await old.begin(.transfer(), count: 4).begun()
    await old.close()
    var schema = OutboxSchema.current
    schema.steps.append(
      .changing { db in
        try db.execute("DELETE FROM intent")
        try db.execute("CREATE TABLE intent (nothing)")
      })
    let new = Outbox(path: folder.file, schema: schema)
    await #expect(throws: OutboxError.self) { try await new.open() }
    #expect(try await folder.outbox().intent(intent.id)?.nonce == 4)
  }

  @Test("holds everything itself when it is closed, and its log is ready for the next who opens it")
  func closed() async throws {
    let outbox = folder.outbox()
    _ = try await outbox.begin(.transfer(), count: 0)
    await outbox.close()
    let log = try Data(contentsOf: URL(fileURLWithPath: "\(folder.file)-wal"))
    #expect(log.count > 32)
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: folder.file + suffix) }
    #expect(try await folder.outbox().intents().count == 1)
  }

  /// An empty file of an earlier version.
  private func make(version: Int) async throws {
    var schema = OutboxSchema.current
    schema.steps = Array(schema.steps.prefix(version))
    let old = Outbox(path: folder.file, schema: schema)
    try await old.open()
    await old.close()
  }
}

extension OutboxFolder {
  /// Changes the file from outside.
  func alter(_ sql: String) throws {
    var options = DatabaseFile.Options()
    (options.durability, options.functions) = (nil, [RowChecksum.function])
    try DatabaseFile(file, options).connected { try $0.execute(sql) }
  }
}
