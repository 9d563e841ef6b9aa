import Database
import DatabaseSupport
import FixtureSupport
import Foundation
import Keys
import Locking
import Primitives
import Testing

@testable import FeePayer

/// A database of a fee payer's instances, as tests look at it.
struct StoreFixture: Sendable {
  static let payer = Address(truncating: 0xfee)
  let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
  var rules = ServiceFixture.rules
  let clock = Guarded<UInt64>(ServiceFixture.midnight + 3_600)

  var place: DatabasePlace { get throws { try TestDatabases.place(path) } }

  func open(_ payer: Address = payer) throws -> LedgerStore {
    let clock = clock
    return try LedgerStore(at: try place, rules: rules, feePayer: payer, block: 5) { clock.withLock { $0 } }
  }

  /// The tables, without an instance.
  func tables() throws -> any SQLDatabase { try place.open(DatabaseSchema.feePayerStore, .feePayer) }

  static func approval(_ number: UInt64, of sender: Int, nonce: UInt64? = nil, cost: UInt256) -> JournalEntry.Approval {
    JournalEntry.Approval(
      id: Hash32(UInt256(number) << 64 | UInt256(sender)), sender: Address(truncating: UInt256(sender)),
      nonce: nonce ?? number, cost: cost, to: nil, what: "test", key: nil, raw: [UInt8(truncatingIfNeeded: number)])
  }

  static func settlement(_ cost: UInt256) -> JournalEntry.Settlement {
    JournalEntry.Settlement(hash: Hash32(7), block: 9, succeeded: true, cost: cost)
  }

  /// Lets the time of an instance's lease be over.
  func end(_ store: LedgerStore, in tables: any SQLDatabase) async throws {
    await store.abandon()
    try await tables.write(turn: "end") {
      try $0.execute("UPDATE lease SET until = 1 WHERE name = ?", [store.instance])
    }
  }
}

@Suite("A fee payer's database", .overEachEngine)
struct LedgerStoreTests {
  private var fixture = StoreFixture()

  private func refusal(_ body: () async throws -> Void) async -> Int? {
    do { try await body() } catch { return (error as? ServiceAnswer)?.status ?? (error is FeePayerError ? 1 : 2) }
    return nil
  }

