import Locking
import NodeDoubles
import NodeRPC
import Primitives
import Testing
import Transactions

@testable import Outbox
@testable import Sending

extension PriceWaitTests {
  @Test("ends when its time is over, and nothing is signed")
  func expired() async throws {
    let outbox = folder.outbox()
    let error = await #expect(throws: SendingError.self) { try await send(over: outbox, options(deadline: 1)) }
    #expect(error?.code == .priceNotMet)
    let row = try #require(try await outbox.intents().first)
    #expect(row.state == .expired && row.reason?.contains("ston") == true && row.cost == .zero)
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

  @Test("is not signed if what was agreed to does not hold any more by then; a node that cannot say so is asked again")
  func agreementLost() async throws {
    struct Dearer: Error {}
    let outbox = folder.outbox()
    let asked = Guarded(0)
    var options = options()
    options.events.beforeSigning = {
      let turn = asked.withLock { count in
        count += 1
        return count
      }
      throw turn < 3 ? NodeError(.timeout) : Dearer()
    }
    let (task, row) = try await waiting(over: outbox, options)
    #expect(asked.withLock { $0 } == 0)
    market.set(1)
    await #expect(throws: Dearer.self) { try await task.value }
    #expect(asked.withLock { $0 } == 3)
    let ended = try #require(try await outbox.intent(row.id))
    #expect(ended.state == .expired && ended.nonce == nil && counter.node.sent.isEmpty)
  }

  @Test("asks right before each signature whether what was agreed to is still so, also without a price to wait for")
  func agreementBeforeSigning() async throws {
    struct Dearer: Error {}
    var options = SendOptions()
    options.events.beforeSigning = { throw Dearer() }
    await #expect(throws: Dearer.self) { try await send(over: folder.outbox(), options) }
    #expect(counter.node.sent.isEmpty)
    #expect(try await folder.outbox().intents().map(\.state) == [.expired])
  }

  /// Failures while gas is cheap.
  enum Trouble: CaseIterable, Sendable {
    case price, estimate, funds, count

    /// The method of the node that it is about; nil for the price, of which somebody else tells.
    fileprivate var method: String? {
      switch self {
      case .price: nil
      case .estimate, .funds: "eth_estimateGas"
      case .count: "eth_getTransactionCount"
      }
    }

    fileprivate var words: String { self == .funds ? "insufficient funds for transfer" : "the state is not there" }
  }

  @Test(
    "goes on through every failure but a revert of its own call, tells it once, and is sent when it is over",
    arguments: Trouble.allCases)
  func trouble(_ trouble: Trouble) async throws {
    let outbox = folder.outbox()
    let told = Guarded<[String]>([])
    var options = options()
    options.events.onWait = { _, obstacle, _ in
      if case .failure(let error) = obstacle { told.withLock { $0.append("\(error)") } }
    }
    let (task, row) = try await waiting(over: outbox, options)
    if let method = trouble.method {
      counter.node.change { $0.answers[method] = { _, _ in .error(trouble.words) } }
    }
    market.set(trouble.method == nil ? nil : 1)
    let looks = market.looks
    try await wait { !told.withLock { $0.isEmpty } && market.looks > looks + 3 }
    #expect(try await outbox.intent(row.id)?.state == .waiting)
    #expect(told.withLock { $0.count } == 1)
    #expect(told.withLock { $0.first }?.contains(trouble.method == nil ? "oracle" : trouble.words) == true)
    #expect(counter.node.sent.isEmpty)
    if let method = trouble.method { counter.node.change { $0.answers[method] = nil } }
    market.set(1)
    #expect(try await task.value.intent == row.id)
    #expect(counter.node.sent.count == 1)
  }

  @Test("ends when its time is over with what failed at last, if that was no price")
  func expiredInTrouble() async throws {
    let clock = Guarded<UInt64>(1_000)
    let outbox = Outbox(path: folder.file, schema: OutboxSchema.current, clock: { clock.withLock { $0 } })
    let (task, row) = try await waiting(over: outbox, options(deadline: 2_000))
    market.set(nil)
    let looks = market.looks
    try await wait { market.looks > looks + 2 }
    clock.withLock { $0 = 2_000 }
    let error = await #expect(throws: SendingError.self) { try await task.value }
    #expect(error?.code == .priceNotMet && error?.reason?.contains("oracle") == true, "\(error?.description ?? "")")
    #expect(try await outbox.intent(row.id)?.reason?.contains("oracle") == true)
  }

  @Test("is not sent once its time is over, however cheap gas is then; the same without a time is")
  func overdue() async throws {
    let clock = Guarded<UInt64>(1_000)
    func opened() -> Outbox {
      Outbox(path: folder.file, schema: OutboxSchema.current, clock: { clock.withLock { $0 } })
    }
    let first = opened()
    let (task, row) = try await waiting(over: first, options(key: nil, deadline: 2_000))
    task.cancel()
    _ = try? await task.value
    await first.close()
    (_, _) = (clock.withLock { $0 = 2_000 }, market.set(1))
    let outbox = opened()
    await #expect(throws: SendingError(.priceNotMet, "")) {
      try await send(over: outbox, options(key: nil, deadline: 2_000))
    }
    #expect(try await outbox.intent(row.id)?.state == .expired && counter.node.sent.isEmpty)

    market.set(100)
    clock.withLock { $0 = 1_000 }
    let (other, left) = try await waiting(over: outbox, options(key: nil, deadline: 2_000))
    other.cancel()
    _ = try? await other.value
    (_, _) = (clock.withLock { $0 = 2_000 }, market.set(1))
    #expect(try await send(over: outbox, options(key: nil)).intent == left.id)
  }

  @Test("that nobody waits for ends with `resume` once its time is over")
  func resumedTooLate() async throws {
    let outbox = folder.outbox()
    var draft = try await draft(over: outbox)
    draft.wait?.deadline = 1
    let row = try await outbox.begin(draft, count: 0).begun()
    await outbox.release(row.id)
    try await counter.sender(over: outbox).resumer.resume(row)
    let ended = try #require(try await outbox.intent(row.id))
    #expect(ended.state == .expired && ended.reason == "Its time to wait for 0.00000005 ston was over.")
  }
}
