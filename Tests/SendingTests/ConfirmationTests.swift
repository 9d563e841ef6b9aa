import NodeDoubles
import NodeRPC
import Outbox
import Primitives
import Sending
import StrictJSON
import Testing
import Transactions

@Suite("Waiting for confirmations")
struct ConfirmationTests {
  /// A counter whose node tells one receipt after another: the block it is in, or nil while it is in none.
  private func counter(
    receipts: [Int?], heads: [Int] = [], status: Int = 1, _ change: (inout StubNode.Chain) -> Void = { _ in }
  ) throws -> Counter {
    try Counter {
      $0.answers["eth_getTransactionReceipt"] = { call, chain in
        guard let block = receipts[min(call.turn, receipts.count) - 1] else { return .result(.null) }
        return .result(chain.receipt(call.params[0].string ?? "", status, block: block))
      }
      if !heads.isEmpty {
        $0.answers["eth_blockNumber"] = StubNode.inTurn(heads.map { .result(.string(UInt256($0).quantity)) })
      }
      // Nothing of this account is mined, unless a test says so.
      $0.answers["eth_getTransactionCount"] = { _, _ in .result("0x0") }
      change(&$0)
    }
  }

  private func options(confirmations: UInt64 = 1, timeout: Double = 30) -> SendOptions {
    var options = SendOptions()
    options.tracking.confirmations = confirmations
    options.tracking.timeout = timeout
    return options
  }

  @Test("The first receipt is enough for one, and for none", arguments: [0, 1] as [UInt64])
  func one(wanted: UInt64) async throws {
    let counter = try counter(receipts: [nil, nil, 8])
    let confirmation = try await counter.send().confirmed(options(confirmations: wanted))
    #expect(confirmation.receipt.blockNumber == 8 && confirmation.confirmations == 1)
    #expect(confirmation.fee == Amount(wei: 21_000 * 1_000_000_000))
    #expect(counter.node.calls(of: "eth_blockNumber").isEmpty)
    #expect(counter.journal.steps == ["will 0 a transfer", "did", "confirmed in 8"])
  }

  @Test("Three need two blocks on top; a head that lags behind the receipt counts as none")
  func three() async throws {
    let counter = try counter(receipts: [8], heads: [7, 8, 9, 10])
    let confirmation = try await counter.send().confirmed(options(confirmations: 3))
    #expect(confirmation.confirmations == 3)
    #expect(counter.node.calls(of: "eth_blockNumber").count == 4)
  }

  @Test("A receipt whose block is replaced counts from its new one")
  func reorganised() async throws {
    let counter = try counter(receipts: [8, nil, 10, 10], heads: [9, 10, 12])
    let confirmation = try await counter.send().confirmed(options(confirmations: 3))
    #expect(confirmation.receipt.blockNumber == 10 && confirmation.confirmations == 3)
    #expect(counter.journal.steps.last == "confirmed in 10")
  }

  @Test("A failure is a confirmation too: its reason is for others to read")
  func failed() async throws {
    let counter = try counter(receipts: [8], status: 0)
    #expect(try await counter.send().confirmed().receipt.status == false)
    #expect(counter.journal.steps.last == "failed in 8")
  }

  /// A chain of seven blocks on which the account's first nonce was used in the fifth, by another transaction if one is
  /// shown there.
  private func used(showing other: String?, _ chain: inout StubNode.Chain) {
    chain.answers["eth_getTransactionCount"] = { call, _ in
      let block = (call.params.last?.string).flatMap { UInt64($0.dropFirst(2), radix: 16) }
      return .result(call.params.last == "latest" || block ?? 0 >= 5 ? "0x1" : "0x0")
    }
    chain.answers["eth_getBlockByNumber"] = { call, chain in
      guard call.params.first == "0x5" else { return nil }
      return .result([
        "number": "0x5", "hash": .string(Hash32.zero.hex), "parentHash": .string(Hash32.zero.hex), "timestamp": "0x1",
        "gasLimit": "0x1", "gasUsed": "0x1",
        "transactions": .array(other.map { [chain.transaction($0)] } ?? []),
      ])
    }
  }

  @Test("A nonce that another transaction used is told as replaced, once that one was seen")
  func replaced() async throws {
    let other = try Counter().other(nonce: 0)
    let counter = try counter(receipts: [nil]) {
      Counter.show(other, in: &$0)
      let counts = $0.answers["eth_getTransactionCount"]
      $0.answers["eth_getTransactionCount"] = { call, chain in
        call.params.last == "pending" ? .result("0x0") : counts?(call, &chain)
      }
      $0.answers["eth_getTransactionReceipt"] = { call, chain in
        .result(call.params.first?.string == other.hash.hex ? chain.receipt(other.hash.hex, 1, block: 3) : .null)
      }
    }
    // On a node whose word is no proof it is told as that.
    let stranger = counter.stranger(over: .inMemory())
    let doubtful = try await stranger.send(stranger.prepare(counter.request()), signer: counter.key)
    let told = await #expect(throws: SendingError.self) { try await doubtful.confirmed() }
    #expect(told?.code == .notProven && told?.message.contains("may still be mined") == true)
    #expect(try await stranger.outbox.intents().map(\.state) == [.conflicting])
    let sent = try await counter.send()
    let error = await #expect(throws: SendingError.self) { try await sent.confirmed() }
    #expect(error?.code == .replaced && error?.transactionHash == sent.hash)
    #expect(error?.reason?.contains(other.hash.hex) == true)
    #expect(counter.journal.steps == ["will 0 a transfer", "did", "nonceTaken"])
  }

