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
    try alter("PRAGMA user_version = 99")
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
    try alter("UPDATE intent SET state = 'martian'")
    let outbox = folder.outbox()
    await #expect(throws: OutboxError(.damaged, "")) { try await outbox.check() }
    let error = await #expect(throws: OutboxError.self) { try await outbox.rebuild() }
    #expect(error?.code == .newer && error?.ofDatabase?.facts == schema.version)
    #expect(error?.reason?.contains("version \(schema.version)") == true && error?.advice != nil)
    try alter("INSERT INTO note (text) VALUES ('kept')")
    // One whose rows are on a server is none of a later version.
    try alter("PRAGMA user_version = \(OutboxSchema.movedVersion)")
    await #expect(throws: OutboxError(.moved, "")) { try await outbox.rebuild() }
  }

  @Test("of another program is refused")
  func foreign() async throws {
    try alter("CREATE TABLE note (text TEXT)")
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
    try alter("UPDATE intent SET state = 'odd'")
    await #expect(throws: OutboxError(.damaged, "")) { try await folder.outbox().intents() }
    try alter("UPDATE intent SET state = 'final', account = x'00'")
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
    try alter(
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
    try alter(
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
    await #expect(throws: OutboxError(.damaged, "")) { try await again.check() }
    let salvage = try await again.rebuild()
    #expect(salvage.intents > 100 && salvage.intents <= 200, "\(salvage)")
    // The damage is still there to be looked at.
    let kept = try Data(contentsOf: URL(fileURLWithPath: try #require(salvage.kept)))
    #expect(kept.range(of: Data(repeating: 0xab, count: 4096)) != nil)
    try await again.check()
    let intents = try await again.intents()
    #expect(intents.count == salvage.intents)
    // It goes on where the rows that were read left off.
    let next = try await again.begin(.transfer(), count: 0).begun()
    #expect(!intents.contains { $0.nonce == next.nonce })
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

  /// An outbox with so many sends of which one is signed each, closed without its log being put into the file.
  private func written(_ count: Int) async throws {
    let outbox = folder.outbox()
    for number in 0..<count {
      let intent = try await outbox.begin(.transfer(number, key: "key \(number)"), count: 0).begun()
      try await outbox.record(.sample(number, nonce: intent.nonce ?? 0), of: intent.id, label: "")
    }
    // As a process leaves it that is killed.
    let files = FileManager.default
    for suffix in ["", "-wal", "-lock"] {
      try files.copyItem(atPath: folder.file + suffix, toPath: "\(folder.file)-copy\(suffix)")
    }
    await outbox.close()
    for suffix in ["", "-wal", "-shm", "-lock"] { try? files.removeItem(atPath: folder.file + suffix) }
    for suffix in ["", "-wal", "-lock"] {
      try files.moveItem(atPath: "\(folder.file)-copy\(suffix)", toPath: folder.file + suffix)
    }
  }

  /// Why the outbox does not open.
  private func refusal() async throws -> OutboxError {
    try #require(await #expect(throws: OutboxError.self) { try await folder.outbox().open() })
  }

  @Test("with a flipped bit anywhere in its log is damaged if a send is missing then, and never shorter without a word")
  func flippedBit() async throws {
    try await written(6)
    let log = "\(folder.file)-wal"
    let sound = try Data(contentsOf: URL(fileURLWithPath: log))
    let original = try Data(contentsOf: URL(fileURLWithPath: folder.file))
    var refusals = 0
    // The header, frames of the beginning, the middle and the end.
    for offset in [9, 40, 700] + stride(from: 60, to: sound.count, by: sound.count / 12) {
      var bytes = sound
      bytes[offset] ^= 0x10
      try bytes.write(to: URL(fileURLWithPath: log))
      do {
        #expect(try await folder.outbox().intents().count == 6, "\(offset)")
      } catch let error as OutboxError {
        refusals += 1
        #expect(error.code == .damaged && error.reason?.contains("missing") == true, "\(offset): \(error)")
      }
      try? FileManager.default.removeItem(atPath: "\(folder.file)-shm")
      try original.write(to: URL(fileURLWithPath: folder.file))
    }
    #expect(refusals > 5)
    try sound.write(to: URL(fileURLWithPath: log))
    #expect(try await folder.outbox().intents().count == 6)
  }

  @Test(
    "that is empty, or gone, where one was is damaged and not new, until it is rebuilt or its mark is removed",
    arguments: [false, true])
  func emptied(isGone: Bool) async throws {
    try await written(3)
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: folder.file + suffix) }
    try FileManager.default.removeItem(atPath: folder.file)
    if !isGone { try Data().write(to: URL(fileURLWithPath: folder.file)) }
    for _ in 0..<2 {
      let error = try await refusal()
      #expect(error.code == .damaged && error.message.contains("gone") == isGone, "\(error)")
      switch try #require(error.facts) {
      case .file(folder.file, .missing(let marks)): #expect(isGone && !marks.isEmpty)
      case let facts: #expect(!isGone && facts == .file(path: folder.file, .damaged))
      }
    }
    let mark = try Data(contentsOf: URL(fileURLWithPath: "\(folder.file)-lock"))
    let salvage = try await folder.outbox().rebuild()
    #expect(salvage.intents == 0 && (salvage.kept == nil) == isGone)
    #expect(try await folder.outbox().intents().isEmpty)
    // Who removes all of it begins anew.
    try FileManager.default.removeItem(atPath: folder.file)
    try mark.write(to: URL(fileURLWithPath: "\(folder.file)-lock"))
    #expect(try await refusal().code == .damaged)
    try FileManager.default.removeItem(atPath: "\(folder.file)-lock")
    #expect(try await folder.outbox().intents().isEmpty)
  }

  @Test("that was put back to an earlier one is told with what is missing, and goes on when it is rebuilt")
  func putBack() async throws {
    let outbox = folder.outbox()
    _ = try await outbox.begin(.transfer(1), count: 0)
    await outbox.close()
    let early = try Data(contentsOf: URL(fileURLWithPath: folder.file))
    for number in 2...4 { _ = try await outbox.begin(.transfer(number), count: 0) }
    await outbox.close()
    try early.write(to: URL(fileURLWithPath: folder.file))
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: folder.file + suffix) }
    #expect(try await refusal().reason == "The newest 3 sends are missing in it.")
    #expect(try await folder.outbox().rebuild().intents == 1)
    #expect(try await folder.outbox().intents().count == 1)
  }

  @Test("with a mark that lags, as after a kill, or that cannot be read is sound", arguments: ["", "garbage", "0"])
  func lagging(mark: String) async throws {
    try await written(3)
    try Data(mark.utf8).write(to: URL(fileURLWithPath: "\(folder.file)-lock"))
    #expect(try await folder.outbox().intents().count == 3)
    // And it knows again how far it came.
    try FileManager.default.removeItem(atPath: folder.file)
    #expect(try await refusal().code == .damaged)
  }

  @Test("with rows that cannot be read is found damaged by its check; rebuilt, these are left out and counted")
  func unreadableRows() async throws {
    try await written(5)
    try alter(
      "UPDATE intent SET state = 'martian' WHERE id = 2; UPDATE intent SET account = x'00' WHERE id = 3; UPDATE attempt SET kind = '' WHERE id = 4"
    )
    let outbox = folder.outbox()
    let error = try #require(await #expect(throws: OutboxError.self) { try await outbox.intents() })
    #expect(error.code == .damaged && error.message.contains(folder.file), "\(error)")
    let found = try #require(await #expect(throws: OutboxError.self) { try await outbox.check() })
    #expect(found.code == .damaged && found.reason?.contains("Row 2 of intent") == true, "\(found)")
    let salvage = try await outbox.rebuild()
    #expect(salvage.intents == 4 && salvage.attempts == 3 && salvage.unreadable == 2, "\(salvage)")
    try await outbox.check()
    // What was signed for it may be on the chain.
    #expect(try await outbox.intent(2)?.state == .signed)
  }

  @Test("is not rebuilt under the feet of another process")
  func rebuiltWhileOpen() async throws {
    let (one, other) = (folder.outbox(), folder.outbox())
    _ = try await one.begin(.transfer(), count: 0)
    await #expect(throws: OutboxError(.busy, "")) { try await other.rebuild() }
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
    await #expect(throws: OutboxError(.failed, "")) { try await folder.outbox().rebuild() }
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

  /// An empty file of an earlier version.
  private func make(version: Int) async throws {
    var schema = OutboxSchema.current
    schema.steps = Array(schema.steps.prefix(version))
    let old = Outbox(path: folder.file, schema: schema)
    try await old.open()
    await old.close()
  }

  /// Changes the file from outside.
  private func alter(_ sql: String) throws {
    var options = DatabaseFile.Options()
    (options.durability, options.functions) = (nil, [RowChecksum.function])
    try DatabaseFile(folder.file, options).connected { try $0.execute(sql) }
  }
}
