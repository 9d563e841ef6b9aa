import Keys
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing
import Transactions

@testable import Outbox
@testable import Sending

@Suite("What was mined, and is in no block any more")
struct ReorganisedTests {
  private func row(_ sent: SentTransaction, _ counter: Counter) async throws -> Intent {
    try #require(try await counter.sender.outbox.intent(sent.intent))
  }

  @Test("keeps its nonce: the next send takes another, and offers the same bytes again first")
  func next() async throws {
    let counter = try Counter()
    let sent = try await counter.send()
    _ = try await sent.confirmed()
    #expect(try await row(sent, counter).state == .final)
    counter.reorganise()
    let next = try await counter.send()
    #expect(next.nonce == 1)
    #expect(counter.node.sent == [sent, sent, next].map(\.transaction.encoded.hex))
    #expect(try await row(sent, counter).state == .broadcast)
    counter.node.change { $0.answers["eth_getTransactionReceipt"] = nil }
    for one in [sent, next] { _ = try await one.confirmed() }
    #expect(try await counter.sender.outbox.intents().map(\.state) == [.final, .final])
  }

  @Test("is under way again once somebody looks, and is offered again by who takes it up")
  func lookedAt() async throws {
    let counter = try Counter()
    let sent = try await counter.send()
    _ = try await sent.confirmed()
    try await counter.sender.resumer.recheckStatus()
    #expect(try await row(sent, counter).state == .final)
    counter.reorganise()
    try await counter.sender.resumer.recheckStatus()
    let open = try await row(sent, counter)
    #expect(open.state == .broadcast && open.block == nil)
    guard case .pending = try await counter.sender.resumer.resume(open) else {
      Issue.record("it is not offered again")
      return
    }
    #expect(counter.node.sent.count == 2)
    // In another block, that is where it is.
    counter.node.change { $0.answers["eth_getTransactionReceipt"] = nil }
    try await counter.sender.resumer.resume(open)
    #expect(try await row(sent, counter).state == .final)
    counter.reorganise(hides: false)
    #expect(try await counter.sender.resumer.recheckStatus(at: row(sent, counter)).state == .final)
  }

  @Test("is offered again by who waits for it")
  func waitedFor() async throws {
    let counter = try Counter()
    let sent = try await counter.send()
    _ = try await sent.confirmed()
    counter.reorganise()
    let waiting = Task { try await sent.confirmed() }
    // A minute at most.
    for _ in 0..<6_000 where counter.node.sent.count < 2 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(counter.node.sent.count == 2)
    counter.node.change { $0.answers["eth_getTransactionReceipt"] = nil }
    #expect(try await waiting.value.hash == sent.hash)
  }

  @Test("of a cancellation: it is offered again and not what it cancels, also when that is being done anew")
  func cancellation() async throws {
    let counter = try Counter { $0.status = nil }
    var options = SendOptions()
    options.intent.key = IntentKey("once")
    let sent = try await counter.send(options)
    let nothing = try await counter.sender.replacer.replace(
      row(sent, counter), with: counter.sender.replacer.prepareCancellation(of: row(sent, counter)),
      kind: .cancellation,
      signer: counter.key)
    counter.mine(nothing)
    #expect(try await nothing.confirmed().hash == nothing.hash)
    counter.node.change { $0.nonces = [$0.sender: 1] }
    let anew = try await counter.send(options)
    #expect(anew.nonce == 1 && !anew.isEarlier)
    counter.reorganise()
    #expect(try await counter.send().nonce == 2)
    #expect(try await row(sent, counter).state == .broadcast)
    #expect(counter.node.sent.filter { $0 == nothing.transaction.encoded.hex }.count == 2)
    #expect(counter.node.sent.filter { $0 == sent.transaction.encoded.hex }.count == 1)
  }

  @Test("No nonce of many that were reorganised away is given to another")
  func many() async throws {
    let counter = try Counter()
    for _ in 0..<5 { _ = try await counter.send().confirmed() }
    counter.reorganise()
    #expect(try await counter.send().nonce == 5)
    #expect(try counter.offered() == [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 5])
  }

  @Test("What has fewer confirmations than are asked for is not final when it is taken up")
  func confirmations() async throws {
    let counter = try Counter()
    let sent = try await counter.send()
    await counter.sender.outbox.release(sent.intent)
    var options = SendOptions()
    options.tracking.confirmations = 3
    try await counter.sender.resumer.resume(row(sent, counter), options.tracking, options.events)
    var found = try await row(sent, counter)
    #expect(found.state == .mined && found.block == 8)
    // A second run with the same wish still finds it under way.
    try await counter.sender.resumer.resume(found, options.tracking, options.events)
    #expect(try await row(sent, counter).state == .mined)
    counter.reorganise()
    try await counter.sender.resumer.look(at: row(sent, counter), options.tracking, options.events)
    found = try await row(sent, counter)
    #expect(found.state == .broadcast && found.block == nil)
    counter.node.change {
      $0.answers["eth_getTransactionReceipt"] = { call, chain in
        .result(chain.receipt(call.params[0].string ?? "", 1, block: 9))
      }
      $0.block = 11
    }
    try await counter.sender.resumer.resume(found, options.tracking, options.events)
    #expect(try await row(sent, counter).state == .final)
  }

