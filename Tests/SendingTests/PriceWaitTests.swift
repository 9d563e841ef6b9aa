import Database
import Keys
import Locking
import NodeDoubles
import NodeRPC
import Primitives
import Testing
import Transactions

@testable import Outbox
@testable import Sending

/// Sends that wait for a gas price: durable, without a nonce.
@Suite("A send that waits for its price")
struct PriceWaitTests {
  let folder: OutboxFolder
  let counter: Counter
  let market = Market()

  init() throws {
    folder = try OutboxFolder()
    counter = try Counter()
  }

  /// The gas price, set by a test.
  final class Market: Sendable {
    private let state = Guarded<(price: UInt64?, looks: Int)>((100, 0))
    var looks: Int { state.withLock { $0.looks } }
    /// Nil: nobody can tell.
    func set(_ price: UInt64?) { state.withLock { $0.price = price } }

    func offer() throws -> FeeQuote {
      let told = state.withLock { state in
        state.looks += 1
        return state.price
      }
      guard let told else { throw NodeError(.timeout, method: "the oracle") }
      let price = UInt256(told)
      return FeeQuote(
        price: price, fees: .dynamic(maxPriorityFeePerGas: 3, maxFeePerGas: price * 2), nativePrice: price * 2)
    }
  }

  /// Waits for 50 wei a unit.
  func options(key: String? = "once", deadline: UInt64? = nil) -> SendOptions {
    var options = SendOptions()
    options.intent.key = key.map { IntentKey($0) }
    options.fees.priceWait = PriceWait(limit: 50, speed: .fast, deadline: deadline)
    options.fees.pricePause = 0.01
    options.fees.quoter = { [market] _ in try market.offer() }
    return options
  }

  func send(over outbox: Outbox, _ options: SendOptions) async throws -> SentTransaction {
    let sender = counter.sender(over: outbox)
    let prepared = try await sender.prepare(counter.request(), options: options)
    return try await sender.send(prepared, signer: counter.key, options: options)
  }

