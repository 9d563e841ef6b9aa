import Keys
import Locking
import NodeRPC
import Primitives
import Testing
import Transactions

@testable import FeePayer

@Suite("Orders that hold a budget", .overEachLedger)
struct OpenOrdersTests {
  private static let holders = 1...10

  private static func address(_ student: Int) throws -> Address { try ServiceFixture.key(student).address }

  private static func ask(_ service: FeePayerService, student: Int, nonce: UInt64 = 0) async throws -> Int {
    await service.answer(ServiceFixture.request(try ServiceFixture.raw(student: student, nonce: nonce))).status
  }

  /// A service whose budget is held by orders of ten senders, none of which is in a block.
  private static func held(_ fixture: ServiceFixture) async throws -> FeePayerService {
    let service = try await fixture.open()
    for student in holders { #expect(try await ask(service, student: student) == 500) }
    fixture.chain.change { $0.mines = true }
    #expect(try await service.spentToday() == fixture.rules.perDay)
    return service
  }

  /// Has something else mined with the nonces of those who hold the budget.
  private static func useNonces(_ chain: FakeChain) throws {
    let addresses = try holders.map(address)
    chain.change { state in for address in addresses { state.counts[address] = 1 } }
  }

  private static func fixture() throws -> ServiceFixture {
    try ServiceFixture(
      FakeChain {
        $0.mines = false
        $0.usedPercent = 100
      })
  }

  @Test("keep nobody out once something else was mined with their nonces, whenever the next look would come")
  func released() async throws {
    let fixture = try Self.fixture()
    let service = try await Self.held(fixture)
    try Self.useNonces(fixture.chain)
    #expect(try await Self.ask(service, student: 11) == 200)
    #expect(try await service.spentToday() == ServiceFixture.cost)
  }

  @Test("go on holding it as long as they can be mined, and are asked about once in some seconds")
  func kept() async throws {
    let fixture = try Self.fixture()
    let service = try await Self.held(fixture)
    #expect(try await Self.ask(service, student: 11) == 429)
    #expect(try await service.spentToday() == fixture.rules.perDay)
    let counted = fixture.chain.countings[try Self.address(1)]
    try Self.useNonces(fixture.chain)
    #expect(try await Self.ask(service, student: 11) == 429)
    fixture.clock.withLock { $0 += OpenOrders.pause - 1 }
    #expect(try await Self.ask(service, student: 12) == 429)
    #expect(fixture.chain.countings[try Self.address(1)] == counted)
    fixture.clock.withLock { $0 += 1 }
    #expect(try await Self.ask(service, student: 11) == 200)
  }

  @Test("are looked at once for all who come at the same time, and the budget holds")
  func together() async throws {
    let fixture = try Self.fixture()
    let service = try await Self.held(fixture)
    try Self.useNonces(fixture.chain)
    let before = fixture.chain.countings[try Self.address(1)] ?? 0
    let good = try await withThrowingTaskGroup(of: Int.self) { group in
      for student in 11...30 { group.addTask { try await Self.ask(service, student: student) } }
      return try await group.reduce(into: 0) { $0 += $1 == 200 ? 1 : 0 }
    }
    #expect(good == 10)
    #expect(fixture.chain.countings[try Self.address(1)] == before + 1)
    #expect(try await service.spentToday() == fixture.rules.perDay)
  }

  @Test("of one sender give its own budget back likewise")
  func ofSender() async throws {
    let fixture = try Self.fixture()
    let account = try Self.address(1)
    fixture.chain.change { $0.waiting[account] = 3 }
    let service = try await fixture.open()
    for nonce in 0..<3 as Range<UInt64> { #expect(try await Self.ask(service, student: 1, nonce: nonce) == 500) }
    #expect(try await Self.ask(service, student: 1, nonce: 3) == 429)
    fixture.clock.withLock { $0 += OpenOrders.pause }
    fixture.chain.change { $0.counts[account] = 1 }
    #expect(try await Self.ask(service, student: 1, nonce: 3) == 500)
    #expect(try await service.spentToday(by: account) == fixture.rules.perSenderPerDay)
    #expect(fixture.chain.sent.map(\.transaction.nonce) == [0, 1, 2, 3])
  }

  @Test("and that the node refused hold nothing once the nonce is used, and go on where it is not", arguments: [0, 1])
  func refused(mined: UInt64) async throws {
    let fixture = try Self.fixture()
    let account = try Self.address(1)
    fixture.chain.change { state in
      state.failure = NodeError(.rpc, rpcCode: -32000, rpcMessage: "nonce too low")
      // After the service has counted.
      state.beforeCounting = { [chain = fixture.chain] in
        chain.change { $0.beforeCounting = { chain.change { $0.counts[account] = mined } } }
      }
    }
    let service = try await fixture.open()
    #expect(try await Self.ask(service, student: 1) == 400)
    #expect(fixture.chain.sent.count == 1)
    #expect(try await service.spentToday() == (mined == 0 ? ServiceFixture.cost : .zero))
  }

  @Test("and that something else was mined for while their receipt was waited for hold nothing after that")
  func overtaken() async throws {
    let fixture = try Self.fixture()
    let account = try Self.address(1)
    fixture.chain.change { state in
      state.beforeCounting = { [chain = fixture.chain] in
        chain.change { $0.beforeCounting = { chain.change { $0.counts[account] = 1 } } }
      }
    }
    let service = try await fixture.open()
    #expect(try await Self.ask(service, student: 1) == 500)
    #expect(try await service.spentToday() == .zero)
  }
}