  @Test("has one approval of an order, with the bytes of the first copy, whichever instances get it at once")
  func once() async throws {
    let stores = try (0..<3).map { _ in try fixture.open() }
    let answers = try await withThrowingTaskGroup(of: Bytes.self) { group in
      for (index, store) in (stores + stores).enumerated() {
        group.addTask {
          var approval = StoreFixture.approval(1, of: 1, cost: 100)
          approval.raw = [UInt8(index)]
          return try await store.approve(approval)
        }
      }
      return try await group.reduce(into: Set<Bytes>()) { $0.insert($1) }
    }
    #expect(answers.count == 1)
    for store in stores { #expect(try await store.spentToday(by: nil) == Amount(wei: 100)) }
    #expect(try await stores[0].item(StoreFixture.approval(1, of: 1, cost: 100).id)?.approval.cost == 100)
  }

  @Test("is spent to the last peb by whichever instance, and no further")
  func lastPeb() async throws {
    var fixture = fixture
    fixture.rules.perDay = Amount(wei: 1_000_003)
    fixture.rules.perSenderPerDay = fixture.rules.perDay
    let stores = try (0..<3).map { _ in try fixture.open() }
    var paid: UInt256 = 0
    for number in 0..<2_000 {
      let cost = UInt256(997)
      let status = await refusal {
        _ = try await stores[number % 3].approve(StoreFixture.approval(UInt64(number), of: number % 7, cost: cost))
      }
      if status == nil { paid += cost } else { #expect(status == 429) }
      if status != nil { break }
    }
    #expect(paid == 1_003 * 997)
    // The rest is for the one who wants no more than that, wherever it lies.
    #expect(await refusal { _ = try await stores[1].approve(StoreFixture.approval(9_000, of: 9, cost: 13)) } == 429)
    #expect(await refusal { _ = try await stores[1].approve(StoreFixture.approval(9_001, of: 9, cost: 12)) } == nil)
    #expect(try await stores[2].spentToday(by: nil) == fixture.rules.perDay)
    #expect(try await stores[2].figures().allotted == .zero)
  }

  @Test("keeps to a sender's budget over all instances")
  func senders() async throws {
    var fixture = fixture
    fixture.rules.perDay = Amount(wei: 1_000_000)
    fixture.rules.perSenderPerDay = Amount(wei: 250)
    let stores = try [fixture.open(), fixture.open()]
    let taken = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<8 {
        group.addTask { [self] in
          await refusal {
            _ = try await stores[number % 2].approve(StoreFixture.approval(UInt64(number), of: 1, cost: 100))
          } == nil
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(taken == 2)
    #expect(try await stores[0].spentToday(by: Address(truncating: 1)) == Amount(wei: 200))
  }

  @Test("gives back what was not spent, to whom it is asked for next")
  func givingBack() async throws {
    var fixture = fixture
    fixture.rules.perDay = Amount(wei: 1_000)
    let stores = try [fixture.open(), fixture.open()]
    let first = StoreFixture.approval(1, of: 1, cost: 1_000)
    _ = try await stores[0].approve(first)
    #expect(await refusal { _ = try await stores[1].approve(StoreFixture.approval(2, of: 2, cost: 1)) } == 429)
    // Another than the one that approved it sees it in a block.
    try await stores[1].settle(first, StoreFixture.settlement(400))
    try await stores[0].settle(first, StoreFixture.settlement(400))
    #expect(try await stores[0].spentToday(by: nil) == Amount(wei: 400))
    #expect(try await stores[0].spentToday(by: first.sender) == Amount(wei: 400))
    #expect(await refusal { _ = try await stores[1].approve(StoreFixture.approval(2, of: 2, cost: 600)) } == nil)
    let item = try #require(try await stores[1].item(first.id))
    #expect(item.settlement == StoreFixture.settlement(400))
    #expect(try await stores[1].unsettled.map(\.approval.sender) == [Address(truncating: 2)])
  }

  @Test("counts a nonce as its dearest transaction, and no more once all of them were superseded")
  func slots() async throws {
    let store = try fixture.open()
    let (cheap, dear) = (
      StoreFixture.approval(1, of: 1, nonce: 5, cost: 300), StoreFixture.approval(2, of: 1, nonce: 5, cost: 500)
    )
    _ = try await store.approve(cheap)
    _ = try await store.approve(dear)
    #expect(try await store.spentToday(by: nil) == Amount(wei: 500))
    try await store.supersede(dear)
    #expect(try await store.spentToday(by: nil) == Amount(wei: 500))
    try await store.supersede(cheap)
    #expect(try await store.spentToday(by: nil) == .zero)
    #expect(try await store.unsettled.isEmpty)
  }

  @Test("lets an instance that was taken for dead write nothing down, and folds what it held")
  func death() async throws {
    let tables = try fixture.tables()
    let (first, second) = (try fixture.open(), try fixture.open())
    _ = try await first.approve(StoreFixture.approval(1, of: 1, cost: 1_000))
    #expect(try await second.figures().allotted > .zero)
    // One that lives keeps what it holds.
    await second.sweep()
    #expect(try await second.figures().allotted > .zero)
    try await fixture.end(first, in: tables)
    await second.sweep()
    #expect(try await second.figures().allotted == .zero)
    #expect(try await second.spentToday(by: nil) == Amount(wei: 1_000))
    #expect(await refusal { _ = try await first.approve(StoreFixture.approval(2, of: 1, cost: 1)) } == 1)
    #expect(try await second.item(StoreFixture.approval(2, of: 1, cost: 1).id) == nil)
    // What it had approved is taken up where it stood.
    #expect(try await second.approve(StoreFixture.approval(1, of: 1, cost: 1_000)) == [1])
  }

  @Test("gets back at once what an instance held that ends well")
  func ending() async throws {
    let (first, second) = (try fixture.open(), try fixture.open())
    _ = try await first.approve(StoreFixture.approval(1, of: 1, cost: 1_000))
    try await first.close()
    #expect(try await second.figures() == LedgerFigures(spent: Amount(wei: 1_000), allotted: .zero, unsettled: 1))
    #expect(await refusal { try await second.check() } == nil)
    #expect(await refusal { _ = try await first.approve(StoreFixture.approval(3, of: 1, cost: 1)) } == 1)
  }

  @Test("is one account's on one chain")
  func owner() throws {
    _ = try fixture.open()
    var code: FeePayerError.Code?
    do { _ = try fixture.open(Address(truncating: 0xbad)) } catch { code = (error as? FeePayerError)?.code }
    #expect(code == .otherJournal)
  }

  @Test("counts what was paid elsewhere above any limit, and nothing is paid beyond it")
  func elsewhere() async throws {
    var fixture = fixture
    fixture.rules.perDay = Amount(wei: 1_000)
    let store = try fixture.open()
    _ = try await store.approve(StoreFixture.approval(1, of: 1, cost: 10))
    let payment = FeePayment(hash: Hash32(1), block: 3, sender: Address(truncating: 4), id: nil, cost: 5_000)
    #expect(try await !store.knows(payment))
    try await store.book(payment)
    try await store.book(payment)
    #expect(try await store.knows(payment))
    #expect(try await store.spentToday(by: nil) == Amount(wei: 5_010))
    #expect(await refusal { _ = try await store.approve(StoreFixture.approval(2, of: 2, cost: 100)) } == 429)
  }
}
