import Database
import DatabaseSupport
import Foundation
import Locking
import Primitives
import Testing

@testable import Outbox
@testable import Sending

@Suite(
  "An outbox on a server", .enabled(if: PostgresCluster.isInstalled, PostgresCluster.advice), .timeLimit(.minutes(20)))
struct OutboxServerTests {
  private let cluster: PostgresCluster
  private let database: String
  private let place: DatabasePlace
  private let folder: OutboxFolder

  init() throws {
    cluster = try PostgresCluster.shared
    database = try cluster.makeDatabase()
    place = .server(try PostgresAddress(cluster.address(of: database), isSecret: true))
    folder = try OutboxFolder()
  }

  private func outbox() -> Outbox { Outbox(at: place) }

  private func sql(_ text: String) throws {
    try cluster.query("SET search_path = lectures_outbox; \(text)", in: database)
  }

  // MARK: Versions

  @Test("of the first version keeps its rows and their check sums")
  func migrated() async throws {
    let first = DatabaseSchema(applicationID: OutboxSchema.applicationID, steps: [.adding(OutboxSchema.onServer)])
    let tables = try place.open("outbox", first)
    try await tables.write(turn: "first") { db in
      _ = try db.insert(
        "intent",
        """
        (chain, account, label, value, data, digest, cost, maximum, state, nonce, run, created, changed)
        VALUES ('1337', ?, 'a transfer', '1', ?, ?, '5', '5', 'final', 3, '', 1, 1)
        """, [IntentDraft.account, [] as Bytes, [1] as Bytes])
    }
    try tables.close()
    let outbox = outbox()
    let intent = try #require(try await outbox.intents().first)
    #expect(intent.nonce == 3 && intent.request == nil)
    try await outbox.settle(intent.id, IntentOutcome(.final, cost: .wei(3), evidence: .own))
    #expect(try await outbox.intent(intent.id)?.cost == .wei(3))
  }

  /// Tables of the first version with so many rows, with gaps between their numbers.
  private func fill(_ count: Int) async throws {
    let first = DatabaseSchema(applicationID: OutboxSchema.applicationID, steps: [.adding(OutboxSchema.onServer)])
    let tables = try place.open("outbox", first)
    try await tables.write(turn: "first") { db in
      for number in 1...count {
        _ = try db.insert(
          "intent",
          """
          (id, chain, account, label, value, data, digest, cost, maximum, state, nonce, run, created, changed)
          VALUES (?, '1337', ?, 'a transfer', '1', ?, ?, '5', '5', 'final', ?, '', 1, 1)
          """, [Int64(number * 3), IntentDraft.account, [] as Bytes, [1] as Bytes, Int64(number)])
      }
    }
    try tables.close()
  }

