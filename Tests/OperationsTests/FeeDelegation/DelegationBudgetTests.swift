import ChainSupport
import DatabaseSupport
import Keys
import Locking
import NodeRPC
import Primitives
import Testing
import Transactions

@testable import Operations

@Suite("The budgets of the platform's fees", .timeLimit(.minutes(20)), .overEachEngine)
struct DelegationBudgetTests {
  /// The most that one transaction of the fixture can cost.
  private static let cost = Amount(wei: Amount.ston(30).wei * 300_000)

  /// A fixture with no more than so many transactions a day in one scope.
  private func fixture(_ count: Int, _ scope: DelegationBudget.Scope) async throws -> DelegationFixture {
    var fixture = try await DelegationFixture.open()
    let limit = Amount(wei: Self.cost.wei * UInt256(count))
    switch scope {
    case .sender: fixture.rules.budget.perSender = limit
    case .client: fixture.rules.budget.perClient = limit
    case .lecture: fixture.rules.budget.perLecture = limit
    }
    return fixture
  }

  @Test(
    "one that is used up refuses, tells no number, and begins anew the next day",
    arguments: DelegationBudget.Scope.allCases)
  func usedUp(scope: DelegationBudget.Scope) async throws {
    // The fixture's purchase was counted for the sender and the lecture, and for another client.
    let fixture = try await fixture(scope == .client ? 1 : 2, scope)
    let rating = fixture.rating()
    #expect(try await fixture.refusal(of: fixture.signed(rating), for: rating) == nil)
    let other = scope == .sender ? fixture.student : try await fixture.chain.account(klay: 100)
    let next = fixture.purchase(by: other)
    try await fixture.chain.fund(other.address, .klay(100))
    let raw = try await fixture.signed(next, by: [other])
    let platform = fixture.platform()
    #expect(try await platform.exceeded(by: next, client: "192.0.2.1") == scope)
    let refused = try await fixture.refusal(of: raw, for: next)
    #expect(refused?.code == .budgetSpent && refused?.facts == .budget(scope))
    let numbers = "\(try #require(refused))".filter(\.isNumber)
    #expect(numbers == "000")
    if scope == .client {
      #expect(try await fixture.refusal(of: raw, for: next, client: "192.0.2.2", over: Self.refusing)?.code == .refused)
    }
    fixture.clock.withLock { $0 += 86_400 }
    #expect(try await platform.exceeded(by: next, client: "192.0.2.1") == nil)
    // The fee payer's own reason: the student has the lecture already, the other one buys it.
    let tomorrow = try await fixture.refusal(of: raw, for: next)
    #expect(tomorrow?.code == (scope == .sender ? .refused : nil))
  }

  @Test("accounts that ask at once get no further together than one after another")
  func atOnce() async throws {
    let fixture = try await fixture(3, .client)
    var asked: [(proposal: DelegatedProposal, raw: Bytes)] = []
    for _ in 0..<8 {
      let account = try await fixture.chain.account(klay: 10)
      let proposal = fixture.purchase(by: account)
      asked.append((proposal, try await fixture.signed(proposal, by: [account])))
    }
    let platform = fixture.platform()
    let paid = try await withThrowingTaskGroup(of: Int.self) { group in
      for (proposal, raw) in asked {
        group.addTask {
          do {
            _ = try await platform.pay(for: proposal, raw: raw, client: "192.0.2.1")
            return 1
          } catch let error as DelegationError where error.code == .budgetSpent {
            return 0
          }
        }
      }
      return try await group.reduce(0, +)
    }
    var sent: UInt64 = 0
    for (proposal, _) in asked { sent += try await fixture.chain.node.transactionCount(of: proposal.from) }
    #expect(paid == 3 && sent == 3)
  }

  private static let refusing = ScriptedSigner(.refused("It is closed."), remembers: true)

  @Test("a refusal gives back what was counted; where nobody knows, it stays counted, and the same bytes go on")
  func outcomes() async throws {
    let fixture = try await DelegationFixture.open()
    let before = try await fixture.counted()
    let after = try before.adding(Self.cost)
    let proposal = fixture.rating()
    let raw = try await fixture.signed(proposal)
    for answer in [
      FeeSignerAnswer.refused("Budget of 7 KAIA."), .spent("The budget of 7 KAIA is spent."), .unavailable("Closed: 7"),
    ] {
      let signer = ScriptedSigner(answer)
      let error = try await fixture.refusal(of: raw, for: proposal, over: signer)
      #expect(signer.count == 1 && error.map { "\($0)".contains("7") } == false)
      #expect(try await fixture.counted() == before)
    }
    let unknown = ScriptedSigner(.unclear("It hung up.", nil))
    for answer in [unknown, ScriptedSigner(.sent(Hash32(UInt256(7)))), ScriptedSigner(.refused("nonce too low"))] {
      #expect(try await fixture.refusal(of: raw, for: proposal, over: answer)?.code == .outcomeUnknown)
      #expect(answer.count == 1)
      #expect(try await fixture.counted() == after)
    }
    let other = try await fixture.signed(proposal) { $0.gasLimit -= 1 }
    #expect(try await fixture.refusal(of: other, for: proposal)?.code == .signedOtherwise)
    #expect(try await fixture.refusal(of: raw, for: proposal) == nil)
    #expect(try await fixture.counted() == after)
    // A service that has forgotten is not asked again, and one that never knew is not believed.
    #expect(try await fixture.refusal(of: raw, for: proposal, over: unknown) == nil)
    #expect(unknown.count == 1)
  }

  @Test("what was sent while nobody could tell is found by its sender's hash")
  func found() async throws {
    let fixture = try await DelegationFixture.open()
    let proposal = fixture.rating()
    let half = try await fixture.half(proposal)
    let hanging = HangingSigner(fixture: fixture)
    let payment = try await fixture.platform(over: hanging).pay(
      for: proposal, raw: half.encoded(), client: "192.0.2.1")
    #expect(payment.senderHash == half.senderTxHash)
    #expect(try await fixture.chain.node.transactionReceipt(payment.hash)?.status == true)
  }

  /// A fee payer whose answer is lost.
  private struct HangingSigner: FeeSigner {
    let fixture: DelegationFixture
    var payingAccount: Address? { nil }
    var remembers: Bool { false }
    func pay(_ partly: PartlySignedTransaction) async -> FeeSignerAnswer {
      _ = await fixture.service.pay(partly)
      return .unclear("The answer was lost.", nil)
    }
  }

  @Test("days that are long over are forgotten, and clients are not written down")
  func forgets() async throws {
    let fixture = try await DelegationFixture.open()
    let rating = fixture.rating()
    #expect(try await fixture.refusal(of: fixture.signed(rating), for: rating) == nil)
    if TestDatabases.current == nil {
      let stored = try #require(
        fixture.folder.read("fees.sqlite").map { $0 + (fixture.folder.read("fees.sqlite-wal") ?? "") })
      #expect(!stored.contains("192.0.2.1") && stored.contains(fixture.contract.lowercaseHex))
    }
    let day = fixture.clock.withLock { $0 } / 86_400
    let name = fixture.student.address.lowercaseHex
    fixture.clock.withLock { $0 += 8 * 86_400 }
    let other = try await fixture.chain.account(klay: 100)
    let next = fixture.purchase(by: other)
    #expect(try await fixture.refusal(of: fixture.signed(next, by: [other]), for: next) == nil)
    #expect(try await fixture.book.spent(on: day, .sender, name) == .zero)
  }
}
