import Keys
import Primitives
import StrictJSON
import Testing
import Transactions

@testable import FeePayer

/// What no node takes costs the fee payer nothing, and must not count either: who has no money could spend a day's budget.
@Suite("What a fee payer does not sign because no node takes it", .overEachLedger)
struct AcceptanceTests {
  private let key: PrivateKey
  private let other = Address(truncating: UInt256(0xabcdef))

  init() throws { key = try ServiceFixture.key(1) }

  /// The answer to a student's transaction after a change; nothing of it is written down or sent if it is refused.
  private func answer(
    _ fixture: ServiceFixture, _ change: (inout KaiaTransaction) -> Void, at location: SourceLocation = #_sourceLocation
  ) async throws -> ServiceAnswer {
    let service = try await fixture.open()
    var transaction = ServiceFixture.transaction(from: key.address)
    change(&transaction)
    let answer = await service.answer(ServiceFixture.request(try ServiceFixture.raw(transaction, by: key)))
    if answer.status == 400 {
      #expect(try fixture.lines.count == 1 && fixture.chain.sent.isEmpty, sourceLocation: location)
      #expect(try await service.spentToday() == .zero, sourceLocation: location)
    }
    return answer
  }

  private func fixture(_ change: (inout FakeChain.State) -> Void = { _ in }) throws -> ServiceFixture {
    var fixture = try ServiceFixture(FakeChain(change))
    fixture.rules.transfers = .kaia(10)
    fixture.rules.attempts = false
    return fixture
  }

  @Test("a price below the next base fee")
  func price() async throws {
    let low = try await answer(fixture { $0.baseFee = ServiceFixture.price.wei + 1 }) { _ in }
    #expect(low.status == 400 && low.json["data"]?.string?.contains("below the next base fee") == true)
    #expect(try await answer(fixture { $0.baseFee = ServiceFixture.price.wei }) { _ in }.status == 200)
  }

  @Test("less gas than it costs before any code runs")
  func gas() async throws {
    // 31,000 and 196 bytes that are not zero, at 40 each for the floor.
    let least: UInt64 = 31_000 + 196 * 40
    let low = try await answer(fixture()) { $0.gasLimit = least - 1 }
    #expect(low.status == 400 && low.json["data"]?.string?.contains("costs at least \(least)") == true)
    #expect(try await answer(fixture()) { $0.gasLimit = least }.status == 200)
  }

  @Test("a transfer to a contract or to a precompile, a call of what has no code")
  func receivers() async throws {
    let precompile = Address(truncating: UInt256(0x3ff))
    for to in [ServiceFixture.contract, precompile] {
      #expect(try await answer(fixture()) { $0.operation = .valueTransfer(to: to, value: 1) }.status == 400)
      #expect(try await answer(fixture()) { $0.operation = .memo(to: to, value: 1, memo: [1]) }.status == 400)
    }
    #expect(try await answer(fixture()) { $0.operation = .valueTransfer(to: other, value: 1) }.status == 200)
    #expect(try await answer(fixture { $0.contracts = [] }) { _ in }.status == 400)
  }

  @Test("a value that the sender does not have, or its own part of the fee")
  func money() async throws {
    let account = key.address
    func held(_ wei: UInt256) throws -> ServiceFixture { try fixture { $0.balances[account] = Amount(wei: wei) } }
    let transfer = KaiaTransaction.Operation.valueTransfer(to: other, value: 1_000)
    #expect(try await answer(held(999)) { $0.operation = transfer }.status == 400)
    #expect(try await answer(held(1_000)) { $0.operation = transfer }.status == 200)
    let own = ServiceFixture.cost.wei - ServiceFixture.cost.wei * 99 / 100
    #expect(try await answer(held(own - 1)) { $0.feePayment = .shared(percent: 99) }.status == 400)
    #expect(try await answer(held(own)) { $0.feePayment = .shared(percent: 99) }.status == 200)
    // With all of it paid an account without money goes on.
    #expect(try await answer(held(0)) { _ in }.status == 200)
  }

  @Test("what another took the nonce of counts no more, and is told so after a restart")
  func superseded() async throws {
    let fixture = try fixture { $0.mines = false }
    let account = key.address
    do {
      let service = try await fixture.open()
      _ = await service.answer(ServiceFixture.request(try ServiceFixture.raw(student: 1)))
      #expect(try await service.spentToday() == ServiceFixture.cost)
      #expect(await service.reconcile() == 1)
      fixture.chain.change { $0.counts[account] = 1 }
      #expect(await service.reconcile() == 0)
      #expect(try await service.spentToday() == .zero)
    }
    let again = try await fixture.open()
    #expect(try await again.spentToday() == .zero)
    #expect(await again.reconcile() == 0)
  }

  @Test("a badly signed copy that comes first does not spoil the good one")
  func badCopy() async throws {
    let fixture = try fixture()
    let service = try await fixture.open()
    let transaction = ServiceFixture.transaction(from: key.address)
    let (bad, good) = (
      try ServiceFixture.raw(transaction, by: ServiceFixture.key(2)), try ServiceFixture.raw(transaction, by: key)
    )
    let answers = await withTaskGroup(of: (Bool, Int).self) { group in
      for turn in 0..<40 {
        group.addTask {
          (turn % 2 == 1, await service.answer(ServiceFixture.request(turn % 2 == 1 ? good : bad)).status)
        }
      }
      return await group.reduce(into: [(Bool, Int)]()) { $0.append($1) }
    }
    #expect(answers.allSatisfy { isGood, status in status == (isGood ? 200 : 400) })
  }

  @Test("copies with different signatures get one: that of the first")
  func copies() async throws {
    let keys = try (1...3).map(ServiceFixture.key)
    let account = Address(truncating: UInt256(77))
    let fixture = try fixture {
      $0.keys[account] = .multisig(WeightedMultisig(threshold: 2, of: keys.map(\.publicKey)))
      $0.mines = false
    }
    let service = try await fixture.open()
    let transaction = ServiceFixture.transaction(from: account)
    for pair in [[keys[0], keys[1]], [keys[1], keys[2]], [keys[2], keys[0]]] {
      _ = await service.answer(ServiceFixture.request(try ServiceFixture.raw(transaction, by: pair[0], pair[1])))
    }
    #expect(Set(fixture.chain.sent.map(\.hash)).count == 1)
    #expect(try await service.spentToday() == ServiceFixture.cost)
  }
}