  @Test("A wait for more than one confirmation notes the block as one that can still be reorganised away")
  func noted() async throws {
    let counter = try Counter()
    let sent = try await counter.send()
    var options = SendOptions()
    options.tracking.confirmations = 3
    // A busy machine's time.
    options.tracking.timeout = 3_600
    let wanted = options
    let waiting = Task { try await sent.confirmed(wanted) }
    // A minute at most.
    for _ in 0..<6_000 where try await row(sent, counter).state != .mined {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(try await row(sent, counter).state == .mined)
    counter.node.change {
      $0.answers["eth_getTransactionReceipt"] = { call, chain in
        .result(chain.receipt(call.params[0].string ?? "", 1, block: 8))
      }
      $0.block = 10
    }
    #expect(try await waiting.value.confirmations == 3)
    #expect(try await row(sent, counter).state == .final)
  }
}

@Suite("A send with a key of which an earlier one ended without effect")
struct RisenTests {
  private let keyed: SendOptions = {
    var options = SendOptions()
    options.intent.key = IntentKey("order-88")
    return options
  }()

  private func row(_ sent: SentTransaction, _ counter: Counter) async throws -> Intent {
    try #require(try await counter.sender.outbox.intent(sent.intent))
  }

  @Test("is that one, if what was cancelled is mined after all in the place of its cancellation")
  func cancelled() async throws {
    let counter = try Counter { $0.status = nil }
    let sent = try await counter.send(keyed)
    let nothing = try await counter.sender.replacer.replace(
      row(sent, counter), with: counter.sender.replacer.prepareCancellation(of: row(sent, counter)),
      kind: .cancellation,
      signer: counter.key)
    counter.mine(nothing)
    _ = try await nothing.confirmed()
    #expect(try await row(sent, counter).state == .cancelled)
    #expect(try await counter.sender.earlierSends.earlier(IntentKey("order-88"), of: counter.key.address) == nil)
    // Another block has the original in it.
    counter.mine(sent)
    let again = try await counter.send(keyed)
    #expect(again.hash == sent.hash && again.earlier?.status == .done)
    #expect(try await again.confirmed().hash == sent.hash)
    #expect(counter.node.sent.count == 2)
    #expect(try await counter.sender.outbox.intents().map(\.state) == [.final])
  }

  @Test("is that one, if a node that refused it kept it, whether it is mined by then or not", arguments: [true, false])
  func refused(isMined: Bool) async throws {
    let counter = try Counter { $0.refusal = "insufficient funds for gas * price + value" }
    #expect(try await counter.refusal(keyed).code == .notEnoughForGas)
    let refused = try #require(try await counter.sender.outbox.intents().first)
    let hash = try #require(refused.lastAttempt?.hash)
    #expect(refused.state == .unpublished)
    counter.node.change {
      $0.refusal = nil
      $0.answers["eth_getTransactionReceipt"] = { call, chain in
        .result(isMined && call.params.first?.string == hash.hex ? chain.receipt(hash.hex, 1) : .null)
      }
      $0.answers["eth_getTransactionByHash"] = { call, chain in
        .result(call.params.first?.string == hash.hex ? chain.transaction(hash.hex) : .null)
      }
    }
    let again = try await counter.send(keyed)
    #expect(again.hash == hash && again.earlier?.status == (isMined ? .done : .resumed))
    #expect(counter.node.sent.isEmpty)
    #expect(try await counter.sender.outbox.intents().map(\.state) == [isMined ? .final : .broadcast])
  }

  @Test(
    "is another, if it failed there as one's own node says, or if it is meant; else the same bytes are offered again",
    arguments: [nil, 0, 1])
  func anew(status: Int?) async throws {
    let counter = try Counter { $0.refusal = "insufficient funds for gas * price + value" }
    #expect(try await counter.refusal(keyed).code == .notEnoughForGas)
    let hash = try #require(try await counter.sender.outbox.intents().first?.lastAttempt?.hash)
    counter.node.change {
      $0.refusal = nil
      $0.nonces = [$0.sender: status == nil ? 0 : 1]
      $0.answers["eth_getTransactionReceipt"] = { call, chain in
        guard call.params.first?.string == hash.hex, let status else { return .result(.null) }
        return .result(chain.receipt(hash.hex, status))
      }
    }
    var options = keyed
    options.intent.again = status == 1
    let sent = try await counter.send(options)
    #expect(sent.isEarlier == (status == nil) && counter.node.sent.count == 1)
    #expect((sent.hash == hash) == (status == nil))
  }
}
