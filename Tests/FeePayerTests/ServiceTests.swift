import Foundation
import Keys
import Locking
import NodeDoubles
import NodeRPC
import Primitives
import Sending
import StrictJSON
import Testing
import Transactions

@testable import FeePayer

@Suite("A fee payer's service", .overEachLedger)
struct ServiceTests {
  @Test("pays for what the rules allow, and answers with the receipt")
  func pays() async throws {
    let fixture = try ServiceFixture()
    let service = try await fixture.open()
    let answer = await service.answer(ServiceFixture.request(try ServiceFixture.raw(student: 1)))
    #expect(answer.status == 200)
    let sent = try #require(fixture.chain.sent.first)
    #expect(sent.feePayer?.address == fixture.payer.address)
    #expect(try sent.feePayerPublicKeys() == [fixture.payer.publicKey])
    #expect(answer.json["data"]?["hash"]?.string == sent.hash.hex)
    #expect(answer.json["data"]?["status"] == 1)
    #expect(answer.json["data"]?["_type"] == "TransactionReceipt")
    #expect(answer.json["data"]?["settlementSuccess"] == true)
    #expect(answer.json["status"] == true && answer.json["message"] == "Request was successful")
    #expect(try fixture.lines.map(\.entry).map(Self.kind) == ["begun", "approved", "signed", "settled"])
    // Half of the gas was used.
    #expect(try await service.spentToday() == Amount(wei: ServiceFixture.cost.wei / 2))
  }

  private static func kind(_ entry: JournalEntry) -> String {
    switch entry {
    case .begun: "begun"
    case .approved: "approved"
    case .signed: "signed"
    case .settled: "settled"
    case .superseded: "superseded"
    case .chained: "chained"
    case .compared: "compared"
    case .elsewhere: "elsewhere"
    }
  }

  @Test("a transaction that fails on the chain is told as one, and its fee counts")
  func reverts() async throws {
    let fixture = try ServiceFixture(FakeChain { $0.succeeds = false })
    let service = try await fixture.open()
    let answer = await service.answer(ServiceFixture.request(try ServiceFixture.raw(student: 1)))
    #expect(answer.status == 200 && answer.error == "REVERTED" && answer.json["status"] == false)
    #expect(try await service.spentToday() == Amount(wei: ServiceFixture.cost.wei / 2))
  }

  @Test("the same again, in any form, gets the same answer and counts once")
  func replays() async throws {
    let fixture = try ServiceFixture()
    let service = try await fixture.open()
    let key = try ServiceFixture.key(1)
    var partly = PartlySignedTransaction(ServiceFixture.transaction(from: key.address))
    try partly.sign(by: key)
    let first = await service.answer(ServiceFixture.request(Hex.encode(partly.encoded(.senderPart))))
    let spent = try await service.spentToday()
    var named = partly
    try named.add(feePayer: fixture.payer.address, signatures: [])
    for raw in [partly.encoded(.senderPart), partly.encoded(.placeholders), named.encoded(.placeholders)] {
      #expect(await service.answer(ServiceFixture.request(Hex.encode(raw))) == first)
    }
    #expect(first.status == 200 && fixture.chain.sent.count == 1)
    #expect(try await service.spentToday() == spent)
  }

  @Test("many who ask for the same at once get one signature")
  func together() async throws {
    let fixture = try ServiceFixture()
    let service = try await fixture.open()
    let raw = try ServiceFixture.raw(student: 1)
    let answers = await withTaskGroup(of: ServiceAnswer.self) { group in
      for _ in 0..<20 { group.addTask { await service.answer(ServiceFixture.request(raw)) } }
      var answers: Set<ServiceAnswer> = []
      for await answer in group { answers.insert(answer) }
      return answers
    }
    #expect(answers.count == 1 && answers.first?.status == 200)
    #expect(try fixture.lines.count == 4)
    #expect(Set(fixture.chain.sent.map(\.encoded)).count == 1)
  }

  @Test("many students at once spend no more than the day's budget")
  func budgetUnderLoad() async throws {
    let fixture = try ServiceFixture(FakeChain { $0.usedPercent = 100 })
    let service = try await fixture.open()
    let raws = try (1...40).map { try ServiceFixture.raw(student: $0) }
    let good = await withTaskGroup(of: Int.self) { group in
      for raw in raws { group.addTask { await service.answer(ServiceFixture.request(raw)).status } }
      return await group.reduce(into: 0) { $0 += $1 == 200 ? 1 : 0 }
    }
    #expect(good == 10)
    #expect(try await service.spentToday() == fixture.rules.perDay)
  }

