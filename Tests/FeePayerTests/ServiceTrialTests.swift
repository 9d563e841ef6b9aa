import Keys
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing
import Transactions

@testable import FeePayer

@Suite("The trial before a fee payer signs", .overEachLedger)
struct ServiceTrialTests {
  @Test("what would revert is refused with its reason, before anything is written or signed; a rule switches that off")
  func trial() async throws {
    var fixture = try ServiceFixture()
    // Error("sold out")
    let data =
      "0x08c379a0" + String(repeating: "0", count: 62) + "20" + String(repeating: "0", count: 62) + "08"
      + "736f6c64206f7574" + String(repeating: "0", count: 48)
    fixture.chain.change {
      $0.trial = NodeError(.rpc, rpcCode: 3, rpcMessage: "execution reverted", rpcData: .string(data))
    }
    let raw = try ServiceFixture.raw(student: 1)
    do {
      let service = try await fixture.open()
      let answer = await service.answer(ServiceFixture.request(raw))
      #expect(answer.status == 400)
      #expect(answer.json["data"]?.string?.contains("The transaction would fail: ") == true)
      #expect(answer.json["data"]?.string?.contains("sold out") == true)
      #expect(try fixture.lines.count == 1 && fixture.chain.sent.isEmpty)
      fixture.chain.change { $0.trial = NodeError(.rpc, rpcCode: -32000, rpcMessage: "out of gas") }
      #expect(
        await service.answer(ServiceFixture.request(raw)).json["data"] == "The transaction would fail: out of gas")
      // Who could not be asked has not refused.
      fixture.chain.change { $0.trial = NodeError(.timeout) }
      #expect(await service.answer(ServiceFixture.request(raw)).status == 503)
      let student = try ServiceFixture.key(1).address
      let call = try #require(fixture.chain.trials.first?.call)
      #expect(call.from == student && call.to == ServiceFixture.contract && call.value == .zero)
      #expect(call.data.starts(with: ServiceFixture.selector) && call.gas == 90_000)
      #expect(try fixture.lines.count == 1 && fixture.chain.sent.isEmpty)
      // Instances that live pay by the same rules.
      try await service.close()
    }
    fixture.rules.attempts = false
    let careless = try await fixture.open()
    #expect(await careless.answer(ServiceFixture.request(raw)).status == 200)
    #expect(fixture.chain.trials.count == 3)
  }

  @Test("what waits behind others of its sender is tried after them")
  func trialOfPending() async throws {
    let fixture = try ServiceFixture()
    let student = try ServiceFixture.key(1).address
    fixture.chain.change {
      $0.waiting[student] = 1
      $0.mines = false
    }
    let service = try await fixture.open()
    _ = await service.answer(ServiceFixture.request(try ServiceFixture.raw(student: 1, nonce: 1)))
    _ = await service.answer(ServiceFixture.request(try ServiceFixture.raw(student: 1)))
    #expect(fixture.chain.trials.map(\.block) == [.pending, .latest])
    // What is known already is not tried again.
    _ = await service.answer(ServiceFixture.request(try ServiceFixture.raw(student: 1)))
    #expect(fixture.chain.trials.count == 2)
  }

  @Test("what takes the place of one of several that wait is tried before and behind them, and counts once")
  func trialOfReplacement() async throws {
    let fixture = try ServiceFixture(FakeChain { $0.mines = false })
    let student = try ServiceFixture.key(1).address
    let service = try await fixture.open()
    for nonce in 0..<2 as Range<UInt64> {
      _ = await service.answer(ServiceFixture.request(try ServiceFixture.raw(student: 1, nonce: nonce)))
      fixture.chain.change { $0.waiting[student] = nonce + 1 }
    }
    let (spent, tried) = (try await service.spentToday(), fixture.chain.trials.count)
    // Behind the others it would be done a second time.
    fixture.chain.change { $0.refusesPending = true }
    var dearer = ServiceFixture.transaction(from: student, nonce: 1)
    dearer.gasPrice += dearer.gasPrice / 10
    var partly = PartlySignedTransaction(dearer)
    try partly.sign(by: ServiceFixture.key(1))
    _ = await service.answer(ServiceFixture.request(Hex.encode(partly.encoded(.senderPart))))
    #expect(fixture.chain.trials.dropFirst(tried).map(\.block) == [.pending, .latest])
    #expect(
      fixture.chain.sent.last?.transaction.maxFeePerGas == dearer.gasPrice && fixture.chain.sent.last?.feePayer != nil)
    // Of one nonce the dearest.
    #expect(try await service.spentToday().wei == spent.wei + ServiceFixture.cost.wei / 10)
  }
}
