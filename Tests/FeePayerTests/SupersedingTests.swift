import Keys
import Primitives
import Testing
import Transactions

@testable import FeePayer

@Suite("An order whose nonce is used", .overEachLedger)
struct SupersedingTests {
  private static func approved(_ fixture: ServiceFixture, by service: FeePayerService) async throws
    -> JournalEntry.Approval
  {
    let order = try FeeOrder(
      raw: try ServiceFixture.raw(student: 1), rules: fixture.rules, feePayer: fixture.payer.address, key: nil)
    _ = try await service.ledger.approve(order.approval)
    return order.approval
  }

  @Test("is not taken for superseded where another instance signs and sends it between two looks")
  func signedMeanwhile() async throws {
    let fixture = try ServiceFixture(FakeChain { $0.usedPercent = 100 })
    let service = try await fixture.open()
    let approval = try await Self.approved(fixture, by: service)
    let signed = try fixture.paidElsewhere(student: 1)
    fixture.chain.change { state in
      state.beforeCounting = { [chain = fixture.chain] in
        try? await service.ledger.note(signed: approval.id, in: signed.hash)
        chain.change { try? $0.mine(signed) }
      }
    }
    #expect(await service.reconcile() == 0)
    let item = try #require(try await service.ledger.item(approval.id))
    #expect(!item.isSuperseded && item.settlement?.hash == signed.hash)
    #expect(try await service.spentToday() == ServiceFixture.cost)
  }

  @Test("is superseded where something else was mined with it, and costs nothing")
  func another() async throws {
    let fixture = try ServiceFixture()
    let service = try await fixture.open()
    let approval = try await Self.approved(fixture, by: service)
    #expect(try await service.spentToday() == ServiceFixture.cost)
    fixture.chain.change { $0.counts[approval.sender] = 1 }
    #expect(await service.reconcile() == 0)
    #expect(try await service.ledger.item(approval.id)?.isSuperseded == true)
    #expect(try await service.spentToday() == .zero)
  }
}