  @Test("A nonce that was used, and nobody shows by what, is no proof of a replacement: it may have been ours")
  func undecided() async throws {
    let counter = try counter(receipts: [nil]) { used(showing: nil, &$0) }
    let sent = try await counter.send()
    let error = await #expect(throws: SendingError.self) { try await sent.confirmed(options(timeout: 1)) }
    #expect(error?.code == .notConfirmed)
    #expect(try await counter.sender.outbox.intent(sent.intent)?.state == .broadcast)
  }

  @Test("A receipt that comes later than the count of its account is waited for")
  func lateReceipt() async throws {
    let counter = try counter(receipts: [nil, nil, nil, 8]) {
      $0.answers["eth_getTransactionCount"] = { call, _ in .result(call.params.last == "latest" ? "0x1" : "0x0") }
    }
    #expect(try await counter.send().confirmed().receipt.blockNumber == 8)
  }

  @Test("A count that goes past the nonce and back again, as of nodes that lag, is no proof of a replacement")
  func swayingCount() async throws {
    let counter = try counter(receipts: [nil, nil, nil, nil, nil, nil, 8]) {
      $0.answers["eth_getTransactionCount"] = { call, _ in .result(call.turn.isMultiple(of: 3) ? "0x0" : "0x1") }
    }
    var options = SendOptions()
    options.intent.nonce = 0
    #expect(try await counter.send(options).confirmed().receipt.blockNumber == 8)
  }

  @Test("A head beyond all numbers confirms nothing and breaks nothing")
  func absurdHead() async throws {
    let counter = try counter(receipts: [0]) {
      $0.answers["eth_blockNumber"] = { _, _ in .result("0xffffffffffffffff") }
    }
    let sent = try await counter.send()
    let error = await #expect(throws: SendingError.self) {
      try await sent.confirmed(options(confirmations: 2, timeout: 0.3))
    }
    #expect(error?.code == .notConfirmed)
  }

  @Test("A transaction that the network dropped is told as not confirmed, when the time is over")
  func dropped() async throws {
    let counter = try counter(receipts: [nil])
    let sent = try await counter.send()
    let error = await #expect(throws: SendingError.self) { try await sent.confirmed(options(timeout: 0.3)) }
    #expect(error?.code == .notConfirmed && error?.transactionHash == sent.hash && error?.cause == nil)
  }

  @Test("That a node shows it is noted; where it is shown by one of two only, that is told")
  func seen() async throws {
    let counter = try counter(receipts: [nil])
    let sent = try await counter.send()
    let waiting = Task { try await sent.confirmed(options(timeout: 600)) }
    for _ in 0..<600 where try await counter.sender.outbox.intent(sent.intent)?.state != .seen {
      try await Task.sleep(for: .milliseconds(100))
    }
    waiting.cancel()
    #expect(try await counter.sender.outbox.intent(sent.intent)?.state == .seen)

    let ignorant = try StubNode { $0.answers["eth_getTransactionCount"] = { _, _ in .result("0x0") } }
    let both = try counter.sender(with: ignorant)
    let other = try await both.send(both.prepare(counter.request()), signer: counter.key)
    ignorant.change { $0.answers["eth_getTransactionByHash"] = { _, _ in .result(.null) } }
    let error = await #expect(throws: SendingError.self) { try await other.confirmed(options(timeout: 1)) }
    #expect(error?.code == .notConfirmed && error?.reason?.contains("second endpoint") == true)
    #expect(try await both.outbox.intent(other.intent)?.state == .broadcast)
    #expect(!ignorant.calls(of: "eth_getTransactionByHash").isEmpty)
  }

  @Test("One that was mined and lost again is not confirmed either")
  func lost() async throws {
    let counter = try counter(receipts: [8, nil], heads: [8])
    let sent = try await counter.send()
    let error = await #expect(throws: SendingError.self) {
      try await sent.confirmed(options(confirmations: 2, timeout: 0.3))
    }
    #expect(error?.code == .notConfirmed)
  }

  @Test("A node that fails in between is asked again; one that stays away is told as the cause")
  func nodeFails() async throws {
    let counter = try counter(receipts: [8]) {
      let honest = $0.answers["eth_getTransactionReceipt"]
      $0.answers["eth_getTransactionReceipt"] = { call, chain in
        call.turn < 3 ? .acts([.reply("", status: 500)]) : honest?(call, &chain)
      }
    }
    #expect(try await counter.send().confirmed().receipt.blockNumber == 8)
    counter.node.change { $0.answers["eth_getTransactionReceipt"] = { _, _ in .acts([.close]) } }
    let sent = try await counter.send()
    let error = await #expect(throws: SendingError.self) { try await sent.confirmed(options(timeout: 0.3)) }
    #expect(error?.code == .notConfirmed && error?.cause is NodeError)
  }

  @Test("A cancelled wait ends")
  func cancelled() async throws {
    let counter = try counter(receipts: [nil])
    let sent = try await counter.send()
    let waiting = Task { try await sent.confirmed() }
    waiting.cancel()
    await #expect(throws: (any Error).self) { _ = try await waiting.value }
    #expect(counter.journal.steps == ["will 0 a transfer", "did"])
  }
}
