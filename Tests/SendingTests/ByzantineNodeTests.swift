import Keys
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing
import Transactions

@testable import Outbox
@testable import Sending

/// What one node says frees no nonce, no key and no limit: what was signed may be mined until the contrary is proven.
@Suite("A node that lies")
struct ByzantineNodeTests {
  private var keyed: SendOptions {
    var options = SendOptions()
    options.intent.key = IntentKey("order-9")
    return options
  }

  private func send(
    _ counter: Counter, over sender: TransactionSender, _ options: SendOptions? = nil
  ) async throws -> SentTransaction {
    let options = options ?? keyed
    return try await sender.send(
      try await sender.prepare(counter.request(), options: options), signer: counter.key, options: options)
  }

  private func refusal(
    _ counter: Counter, over sender: TransactionSender, _ options: SendOptions? = nil
  ) async throws -> SendingError {
    try #require(
      await #expect(throws: SendingError.self) { _ = try await send(counter, over: sender, options) })
  }

  @Test(
    "that says the nonce is too low, and shows an invented transaction in a block, gets no second signature",
    arguments: [true, false])
  func inventedTransaction(isSigned: Bool) async throws {
    // Signed by somebody else, or by nobody.
    let stranger = try PrivateKey(bytes: Bytes(repeating: 7, count: 32))
    var other = try Counter().other(nonce: 0, by: stranger)
    if !isSigned {
      var told = other.told.object ?? [:]
      for name in ["r", "s", "v", "yParity"] { told[name] = .null }
      other.told = .object(told)
    }
    let shown = other
    let counter = try Counter {
      $0.answers["eth_sendRawTransaction"] = { _, chain in
        Counter.show(shown, in: &chain)
        return .error("nonce too low")
      }
    }
    let sender = counter.stranger()
    #expect(try await refusal(counter, over: sender).code == .outcomeUnknown)
    for _ in 0..<2 { _ = try? await send(counter, over: sender) }
    let nonces = Set(try counter.offered())
    #expect(nonces == [0])
    #expect(Set(counter.node.calls(of: "eth_sendRawTransaction").map { $0.params[0].string }).count == 1)
  }