  /// Begins to wait, and returns when the row is there.
  func waiting(
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

  /// Until something is so, a minute at most.
  func wait(_ condition: () async throws -> Bool) async throws {
    for _ in 0..<6000 {
      if try await condition() { return }
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

  @Test("is priced, and held against every limit, as dear as it can be when its price is met")
  func agreed() async throws {
    market.set(10)
    let outbox = folder.outbox()
    let sender = counter.sender(over: outbox)
    var options = options()
    options.fees.maximumFee = Amount(wei: 21_000 * 49)
    await #expect(throws: SendingError(.feeAboveLimit, "")) {
      try await sender.prepare(counter.request(), options: options)
    }
    (options.fees.maximumFee, options.intent.limits) = (
      nil, SpendingLimits(perCommand: Amount(wei: Amount.klay(1).wei + 21_000 * 49))
    )
    await #expect(throws: OutboxError(.limitExceeded, "")) { try await send(over: outbox, options) }
    options.intent.limits = SpendingLimits(perCommand: Amount(wei: Amount.klay(1).wei + 21_000 * 50))
    let prepared = try await sender.prepare(counter.request(), options: options)
    #expect(prepared.maximumFee == Amount(wei: 21_000 * 50))
    market.set(45)
    let sent = try await sender.send(prepared, signer: counter.key, options: options)
    #expect(sent.transaction.transaction.maxFeePerGas == 50)
    market.set(10)
    let offering = prepared.offering(try market.offer().fees)
    #expect(offering.maximumFee == Amount(wei: 21_000 * 20))
    #expect(offering.maximumCost == Amount(wei: Amount.klay(1).wei + 21_000 * 20))
  }

  @Test("offers no more than was agreed to, and waits as long as that is too little")
  func agreedToLess() async throws {
    let outbox = folder.outbox()
    let sender = counter.sender(over: outbox)
    var options = options()
    options.fees.chosen = .dynamic(maxPriorityFeePerGas: 3, maxFeePerGas: 30)
    market.set(40)
    let prepared = try await sender.prepare(counter.request(), options: options)
    let task = Task { [options] in try await sender.send(prepared, signer: counter.key, options: options) }
    try await wait { market.looks > 2 }
    #expect(counter.node.sent.isEmpty)
    market.set(25)
    #expect(try await task.value.transaction.transaction.maxFeePerGas == 30)
  }

  @Test("can be all that an account has, however the price moves between asking and sending")
  func everything() async throws {
    market.set(10)
    let sender = counter.sender(over: folder.outbox())
    var options = options()
    let probe = try await sender.prepare(counter.request(Amount(wei: 1)), options: options)
    (options.gas.limit, options.fees.chosen) = (probe.gasLimit, probe.fees)
    let rest = try probe.balance.subtracting(probe.maximumFee)
    let prepared = try await sender.prepare(counter.request(rest), options: options)
    market.set(45)
    let transaction = try await sender.send(prepared, signer: counter.key, options: options).transaction.transaction
    #expect(transaction.maxFeePerGas >= 45)
    #expect(transaction.maxFeePerGas * UInt256(transaction.gasLimit) + rest.wei <= probe.balance.wei)
  }

  @Test(
    "goes on in the next run of the same after its process died, with its deadline, keyed or not",
    arguments: ["once", nil])
  func resumed(key: String?) async throws {
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
    _ = try await sender.resumer.resume(try #require(try await outbox.intent(row.id)))
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
      _ = try await counter.sender(over: folder.outbox()).earlierSends.earlier(
        IntentKey("once"), of: counter.key.address)
    }
    #expect(error?.code == .underWay && error?.facts == .waitingElsewhere(intent: row.id))
    market.set(1)
    _ = try await task.value
  }

  @Test(
    "has its limit in the unit that gas is priced in where its coin is spent", arguments: [Amount.Unit.kaia, .ether])
  func limitText(coin: Amount.Unit) {
    let wait = PriceWait(limit: Amount.gwei(50).wei)
    let price = FeeQuote(gasPrice: 1)
    let unit = coin == .kaia ? "ston" : "gwei"
    #expect(wait.limitText(in: coin) == "50 \(unit)")
    for obstacle in [nil, PriceObstacle.price(price), .failure(SendingError(.refused, "Away."))] {
      let reason = IntentOutcome.overdue(wait, obstacle, in: coin).reason
      #expect(reason?.contains("50 \(unit)") == true, "\(reason ?? "")")
    }
  }

  func draft(over outbox: Outbox) async throws -> IntentDraft {
    let sender = counter.sender(over: outbox)
    return try await sender.context.draft(
      of: try await sender.prepare(counter.request(), options: options()), options(key: nil))
  }

  @Test("that a run is to go on with, and that another process has sent by then, is not sent once more")
  func sentMeanwhile() async throws {
    let outbox = folder.outbox()
    let row = try await outbox.begin(try await draft(over: outbox), count: 0).begun()
    await outbox.release(row.id)
    market.set(1)
    #expect(try await send(over: folder.outbox(), options(key: nil)).intent == row.id)
    var late = options(key: nil)
    late.intent.waiting = row.id
    let error = await #expect(throws: OutboxError.self) { try await send(over: outbox, late) }
    #expect(error?.code == .waitsNoMore && counter.node.sent.count == 1, "\(error?.description ?? "")")
  }

  @Test("takes no nonce that is known as mined by then")
  func outdated() async throws {
    let outbox = folder.outbox()
    let row = try await outbox.begin(try await draft(over: outbox), count: 0).begun()
    var other = try await draft(over: outbox)
    (other.wait, other.value) = (nil, .klay(2))
    let mined = try await outbox.begin(other, count: 0).begun()
    try await outbox.record(.sample(1, nonce: 0), of: mined.id, label: "")
    try await outbox.settle(mined.id, IntentOutcome(.final, block: 8, blockHash: .zero))
    await #expect(throws: OutboxError(.pendingNonceOutdated, "")) { try await outbox.reserve(row.id, count: 0) }
    #expect(try await outbox.intent(row.id)?.state == .waiting)
    // The node that told it was asked, and it was reorganised away.
    let reserved = try #require(try await outbox.reserve(row.id, count: 0, known: 0)).begun()
    #expect(reserved.nonce == 0)
  }

  @Test("is known as just sent from when it takes its nonce, and counts for a day from then; while it waits, always")
  func counted() async throws {
    let clock = Guarded<UInt64>(1_000_000)
    let outbox = Outbox(path: folder.file, schema: OutboxSchema.current, clock: { clock.withLock { $0 } })
    let row = try await outbox.begin(try await draft(over: outbox), count: 0).begun()
    var again = try await draft(over: outbox)
    (again.wait, again.equalWithin) = (nil, 600)
    again.limits = SpendingLimits(perDay: Amount(wei: Amount.klay(3).wei / 2))
    clock.withLock { $0 += 100_000 }
    let asked = await #expect(throws: OutboxError.self) { try await outbox.begin(again, count: 0) }
    #expect(asked?.code == .sameJustSent && asked?.message.contains("waiting for its price") == true)
    #expect(try await outbox.account(of: again).excess(of: again, count: 0)?.code == .limitExceeded)

    _ = try #require(try await outbox.reserve(row.id, count: 0))
    clock.withLock { $0 += 500 }
    await #expect(throws: OutboxError(.sameJustSent, "")) { try await outbox.begin(again, count: 0) }
    clock.withLock { $0 += 80_000 }
    #expect(try await outbox.account(of: again).equal(to: again, within: 600, count: 0) == nil)
    #expect(try await outbox.account(of: again).excess(of: again, count: 0)?.code == .limitExceeded)
    clock.withLock { $0 += 10_000 }
    // What is open counts on every day.
    #expect(try await outbox.account(of: again).excess(of: again, count: 0)?.code == .limitExceeded)
    try await outbox.settle(row.id, IntentOutcome(.final, block: 8, blockHash: .zero))
    #expect(try await outbox.account(of: again).excess(of: again, count: 1) == nil)
  }

  @Test("that goes on for more than its limits let it is refused")
  func dearer() async throws {
    let outbox = folder.outbox()
    var draft = try await draft(over: outbox)
    draft.limits = SpendingLimits(perDay: Amount(wei: Amount.klay(3).wei / 2))
    let row = try await outbox.begin(draft, count: 0).begun()
    await outbox.release(row.id)
    await outbox.close()
    draft.cost = .klay(2)
    #expect(try await outbox.account(of: draft).excess(of: draft, count: 0)?.code == .limitExceeded)
    await #expect(throws: OutboxError(.limitExceeded, "")) { try await outbox.begin(draft, count: 0) }
    #expect(try await outbox.intent(row.id)?.cost != draft.cost)
  }

  @Test("counts for the limits once, also when it goes on")
  func limits() async throws {
    let outbox = folder.outbox()
    var limited = options()
    limited.intent.limits = SpendingLimits(perDay: Amount(wei: Amount.klay(3).wei / 2))
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
    var schema = OutboxSchema.current
    schema.steps = [.adding(OutboxSchema.first)]
    let old = Outbox(path: folder.file, schema: schema)
    _ = try await old.write(.synced, in: .intent(0)) { db, _ in
      try db.execute(
        """
        INSERT INTO intent (chain, account, label, value, data, digest, cost, state, nonce, run, created, changed)
        VALUES ('1337', zeroblob(20), 'an old one', '7', x'', x'', '9', 'signed', 3, '', 5, 6)
        """)
    }
    await old.close()
    let outbox = folder.outbox()
    let row = try #require(try await outbox.intents().first)
    #expect(row.label == "an old one" && row.nonce == 3 && row.wait == nil && !row.isPlain)
    let version = try await DatabaseFile("\(folder.file).v1-backup").read { db in
      try db.value("PRAGMA user_version", as: Int.self)
    }
    #expect(version == 1)
    market.set(1)
    #expect(try await send(over: outbox, options()).nonce == 0)
  }
}
