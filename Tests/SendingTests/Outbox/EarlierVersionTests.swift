import Database
import DatabaseSupport
import Testing

@testable import Outbox

@Suite("Programs of earlier versions at an outbox of the newest", .overEachEngine)
struct EarlierVersionTests {
  private let folder: OutboxFolder

  init() throws { folder = try OutboxFolder() }

  /// The tables, as another process has them open.
  private func tables(_ schema: DatabaseSchema) throws -> any SQLDatabase {
    try EarlierPrograms.open(folder.place, "outbox", schema, [RowChecksum.function])
  }

  @Test("go on, or are refused, as its steps say")
  func declared() throws {
    try EarlierPrograms(of: OutboxSchema.current, functions: [RowChecksum.function]).expectAsDeclared()
  }

  @Test("go on where the next one adds a column: with rows of before, of theirs, and of the next one")
  func addedColumn() async throws {
    let old = folder.outbox()
    let before = try await old.begin(.transfer(key: "before"), count: 0).begun()
    var next = folder.place.isOnServer ? OutboxSchema.current.onServer : OutboxSchema.current
    next.steps.append(
      .adding { db in
        try db.execute("ALTER TABLE intent ADD COLUMN colour TEXT")
        if db.engine == .file { try RowChecksum.install(db, on: ["intent"]) }
      })
    let new = try tables(next)
    try await old.record(.sample(1, nonce: 0), of: before.id, label: "")
    let after = try await old.begin(.transfer(key: "after"), count: 0).begun()
    try await new.write(turn: "some") { db in
      _ = try db.update("intent", "colour = ?", ["red"], where: "id = ?", [after.id])
    }
    #expect(try await old.intent(after.id)?.key == IntentKey("after"))
    try await old.record(.sample(2, nonce: 1), of: after.id, label: "")
    #expect(
      try await new.read { try $0.values("SELECT colour FROM intent WHERE id = ?", [after.id], as: String.self) }
        == ["red"])
    await old.close()
    let late = folder.outbox()
    #expect(Set(try await late.intents().map(\.id)) == [before.id, after.id])
    try await late.check()
  }

  @Test("read rows whose sums are from before a column was added, and none in which it was filled without a sum")
  func sumsOfBefore() async throws {
    let outbox = folder.outbox()
    let intent = try await outbox.begin(.transfer(key: "once"), count: 0).begun()
    let tables = try tables(OutboxSchema.current)
    try await tables.write { try $0.execute("ALTER TABLE intent ADD COLUMN colour TEXT") }
    #expect(try await outbox.intent(intent.id)?.key == IntentKey("once"))
    try await outbox.record(.sample(1, nonce: 0), of: intent.id, label: "")
    #expect(try await outbox.intent(intent.id)?.attempts.count == 1)
    try await tables.write { try $0.execute("UPDATE intent SET colour = 'red'") }
    await #expect(throws: OutboxError(.damaged, "")) { _ = try await outbox.intent(intent.id) }
  }
}