  @Test("a sender's budget is its own, and the next day begins anew")
  func senderBudget() async throws {
    let fixture = try ServiceFixture(FakeChain { $0.usedPercent = 100 })
    let service = try await fixture.open()
    for nonce in 0..<3 as Range<UInt64> {
      #expect(
        await service.answer(ServiceFixture.request(try ServiceFixture.raw(student: 1, nonce: nonce))).status == 200)
    }
    let refused = await service.answer(ServiceFixture.request(try ServiceFixture.raw(student: 1, nonce: 3)))
    #expect(refused.status == 429 && refused.error == "RATE_LIMITED")
    #expect(refused.retryAfter == 86_400 - 3_600)
    #expect(await service.answer(ServiceFixture.request(try ServiceFixture.raw(student: 2))).status == 200)
    fixture.clock.withLock { $0 += 86_400 }
    #expect(await service.answer(ServiceFixture.request(try ServiceFixture.raw(student: 1, nonce: 3))).status == 200)
  }

  @Test("budgets and answers survive a restart")
  func restart() async throws {
    let fixture = try ServiceFixture(FakeChain { $0.usedPercent = 100 })
    let raw = try ServiceFixture.raw(student: 1)
    let first: ServiceAnswer
    do {
      let service = try await fixture.open()
      first = await service.answer(ServiceFixture.request(raw))
      for nonce in 1..<3 as Range<UInt64> {
        #expect(
          await service.answer(ServiceFixture.request(try ServiceFixture.raw(student: 1, nonce: nonce))).status == 200)
      }
    }
    let again = try await fixture.open()
    #expect(await again.answer(ServiceFixture.request(raw)) == first)
    #expect(await again.answer(ServiceFixture.request(try ServiceFixture.raw(student: 1, nonce: 3))).status == 429)
    #expect(fixture.chain.sent.count == 3)
  }

  @Test("a share of the fee counts as the share")
  func ratio() async throws {
    let fixture = try ServiceFixture(FakeChain { $0.usedPercent = 100 })
    let service = try await fixture.open()
    let key = try ServiceFixture.key(1)
    let raw = try ServiceFixture.raw(
      ServiceFixture.transaction(from: key.address, payment: .shared(percent: 30)), by: key)
    #expect(await service.answer(ServiceFixture.request(raw)).status == 200)
    #expect(try await service.spentToday() == Amount(wei: ServiceFixture.cost.wei * 30 / 100))
  }

  @Test("two transactions with one nonce count as the dearer, for the chain takes one")
  func sameNonce() async throws {
    let fixture = try ServiceFixture(FakeChain { $0.mines = false })
    let service = try await fixture.open()
    let key = try ServiceFixture.key(1)
    for (limit, expected) in [(40_000, 40_000), (100_000, 100_000), (60_000, 100_000)] as [(UInt64, UInt64)] {
      var transaction = ServiceFixture.transaction(from: key.address)
      transaction.gasLimit = limit
      let answer = await service.answer(ServiceFixture.request(try ServiceFixture.raw(transaction, by: key)))
      // It is not mined: nobody can say what becomes of it, and it goes on counting.
      #expect(answer.status == 500)
      #expect(try await service.spentToday() == Amount(wei: UInt256(expected) * ServiceFixture.price.wei))
    }
    fixture.chain.mineAll()
    // One was mined: of the two others nothing can be.
    #expect(await service.reconcile() == 0)
    #expect(try await service.spentToday() == Amount(wei: 20_000 * ServiceFixture.price.wei))
  }

  // MARK: Who signs

  @Test("a sender that only says it is one is refused")
  func claimed() async throws {
    let fixture = try ServiceFixture()
    let service = try await fixture.open()
    let (victim, thief) = (try ServiceFixture.key(1), try ServiceFixture.key(2))
    let answer = await service.answer(
      ServiceFixture.request(try ServiceFixture.raw(ServiceFixture.transaction(from: victim.address), by: thief)))
    #expect(answer.status == 400 && answer.json["data"]?.string?.contains("invalid sender") == true)
    #expect(fixture.chain.sent.isEmpty)
    #expect(try fixture.lines.count == 1)
  }

  @Test("the account's key on the chain decides, not the one that its address comes from")
  func rotated() async throws {
    let (account, old, new) = (try ServiceFixture.key(1).address, try ServiceFixture.key(1), try ServiceFixture.key(2))
    let fixture = try ServiceFixture(FakeChain { $0.keys[account] = .publicKey(new.publicKey) })
    let service = try await fixture.open()
    #expect(
      await service.answer(
        ServiceFixture.request(try ServiceFixture.raw(ServiceFixture.transaction(from: account), by: old))
      ).status == 400)
    #expect(
      await service.answer(
        ServiceFixture.request(try ServiceFixture.raw(ServiceFixture.transaction(from: account), by: new))
      ).status == 200)
  }

  @Test("a multisig needs its threshold, and a stranger among the signers spoils it")
  func multisig() async throws {
    let keys = try (1...3).map(ServiceFixture.key)
    let account = Address(truncating: UInt256(77))
    let fixture = try ServiceFixture(
      FakeChain { $0.keys[account] = .multisig(WeightedMultisig(threshold: 2, of: keys.map(\.publicKey))) })
    let service = try await fixture.open()
    let transaction = ServiceFixture.transaction(from: account)
    #expect(
      await service.answer(ServiceFixture.request(try ServiceFixture.raw(transaction, by: keys[0]))).status == 400)
    let spoilt = try ServiceFixture.raw(transaction, by: keys[0], keys[1], ServiceFixture.key(4))
    #expect(await service.answer(ServiceFixture.request(spoilt)).status == 400)
    #expect(
      await service.answer(ServiceFixture.request(try ServiceFixture.raw(transaction, by: keys[2], keys[0]))).status
        == 200)
  }

  @Test("a fee payer whose key may not pay does not start")
  func payersKey() async throws {
    let fixture = try ServiceFixture()
    fixture.chain.change { $0.keys[fixture.payer.address] = .roles([.legacy, .legacy, .fail]) }
    let error = await #expect(throws: SendingError.self) { try await fixture.open() }
    #expect(error?.code == .keyNotHeld)
  }

  // MARK: Whom it answers

  @Test("API keys are known by their hash, and the wrong ones count against the address")
  func keys() async throws {
    var fixture = try ServiceFixture()
    fixture.rules.anonymous = false
    fixture.rules.perMinute = 3
    fixture.rules.perMinuteOfKey = 2
    fixture.rules.keys = [try SHA256.hash(Bytes("kaia_secret".utf8)): "app"]
    let service = try await fixture.open()
    let raw = try ServiceFixture.raw(student: 1)
    #expect(await service.answer(ServiceFixture.request(raw)).status == 401)
    #expect(await service.answer(ServiceFixture.request(raw, key: "kaia_guess")).json["data"] == "Invalid API key")
    #expect(await service.answer(ServiceFixture.request(raw, key: "kaia_secret")).status == 200)
    // The address has its three; the key goes on to its own limit.
    #expect(await service.answer(ServiceFixture.request(raw, key: "kaia_guess")).status == 429)
    #expect(await service.answer(ServiceFixture.request(raw, key: "kaia_secret")).status == 200)
    let limited = await service.answer(ServiceFixture.request(raw, key: "kaia_secret"))
    #expect(limited.status == 429 && limited.data == nil && limited.retryAfter == 60)
    fixture.clock.withLock { $0 += 60 }
    #expect(await service.answer(ServiceFixture.request(raw, key: "kaia_secret")).status == 200)
  }

  @Test("the balance is told to whom it concerns")
  func balance() async throws {
    var fixture = try ServiceFixture()
    fixture.rules.senders = [try ServiceFixture.key(1).address]
    let service = try await fixture.open()
    func ask(_ path: String, _ query: [String: String]) async -> ServiceAnswer {
      await service.answer(.init(method: "GET", path: path, query: query, caller: ""))
    }
    let known = ["address": ServiceFixture.contract.checksummed]
    #expect(await ask("/api/balance", known).json["data"] == true)
    #expect(await ask("/api/v2/balance", known).json["data"]?["isEnough"] == true)
    #expect(await ask("/api/balance", [:]).json["data"] == "API key or address is required")
    #expect(await ask("/api/balance", ["address": "0x12"]).json["data"] == "Invalid address")
    #expect(await ask("/api/balance", ["address": try ServiceFixture.key(2).address.checksummed]).status == 400)
    fixture.chain.change { $0.balance = Amount.kaia(1) }
    fixture.chain.change { $0.balance = Amount(wei: Amount.kaia(1).wei / 10) }
    #expect(await ask("/api/balance", known).json["data"] == false)
    #expect(
      await service.answer(ServiceFixture.request(try ServiceFixture.raw(student: 1))).json["data"]?.string?.hasPrefix(
        "Insufficient balance") == true)
  }

  @Test("what is no request of the API is told so")
  func others() async throws {
    let service = try await ServiceFixture().open()
    #expect(await service.answer(.init(method: "GET", path: "/api/signAsFeePayer", caller: "")).status == 405)
    #expect(await service.answer(.init(method: "GET", path: "/", caller: "")).status == 404)
    let answer = await service.answer(
      .init(method: "POST", path: "/api/signAsFeePayer", caller: "", body: Array("{}".utf8)))
    #expect(answer.json["data"]?.string?.hasPrefix("userSignedTx is required") == true)
  }

  @Test("a node that cannot be asked is told, and what it refuses, too")
  func nodeFailures() async throws {
    let fixture = try ServiceFixture()
    let service = try await fixture.open()
    fixture.chain.change {
      $0.failure = NodeError(.rpc, rpcCode: -32000, rpcMessage: "insufficient funds of the sender for value ")
    }
    let raw = try ServiceFixture.raw(student: 1)
    let refused = await service.answer(ServiceFixture.request(raw))
    let said = "The node refuses the transaction: insufficient funds of the sender for value "
    #expect(refused.status == 400 && refused.json["data"]?.string == said)
    #expect(fixture.chain.sent.count == 1)
    fixture.chain.change { $0.failure = NodeError(.timeout) }
    let silent = await service.answer(ServiceFixture.request(raw))
    #expect(silent.status == 500 && silent.json["data"]?.string?.contains("failed after 5 try") == true)
    #expect(fixture.chain.sent.count == 6)
    fixture.chain.change { $0.failure = nil }
    #expect(await service.answer(ServiceFixture.request(raw)).status == 200)
    // Sent seven times, signed once.
    #expect(Set(fixture.chain.sent.map(\.encoded)).count == 1)
  }
}
