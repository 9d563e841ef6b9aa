import GRDB
import Keys
import Locking
import NodeDoubles
import NodeRPC
import Primitives
import Testing
import Transactions

@testable import Sending

/// What waits until gas is cheap enough: written down, without a nonce.
@Suite("A send that waits for its price")
struct PriceWaitTests {
  private let folder: OutboxFolder
  private let counter: Counter
  private let market = Market()

  init() throws {
    folder = try OutboxFolder()
    counter = try Counter()
  }

  /// What gas costs, as a test has it.
  private final class Market: Sendable {
    private let state = Guarded<(price: UInt64, looks: Int)>((100, 0))
    var looks: Int { state.withLock { $0.looks } }
    func set(_ price: UInt64) { state.withLock { $0.price = price } }

    func offer() -> GasOffer {
      let price = state.withLock { state in
        state.looks += 1
        return UInt256(state.price)
      }
      return GasOffer(
        price: price, fees: .dynamic(maxPriorityFeePerGas: 3, maxFeePerGas: price * 2), nativePrice: price * 2)
    }
  }

  /// Waits for 50 wei a unit.
  private func options(key: String? = "once", deadline: UInt64? = nil) -> SendOptions {
    var options = SendOptions()
    options.key = key.map { IntentKey($0) }
    options.priceWait = PriceWait(limit: 50, speed: .fast, deadline: deadline)
    options.pricePause = 0.01
    options.gasAdvice = { [market] _ in market.offer() }
    return options
  }

  private func send(over outbox: Outbox, _ options: SendOptions) async throws -> SentTransaction {
    let sender = counter.sender(over: outbox)
    let prepared = try await sender.prepare(counter.request(), options: options)
    return try await sender.send(prepared, signer: counter.key, options: options)
  }