  @Test("of the first version keeps thousands of rows, each with its own check sum")
  func migratedInBatches() async throws {
    try await fill(2_301)
    let outbox = outbox()
    try await outbox.check()
    let intents = try await outbox.intents(IntentFilter(limit: 3_000))
    #expect(
      intents.count == 2_301 && intents.allSatisfy { $0.request == nil && $0.nonce.map { Int64($0 * 3) } == $0.id })
  }

  @Test("of the first version is left as it is where a row of a later batch is not as it was written")
  func damagedBeforeMigration() async throws {
    try await fill(1_200)
    try sql("UPDATE intent SET cost = '6' WHERE id = 3000")
    let sums = {
      try cluster.query(
        "SELECT md5(string_agg(checksum::text, ',' ORDER BY id)) FROM lectures_outbox.intent", in: database)
    }
    let before = try sums()
    await #expect(throws: OutboxError.self) { _ = try await outbox().intents() }
    #expect(try sums() == before)
    #expect(try cluster.query("SELECT version FROM lectures_outbox.version", in: database) == "1")
  }

  // MARK: Owners

  @Test("keeps what is under way from others for as long as its owner gives signs of life")
  func living() async throws {
    let (one, other) = (outbox(), outbox())
    let first = try await one.begin(.transfer(key: "once"), count: 0).begun()
    let found = try await other.begin(.transfer(key: "once"), count: 0).found()
    #expect(found.intent.id == first.id && !found.isOurs)
    #expect(try await other.takeOver(first.id) == false)
    #expect(try await other.isAbandoned(first) == false)
    try await one.record(.sample(1, nonce: 0), of: first.id, label: "")
  }

  @Test("one that was taken for dead signs nothing for what it had begun, and can begin anew")
  func fenced() async throws {
    let one = outbox()
    let first = try await one.begin(.transfer(key: "once"), count: 0).begun()
    try sql("UPDATE lease SET until = 0")
    await #expect(throws: OutboxError(.takenForDead, "")) {
      try await one.record(.sample(1, nonce: 0), of: first.id, label: "")
    }
    #expect(try await one.intents().allSatisfy { $0.attempts.isEmpty })
    let second = try await one.begin(.transfer(key: "once"), count: 0).begun()
    #expect(second.id != first.id && second.nonce == 0)
    try await one.record(.sample(2, nonce: 0), of: second.id, label: "")
  }

  @Test("another takes up the work of one whose time is over, who then ends nothing of it")
  func resumed() async throws {
    let (one, other) = (outbox(), outbox())
    let signed = try await one.begin(.transfer(key: "signed"), count: 0).begun()
    try await one.record(.sample(1, nonce: 0), of: signed.id, label: "")
    var draft = IntentDraft.transfer(key: "waits")
    draft.wait = PriceWait(limit: 5)
    let waiting = try await one.begin(draft, count: 0).begun()
    try sql("UPDATE lease SET until = 0")
    let found = try await other.begin(.transfer(key: "signed"), count: 0).found()
    #expect(found.intent.id == signed.id && found.isOurs)
    #expect(try await other.begin(draft, count: 0).begun().id == waiting.id)
    // The first goes on where it stood still.
    #expect(try await one.takeOver(signed.id) == false)
    #expect(try await one.reserve(waiting.id, count: 0) == nil)
    try await one.settle(waiting.id, IntentOutcome(.expired, cost: .zero))
    #expect(try await other.intent(waiting.id)?.state == .waiting)
    #expect(try await other.reserve(waiting.id, count: 0)?.begun().nonce == 1)
  }

  @Test("one whose time was over goes on waiting for a price, if nobody else does")
  func waits() async throws {
    let one = outbox()
    var draft = IntentDraft.transfer(key: "waits")
    draft.wait = PriceWait(limit: 5)
    let waiting = try await one.begin(draft, count: 0).begun()
    try sql("UPDATE lease SET until = 0")
    let begun = try await one.reserve(waiting.id, count: 0)?.begun()
    #expect(begun?.nonce == 0)
    try await one.record(.sample(1, nonce: 0), of: waiting.id, label: "")
  }

  // MARK: Limits

  @Test("keeps a limit of all accounts together, whichever machines send at once")
  func limits() async throws {
    let outboxes = [outbox(), outbox(), outbox()]
    let begun = try await withThrowingTaskGroup(of: Bool.self) { group in
      for index in 0..<24 {
        group.addTask {
          var draft = IntentDraft.transfer(1_000, from: Address(truncating: UInt256(index + 1)))
          draft.limits = SpendingLimits(perDay: .wei(5 * 22_000))
          do {
            _ = try await outboxes[index % 3].begin(draft, count: 0).begun()
            return true
          } catch let error as OutboxError where error.code == .limitExceeded {
            return false
          }
        }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(begun == 5)
  }

  // MARK: What goes wrong

  @Test(
    "notices a row that something else changed, before anything is decided by it or written over it",
    arguments: ["UPDATE intent SET cost = '1'", "UPDATE attempt SET raw = ''", "UPDATE intent SET checksum = NULL"])
  func changedRow(change: String) async throws {
    let outbox = outbox()
    let intent = try await outbox.begin(.transfer(key: "once"), count: 0).begun()
    try await outbox.record(.sample(1, nonce: 0), of: intent.id, label: "")
    try await outbox.check()
    try sql(change)
    await #expect(throws: OutboxError(.damaged, "")) { try await outbox.check() }
    await #expect(throws: OutboxError(.damaged, "")) { try await outbox.begin(.transfer(key: "once"), count: 0) }
    if !change.contains("attempt") {
      await #expect(throws: OutboxError(.damaged, "")) { try await outbox.settle(intent.id, IntentOutcome(.final)) }
    }
  }

  @Test("gives nonces in a row while its connections are ended again and again")
  func endedConnections() async throws {
    let outboxes = [outbox(), outbox()]
    let written = Guarded(0)
    async let ending: Void = {
      // Only after some were written: a machine with much else to do would never get a change done between two endings.
      for number in stride(from: 1, to: 38, by: 2) {
        while written.withLock({ $0 < number }) { try await Task.sleep(for: .milliseconds(5)) }
        try cluster.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database)'")
      }
    }()
    let nonces = try await withThrowingTaskGroup(of: UInt64?.self) { group in
      for lane in 0..<4 {
        group.addTask {
          var last: UInt64?
          for number in 0..<10 {
            let intent = try await outboxes[lane % 2].begin(.transfer(lane * 10 + number), count: 0).begun()
            let draft = AttemptDraft.sample(lane * 10 + number, nonce: intent.nonce ?? 0)
            try await outboxes[lane % 2].record(draft, of: intent.id, label: "")
            written.withLock { $0 += 1 }
            last = intent.nonce
          }
          return last
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    try await ending
    #expect(nonces.count == 4)
    let intents = try await outbox().intents(IntentFilter(limit: .max))
    #expect(intents.compactMap(\.nonce).sorted() == Array(0..<40) && intents.allSatisfy { $0.attempts.count == 1 })
  }

  @Test("has everything that it said was written after its server crashed")
  func crash() async throws {
    let cluster = try PostgresCluster()
    let outbox = Outbox(
      at: .server(try PostgresAddress(cluster.address(of: cluster.makeDatabase()), isSecret: true)))
    async let crashes: Void = {
      for _ in 0..<2 {
        try await Task.sleep(for: .milliseconds(300))
        try cluster.crash(for: 0.2)
      }
    }()
    var told: [Int64: UInt64] = [:]
    for number in 0..<150 {
      let intent = try await outbox.begin(.transfer(number), count: 0).begun()
      try await outbox.record(.sample(number, nonce: intent.nonce ?? 0), of: intent.id, label: "")
      told[intent.id] = intent.nonce
    }
    try await crashes
    let intents = try await outbox.intents(IntentFilter(limit: .max))
    let kept = Dictionary(uniqueKeysWithValues: intents.filter { $0.state == .signed }.map { ($0.id, $0.nonce) })
    #expect(told.allSatisfy { kept[$0.key] == $0.value })
    #expect(intents.compactMap(\.nonce).sorted() == Array(0..<150))
  }

  @Test("signs nothing more at a server that took the place of the first and lacks what was signed")
  func behind() async throws {
    let cluster = try PostgresCluster()
    defer { withExtendedLifetime(cluster) {} }
    let place = DatabasePlace.server(try PostgresAddress(cluster.address(of: cluster.makeDatabase()), isSecret: true))
    let outbox = Outbox(at: place, stateFolder: "\(folder.path)/state")
    let kept = try await outbox.begin(.transfer(key: "kept"), count: 0).begun()
    try await outbox.record(.sample(1, nonce: 0), of: kept.id, label: "")
    let begun = try await outbox.begin(.transfer(key: "begun"), count: 0).begun()
    try await cluster.failOver {
      let lost = try await outbox.begin(.transfer(key: "lost"), count: 0).begun()
      try await outbox.record(.sample(3, nonce: 2), of: lost.id, label: "")
    }
    await #expect(throws: OutboxError.self) { try await outbox.record(.sample(2, nonce: 1), of: begun.id, label: "") }
    await #expect(throws: OutboxError.self) { _ = try await outbox.begin(.transfer(key: "late"), count: 0) }
    // The other machines' outboxes read what is there: what was kept, and nothing since.
    let there = try await Outbox(at: place).intents(IntentFilter(limit: .max))
    #expect(there.map { $0.attempts.count }.reduce(0, +) == 1)
  }

  @Test("one that came back without rows is known by the mark in the state folder")
  func restored() async throws {
    let state = "\(folder.path)/state"
    let outbox = Outbox(at: place, stateFolder: state)
    let intent = try await outbox.begin(.transfer(key: "once"), count: 0).begun()
    try await outbox.record(.sample(1, nonce: 0), of: intent.id, label: "")
    await outbox.close()
    try sql("DELETE FROM attempt; DELETE FROM intent; DELETE FROM accountQueue")
    let again = Outbox(at: place, stateFolder: state)
    let draft = IntentDraft.transfer(key: "once")
    let open = try await again.account(of: draft).unexplained(for: draft, count: 0)
    #expect(open?.signed == [0] && open?.isLost == true)
  }

  @Test("is not rebuilt: its server's backup does that")
  func rebuilt() async throws {
    await #expect(throws: OutboxError(.failed, "")) { try await outbox().rebuild() }
  }

  @Test("is opened by the address that libpq reads; one that cannot be read is not repeated")
  func address() async throws {
    let intent = try await outbox().begin(.transfer(key: "once"), count: 0).begun()
    let same = try Outbox(server: cluster.address(of: database))
    #expect(try await same.intents().map(\.id) == [intent.id])
    await same.close()
    let error = #expect(throws: OutboxError.self) { try Outbox(server: "postgres://me:hunter2@host/name?port") }
    #expect(error?.facts == .file(path: "on a server", .server))
    #expect(error.map { "\($0)".contains("hunter2") } == false)
  }

  @Test("of a server that is not there says so")
  func unreachable() async throws {
    let address = try PostgresAddress("postgres://nobody@localhost:1/none", isSecret: false)
    let error = await #expect(throws: OutboxError.self) { try await Outbox(at: .server(address)).open() }
    #expect(error?.facts == .file(path: address.name, .server))
  }
}
