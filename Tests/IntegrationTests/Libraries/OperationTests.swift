import ChainSupport
import ContractClient
import Keys
import LectureKit
import Operations
import Outbox
import Primitives
import Sending
import Simulation
import Testing

/// Operations, called without a page or a command.
@Suite("Operations as values", .timeLimit(.minutes(20)))
struct OperationTests {
  /// A lecture for 10 KLAY, and a planner of its student.
  private func fixture(
    _ change: (inout SendingSettings) -> Void = { _ in }
  ) async throws -> (ContractFixture, Planner) {
    let fixture = try await ContractFixture.open()
    try await fixture.create()
    var settings = SendingSettings()
    change(&settings)
    return (fixture, Planner(of: fixture.student.address, over: fixture.client.connection, settings))
  }

  private func ready<Outcome>(_ planned: Planned<Outcome>) throws -> Plan<Outcome> {
    guard case .ready(let plan) = planned else { throw SendingError(.refused, "It is not ready: \(planned).") }
    return plan
  }

  @Test("a purchase is planned, shown and carried out; carried out twice, it is paid once, and then it is done")
  func purchase() async throws {
    let (fixture, planner) = try await fixture()
    let plan = try ready(try await planner.purchase(0, of: fixture.client))
    let review = plan.review
    #expect(review.value == .klay(10) && review.account == fixture.student.address && review.warnings.isEmpty)
    #expect(review.maximumCost == (try Amount.klay(10).adding(review.gas.own)) && review.gas.other == nil)
    let (agreement, signers) = (Agreement(toAllOf: review), Signers(Keyring(fixture.student)))
    let bought = try await plan.carryOut(agreement, by: signers)
    let again = try await plan.carryOut(agreement, by: signers)
    #expect(bought.receipt.earlier == nil && again.receipt.earlier != nil)
    #expect(bought.receipt.hash == again.receipt.hash)
    guard case .done(let done) = try await planner.purchase(0, of: fixture.client) else {
      Issue.record("it was planned anew")
      return
    }
    #expect(done.receipt.hash == bought.receipt.hash && done.lecture == 0)
    #expect(
      try await fixture.balance(fixture.student)
        == .klay(1000).subtracting(.klay(10)).subtracting(#require(bought.receipt.fee)))
  }

  @Test("a warning that nobody accepts keeps a plan from being carried out; where nobody is asked, from being made")
  func warning() async throws {
    let limits = SpendingLimits(perCommand: .klay(1))
    let (fixture, planner) = try await fixture { $0.options.intent.limits = limits }
    let plan = try ready(try await planner.purchase(0, of: fixture.client))
    #expect(plan.review.warnings.map(\.kind) == [.overLimit])
    let signers = Signers(Keyring(fixture.student))
    for agreement in [Agreement(), Agreement(accepting: [.sentBefore, .unknownHistory])] {
      let refusal = try await fixture.chain.refusal(spending: fixture.student) {
        _ = try await plan.carryOut(agreement, by: signers)
      }
      #expect(refusal.outboxCode == .limitExceeded)
    }
    var settings = SendingSettings()
    settings.options.intent.limits = limits
    settings.consent = .beforehand([])
    let alone = Planner(of: fixture.student.address, over: fixture.client.connection, settings)
    let refusal = try await fixture.chain.refusal(spending: fixture.student) {
      _ = try await alone.purchase(0, of: fixture.client)
    }
    #expect(refusal.outboxCode == .limitExceeded)
    let bought = try await plan.carryOut(Agreement(accepting: [.overLimit]), by: signers)
    #expect(bought.receipt.value == .klay(10))
  }

  @Test("what changed between the review and the signature is refused, and nothing is signed")
  func changed() async throws {
    let (fixture, planner) = try await fixture()
    let plan = try ready(try await planner.purchase(0, of: fixture.client))
    try await fixture.settle(0)
    let refusal = try await fixture.chain.refusal(spending: fixture.student) {
      _ = try await plan.carryOut(Agreement(toAllOf: plan.review), by: Signers(Keyring(fixture.student)))
    }
    #expect(refusal.lectureCode == .closed)
  }

  @Test("a dry run is an outcome: nothing is signed, sent or written down")
  func dryRun() async throws {
    let (fixture, planner) = try await fixture { $0.isDryRun = true }
    guard case .simulated(let trial, _, let warnings) = try await planner.purchase(0, of: fixture.client) else {
      Issue.record("it was not simulated")
      return
    }
    #expect(trial.outcome.isSuccess && warnings.isEmpty && trial.fee > .zero)
    let own = IntentFilter(account: fixture.student.address)
    #expect(try await fixture.client.connection.sender.outbox.intents(own).isEmpty)
    #expect(try await fixture.client.isStudent(fixture.student.address, of: 0) == false)
  }
}