  /// Begins to wait, and returns when the row is there.
  private func waiting(
    over outbox: Outbox, _ options: SendOptions
  ) async throws -> (Task<SentTransaction, any Error>, Intent) {
    let task = Task { try await send(over: outbox, options) }
    let looks = market.looks
    for _ in 0..<6000 {
      if market.looks > looks + 2, let row = try await outbox.intents().first(where: { $0.state == .waiting }) {
        return (task, row)
      }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw Silence()
  }

  private struct Silence: Error {}

  @Test("takes no nonce until then, lets others pass, and never offers more than was said")
  func met() async throws {
    let outbox = folder.outbox()
    let (task, row) = try await waiting(over: outbox, options())
    #expect(row.nonce == nil && row.isPlain && row.wait == PriceWait(limit: 50, speed: .fast))
    #expect(row.cost == Amount(wei: Amount.klay(1).wei + 21_000 * 50))
    let sender = counter.sender(over: outbox)
    let passing = try await sender.send(try await sender.prepare(counter.request(.klay(2))), signer: counter.key)
    #expect(passing.nonce == 0)
    market.set(40)
    let sent = try await task.value
    #expect(sent.nonce == 1 && sent.intent == row.id)
    let transaction = sent.transaction.transaction
    #expect(transaction.maxFeePerGas == 50 && transaction.maxPriorityFeePerGas == 3)
    #expect(try counter.offered() == [0, 1])
  }

  @Test(
    "goes on in the next run of the same after its process died, with its deadline, keyed or not",
    arguments: ["once", nil])
  func takenUp(key: String?) async throws {
    let dead = folder.outbox()
    let (task, row) = try await waiting(over: dead, options(key: key, deadline: 4_000_000_000))
    task.cancel()
    _ = try? await task.value
    await dead.close()
    let outbox = folder.outbox()
    // Another send of the account strikes out what was never signed, but not this.
    let sender = counter.sender(over: outbox)
    _ = try await sender.send(try await sender.prepare(counter.request(.klay(2))), signer: counter.key)
    #expect(try await outbox.intent(row.id)?.state == .waiting)
    _ = try await sender.resume(try #require(try await outbox.intent(row.id)))
    #expect(try await outbox.intent(row.id)?.state == .waiting)

    let (again, taken) = try await waiting(over: outbox, options(key: key))
    #expect(taken.id == row.id && taken.wait?.deadline == 4_000_000_000)
    market.set(50)
    #expect(try await again.value.intent == row.id)
    #expect(try await outbox.intents().count == 2)
  }

  @Test("that another process waits for is told, and not sent beside it")
  func elsewhere() async throws {
    let (task, row) = try await waiting(over: folder.outbox(), options())
    let error = await #expect(throws: SendingError.self) {
      _ = try await counter.sender(over: folder.outbox()).earlier(IntentKey("once"), of: counter.key.address)
    }
    #expect(error?.code == .underWay && error?.advice?.contains("tx cancel \(row.id)") == true)
    market.set(1)
    _ = try await task.value
  }

  @Test("ends when its time is over, and nothing is signed")
  func expired() async throws {
    let outbox = folder.outbox()
    let error = await #expect(throws: SendingError.self) { try await send(over: outbox, options(deadline: 1)) }
    #expect(error?.code == .priceNotMet)
    let row = try #require(try await outbox.intents().first)
    #expect(row.state == .expired && row.reason?.contains("gwei") == true && row.cost == .zero)
    #expect(counter.node.sent.isEmpty)
    // Its key is free.
    market.set(1)
    #expect(try await send(over: outbox, options()).nonce == 0)
  }

  @Test("that is given up elsewhere ends, and what began to be signed cannot be given up")
  func givenUp() async throws {
    let (task, row) = try await waiting(over: folder.outbox(), options())
    let other = folder.outbox()
    #expect(try await other.giveUp(row.id))
    let error = await #expect(throws: SendingError.self) { try await task.value }
    #expect(error?.code == .cancelled)
    #expect(try await other.intent(row.id)?.state == .cancelled)
    market.set(1)
    let sent = try await send(over: other, options())
    #expect(try await !other.giveUp(sent.intent))
    #expect(counter.node.sent.count == 1)
  }

  @Test("stays written down when it is interrupted, and who watches is told so")
  func interrupted() async throws {
    let notes = Notes()
    let outbox = Outbox(path: folder.file, observer: notes)
    let (task, row) = try await waiting(over: outbox, options())
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
    #expect(notes.steps == ["waits a transfer"])
    let left = try #require(try await outbox.intent(row.id))
    #expect(left.state == .waiting)
    #expect(try await outbox.isAbandoned(left))
  }

  @Test("is not sent if the contract refuses by then")
  func refusedByThen() async throws {
    let outbox = folder.outbox()
    let (task, row) = try await waiting(over: outbox, options())
    counter.node.change { $0.revertData = "0x" }
    market.set(1)
    await #expect(throws: NodeError.self) { try await task.value }
    #expect(try await outbox.intent(row.id)?.state == .expired)
    #expect(counter.node.sent.isEmpty)
  }

  @Test("counts for the limits once, also when it goes on")
  func limits() async throws {
    let outbox = folder.outbox()
    var limited = options()
    limited.limits = SpendingLimits(perDay: Amount(wei: Amount.klay(3).wei / 2))
    let (task, row) = try await waiting(over: outbox, limited)
    task.cancel()
    _ = try? await task.value
    let sender = counter.sender(over: outbox)
    let prepared = try await sender.prepare(counter.request(), options: limited)
    let limits = SpendingLimits(perDay: Amount(wei: Amount.klay(3).wei / 2))
    #expect(try await sender.excess(of: prepared, over: limits, options: limited) == nil)
    #expect(try await sender.excess(of: prepared, over: limits) != nil)
    market.set(1)
    #expect(try await send(over: outbox, limited).intent == row.id)
  }

  @Test("An outbox of the first version is brought up to date, with a copy of it beside")
  func migrated() async throws {
    let old = Outbox(path: folder.file, schema: OutboxSchema(steps: [OutboxSchema.first]))
    try await old.write(.synced) { db, _ in
      try db.execute(
        sql: """
          INSERT INTO intent (chain, account, label, value, data, digest, cost, state, nonce, run, created, changed)
          VALUES ('1337', zeroblob(20), 'an old one', '7', x'', x'', '9', 'signed', 3, '', 5, 6)
          """)
    }
    await old.close()
    let outbox = folder.outbox()
    let row = try #require(try await outbox.intents().first)
    #expect(row.label == "an old one" && row.nonce == 3 && row.wait == nil && !row.isPlain)
    let version = try await DatabaseQueue(path: "\(folder.file).v1-backup").read { db in
      try Int.fetchOne(db, sql: "PRAGMA user_version")
    }
    #expect(version == 1)
    market.set(1)
    #expect(try await send(over: outbox, options()).nonce == 0)
  }
}