  @Test("that shows a genuine transaction with the nonce frees the key when it is one's own, or when that is meant")
  func genuineTransaction() async throws {
    let other = try Counter().other(nonce: 0)
    let counter = try Counter {
      $0.answers["eth_sendRawTransaction"] = { call, chain in
        guard call.turn == 1 else { return nil }
        Counter.show(other, in: &chain)
        return .error("nonce too low")
      }
    }
    let sender = counter.stranger()
    let error = try await refusal(counter, over: sender)
    #expect(error.code == .notProven && error.facts == .intent(1))
    #expect(try await sender.outbox.intents().map(\.state) == [.conflicting])
    // The bytes may be mined: neither a repetition nor a look signs anything.
    #expect(try await refusal(counter, over: sender).code == .notProven)
    await #expect(throws: SendingError(.notProven, "")) {
      try await sender.earlierSends.earlier(IntentKey("order-9"), of: counter.key.address)
    }
    #expect(try counter.offered() == [0])
    var meant = keyed
    meant.intent.again = true
    #expect(try await send(counter, over: sender, meant).nonce == 1)
  }

  @Test("that shows a genuine transaction is believed when it is the user's own node")
  func ownNode() async throws {
    let other = try Counter().other(nonce: 0)
    let counter = try Counter {
      $0.answers["eth_sendRawTransaction"] = { call, chain in
        guard call.turn == 1 else { return nil }
        Counter.show(other, in: &chain)
        return .error("nonce too low")
      }
    }
    #expect(try await send(counter, over: counter.sender).nonce == 1)
  }

  @Test("that refuses with any words and keeps the bytes gets the same bytes again, and the key stays")
  func refusedAndKept() async throws {
    for words in ["header not found", "tx fee exceeds the configured cap", "알 수 없는 오류", "insufficient funds", ""] {
      let counter = try Counter {
        $0.answers["eth_sendRawTransaction"] = { call, _ in call.turn == 1 ? .error(words) : nil }
        $0.answers["eth_getTransactionByHash"] = { call, _ in call.turn == 1 ? .result(.null) : nil }
      }
      let sender = counter.stranger()
      _ = try await refusal(counter, over: sender)
      #expect(try await sender.outbox.intents().map(\.state) == [.unpublished])
      // Of another in between, with the same nonce, one of the two at most is mined.
      var other = SendOptions()
      other.intent.key = IntentKey("order-10")
      let prepared = try await sender.prepare(counter.request(.klay(2)), options: other)
      #expect(try await sender.send(prepared, signer: counter.key, options: other).nonce == 0)
      let sent = try? await send(counter, over: sender)
      let offered = counter.node.calls(of: "eth_sendRawTransaction").compactMap { $0.params[0].string }
      let nonces = Set(try counter.offered())
      #expect(Set(offered).count <= 2 && nonces == [0], "\(words)")
      if let sent { #expect(sent.isEarlier) }
    }
  }

  @Test("that calls a payment failed frees neither its key nor its limit")
  func falseFailure() async throws {
    let counter = try Counter { $0.status = 0 }
    let sender = counter.stranger()
    var options = keyed
    options.intent.limits = SpendingLimits(perDay: Amount(wei: Amount.klay(3).wei / 2))
    let sent = try await send(counter, over: sender, options)
    #expect(try await sent.confirmed(options).receipt.status == false)
    let row = try #require(try await sender.outbox.intents().first)
    #expect(row.state == .reverted && row.evidence == nil)
    #expect(try await refusal(counter, over: sender, options).code == .notProven)
    var other = options
    other.intent.key = IntentKey("order-10")
    await #expect(throws: OutboxError(.limitExceeded, "")) { try await send(counter, over: sender, other) }
    #expect(counter.node.sent.count == 1)
    // One's own node is believed.
    var second = keyed
    second.intent.key = IntentKey("order-11")
    _ = try await send(counter, over: counter.sender, second).confirmed(second)
    #expect(try await !send(counter, over: counter.sender, second).isEarlier)
  }

  @Test(
    "that makes up a success in a block that is there is found out by that block, and the same bytes are offered again",
    arguments: [true, false])
  func inventedSuccess(looksAgain: Bool) async throws {
    let (liar, honest, outbox) = (try Counter(), try Counter(), Outbox.inMemory())
    _ = try await send(liar, over: liar.stranger(over: outbox)).confirmed(keyed)
    #expect(try await outbox.intents().first?.state == .final)
    let sender = honest.stranger(over: outbox)
    if looksAgain {
      try await sender.resumer.recheckStatus()
      #expect(try await outbox.intents().first?.state == .broadcast)
    }
    let sent = try await send(honest, over: sender)
    #expect(sent.isEarlier && !honest.node.sent.isEmpty && honest.node.sent == liar.node.sent)
    #expect(try await sent.confirmed(keyed).receipt.status == true)
    #expect(try await outbox.intents().map(\.state) == [.final])
  }

  @Test("that makes up a success holds up what is sent after it, and which one that is is said")
  func inventedSuccessAhead() async throws {
    let (liar, waiting, outbox) = (try Counter(), try Counter { $0.status = nil }, Outbox.inMemory())
    _ = try await send(liar, over: liar.stranger(over: outbox)).confirmed(keyed)
    var other = SendOptions()
    other.intent.key = IntentKey("order-10")
    other.tracking.timeout = 1
    let options = other
    let sent = try await send(waiting, over: waiting.stranger(over: outbox), options)
    #expect(sent.nonce == 1)
    let error = await #expect(throws: SendingError.self) { _ = try await sent.confirmed(options) }
    #expect(error?.code == .notConfirmed && error?.facts == .blocked(by: 1))
    #expect(try await outbox.intent(1)?.state == .broadcast)
  }

  @Test("is outvoted where two operators agree, and not where both ends are one operator's")
  func operators() async throws {
    let counter = try Counter { $0.status = 0 }
    let other = try StubNode { $0.status = 0 }
    func sender(_ names: [String]) throws -> TransactionSender {
      let endpoints = try zip(names, [counter.node, other]).map { try Endpoint($0 + $1.url) }
      return TransactionSender(
        node: try NodeClient(endpoints: endpoints, options: .patient), chainID: 1337, outbox: .inMemory())
    }
    for (names, level) in [(["", ""], nil), (["one=", "one="], nil), (["one=", "two="], EvidenceLevel.agreed)] {
      let sender = try sender(names)
      _ = try await send(counter, over: sender).confirmed(keyed)
      #expect(try await sender.outbox.intents().first?.evidence == level, "\(names)")
    }
  }

  @Test("is named beside the one that contradicts it, and its word frees nothing")
  func contradiction() async throws {
    let counter = try Counter { $0.status = 0 }
    let honest = try StubNode()
    let endpoints = try [Endpoint("one=\(counter.node.url)"), Endpoint("two=\(honest.url)")]
    let sender = TransactionSender(
      node: try NodeClient(endpoints: endpoints, options: .patient), chainID: 1337, outbox: .inMemory())
    _ = try await send(counter, over: sender).confirmed(keyed)
    let error = try await refusal(counter, over: sender)
    #expect(error.code == .notProven, "\(error)")
    #expect(
      error.reason?.contains("\(honest.url) says that it succeeded, \(counter.node.url) that it failed") == true,
      "\(error)")
    #expect(Set(honest.sent).count == 1)
  }

  @Test("that tells another first block, or calls itself a fork, has nothing paid again under the same key")
  func otherChain() async throws {
    let counter = try Counter()
    let outbox = Outbox.inMemory()
    _ = try await send(counter, over: counter.stranger(over: outbox)).confirmed(keyed)
    for method in ["eth_getBlockByNumber", "hardhat_metadata"] {
      let liar = try Counter { chain in
        chain.answers[method] = { call, _ in
          guard method == "hardhat_metadata" || call.params.first == "0x0" else { return nil }
          return .result(
            method == "hardhat_metadata"
              ? ["instanceId": .string(Keccak256.hash([1]).hex), "forkedNetwork": ["forkBlockNumber": 7]]
              : [
                "number": "0x0", "hash": .string(Keccak256.hash([2]).hex), "parentHash": .string(Hash32.zero.hex),
                "timestamp": "0x1", "gasLimit": "0x1", "gasUsed": "0x1", "transactions": [],
              ])
        }
      }
      let error = try #require(
        await #expect(throws: OutboxError.self) { try await send(liar, over: liar.stranger(over: outbox)) })
      #expect(error.code == .sameElsewhere && error.facts == .earlier(intent: 1, .final), "\(method)")
      #expect(liar.node.sent.isEmpty)
    }
  }

  @Test("Kaia's pool that has the nonce already is no proof that it was used: nonce and key stay")
  func kaiaPool() async throws {
    let counter = try Counter {
      $0.refusal = "there is another tx which has the same nonce in the tx pool"
    }
    let sender = counter.stranger()
    #expect(try await refusal(counter, over: sender).code == .nonceHeld)
    counter.node.change { $0.refusal = nil }
    let sent = try await send(counter, over: sender)
    let nonces = Set(try counter.offered())
    #expect(sent.isEarlier && sent.nonce == 0 && nonces == [0])
  }

  @Test("A nonce that is given anew is held against the limits, with what was signed with the first")
  func limitsOfRenewed() async throws {
    let outbox = Outbox.inMemory()
    var draft = IntentDraft.transfer(1_000, key: "once")
    draft.limits = SpendingLimits(perDay: .wei(50_000))
    let first = try await outbox.begin(draft, count: 0).begun()
    _ = try await outbox.begin(.transfer(20_000), count: 0).begun()
    await #expect(throws: OutboxError(.limitExceeded, "")) {
      try await outbox.renew(first.id, as: draft, count: 1)
    }
  }

  @Test("When a receipt is withdrawn, the limit counts all that was signed again")
  func limitsOfReorganised() async throws {
    let outbox = Outbox.inMemory()
    var draft = IntentDraft.transfer(1_000)
    draft.limits = SpendingLimits(perDay: .wei(40_000))
    let first = try await outbox.begin(draft, count: 0).begun()
    try await outbox.record(.sample(1, nonce: 0), of: first.id, label: "")
    try await outbox.settle(
      first.id, IntentOutcome(.final, block: 8, blockHash: .zero, cost: .wei(1_100), evidence: .own))
    #expect(try await outbox.account(of: draft).excess(of: draft, count: 1) == nil)
    #expect(await outbox.unsettle(first.id))
    #expect(try await outbox.intent(first.id)?.cost == .wei(22_000))
    #expect(try await outbox.account(of: draft).excess(of: draft, count: 1)?.code == .limitExceeded)
  }

  @Test("Of what has the same nonce the dearest counts, not the sum")
  func limitsOfOneNonce() async throws {
    let outbox = Outbox.inMemory()
    var draft = IntentDraft.transfer(1_000, key: "a")
    draft.limits = SpendingLimits(perDay: .wei(30_000))
    for (number, key) in ["a", "b", "c"].enumerated() {
      draft.key = IntentKey(key)
      let row = try await outbox.begin(draft, count: 0).begun()
      #expect(row.nonce == 0)
      try await outbox.record(.sample(number, nonce: 0), of: row.id, label: "")
      try await outbox.settle(row.id, IntentOutcome(.unpublished))
    }
  }
}
