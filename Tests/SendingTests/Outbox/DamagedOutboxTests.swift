import Foundation
import Testing

@testable import Outbox
@testable import Sending

@Suite("The file of an outbox that was damaged, emptied or put back")
struct DamagedOutboxTests {
  private let folder: OutboxFolder

  init() throws { folder = try OutboxFolder() }

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
    try folder.alter(
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
    try folder.alter("VACUUM INTO '\(draft)'")
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
}
