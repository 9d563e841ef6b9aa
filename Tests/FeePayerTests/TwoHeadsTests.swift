import DatabaseSupport
import Keys
import Primitives
import Testing
import Transactions

@testable import FeePayer

/// Two instances over one database, each with a node of its own.
@Suite("Instances of a fee payer whose nodes see different blocks", .overEachEngine)
struct TwoHeadsTests {
  private let (here, there): (ServiceFixture, ServiceFixture)
  private let account: Address
  private let request: FeePayerService.Request
  /// Half of the gas that was paid for is used.
  private let paid = Amount(wei: ServiceFixture.cost.wei / 2)

  init() throws {
    here = try ServiceFixture()
    there = try ServiceFixture(folder: here.folder)
    account = try ServiceFixture.key(1).address
    request = ServiceFixture.request(try ServiceFixture.raw(student: 1))
  }

  private func open(_ fixture: ServiceFixture) async throws -> FeePayerService {
    try await EachLedger.$isDatabase.withValue(true) { try await fixture.open() }
  }

  /// The amounts that count for today as each of them tells them, of all and of the sender.
  private func spent(_ services: FeePayerService...) async throws -> Set<Amount> {
    var found: Set<Amount> = []
    for service in services {
      found.insert(try await service.spentToday())
      found.insert(try await service.spentToday(by: account))
    }
    return found
  }

  @Test("pay for an order once, by the block that the one sees and the other does not yet")
  func behind() async throws {
    let (first, second) = (try await open(here), try await open(there))
    there.chain.change { $0.mines = false }
    #expect(await first.answer(request).status == 200)
    // There it is in no block: it is sent there as well, with the same bytes.
    #expect(await second.answer(request).status == 500)
    #expect(await second.reconcile() == 0)
    #expect(try await spent(first, second) == [paid])
    there.chain.mineAll()
    #expect(await second.answer(request).status == 200)
    #expect(Set((here.chain.sent + there.chain.sent).map(\.encoded)).count == 1)
    for service in [first, second] { try await service.compareWithChain() }
    #expect(try await spent(first, second) == [paid])
  }

  @Test("count an order that the one has sent and the other sees in a block")
  func seenByTheOther() async throws {
    let (first, second) = (try await open(here), try await open(there))
    here.chain.change { $0.mines = false }
    #expect(await first.answer(request).status == 500)
    for service in [first, second] { #expect(await service.reconcile() == 1) }
    #expect(try await spent(first, second) == [ServiceFixture.cost])
    let signed = try #require(here.chain.sent.first)
    there.chain.change { try? $0.mine(signed) }
    #expect(await second.reconcile() == 0)
    #expect(await first.reconcile() == 0)
    #expect(try await spent(first, second) == [paid])
    here.chain.mineAll()
    #expect(await first.answer(request).status == 200)
    #expect(try await spent(first, second) == [paid])
  }

  @Test(
    "count an order that a block has although the node of one said that something else has its nonce",
    arguments: [true, false])
  func contradicted(hasReceipt: Bool) async throws {
    let (first, second) = (try await open(here), try await open(there))
    let id = ServiceFixture.transaction(from: account).feePayerSigningHash(feePayer: here.payer.address)
    here.chain.change { $0.mines = false }
    #expect(await first.answer(request).status == 500)
    there.chain.change { [account] in $0.counts[account] = 1 }
    #expect(await second.reconcile() == 0)
    #expect(try await spent(first, second) == [.zero])
    here.chain.mineAll()
    if !hasReceipt { here.chain.change { $0.receipts = [:] } }
    try await first.compareWithChain()
    // Without a receipt it counts as the most that it can cost.
    let counted: Set = [hasReceipt ? paid : ServiceFixture.cost]
    #expect(try await spent(first, second) == counted)
    #expect(try await first.ledger.item(id)?.settlement?.block == 1)
    // Whoever looks again, once.
    for service in [second, first] {
      try await service.compareWithChain()
      #expect(await service.reconcile() == 0)
    }
    #expect(await first.answer(request).status == (hasReceipt ? 200 : 500))
    #expect(try await spent(first, second) == counted)
  }

  @Test("count another order with the nonce as well, which was signed where the first one's end was not seen")
  func anotherWithTheNonce() async throws {
    let (first, second) = (try await open(here), try await open(there))
    here.chain.change { $0.mines = false }
    #expect(await first.answer(request).status == 500)
    there.chain.change { [account] in $0.counts[account] = 1 }
    #expect(await second.reconcile() == 0)
    here.chain.change { $0.mines = true }
    let key = try ServiceFixture.key(1)
    var other = ServiceFixture.transaction(from: account)
    other.gasLimit = 90_000
    #expect(await first.answer(ServiceFixture.request(try ServiceFixture.raw(other, by: key))).status == 200)
    #expect(try await spent(first, second) == [Amount(wei: 45_000 * ServiceFixture.price.wei)])
  }
}
