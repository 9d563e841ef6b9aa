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
  private func stage(
    _ change: (inout SendingSettings) -> Void = { _ in }
  ) async throws -> (ContractFixture, Planner) {
    let stage = try await ContractFixture.open()
    try await stage.create()
    var settings = SendingSettings()
    change(&settings)
    return (stage, Planner(of: stage.student.address, over: stage.client.connection, settings))
  }

  private func ready<Outcome>(_ planned: Planned<Outcome>) throws -> Plan<Outcome> {
    guard case .ready(let plan) = planned else { throw SendingError(.refused, "It is not ready: \(planned).") }
    return plan
  }

  @Test("a purchase is planned, shown and carried out; carried out twice, it is paid once, and then it is done")
  func purchase() async throws {
    let (stage, planner) = try await stage()
    let plan = try ready(try await planner.purchase(0, of: stage.client))
    let review = plan.review
    #expect(review.value == .klay(10) && review.account == stage.student.address && review.warnings.isEmpty)
    #expect(review.maximumCost == (try Amount.klay(10).adding(review.gas.own)) && review.gas.other == nil)
    let (agreement, signers) = (Agreement(toAllOf: review), Signers(Keyring(stage.student)))
    let bought = try await plan.carryOut(agreement, by: signers)
    let again = try await plan.carryOut(agreement, by: signers)
    #expect(bought.receipt.earlier == nil && again.receipt.earlier != nil)
    #expect(bought.receipt.hash == again.receipt.hash)
    guard case .done(let done) = try await planner.purchase(0, of: stage.client) else {
      Issue.record("it was planned anew")
      return
    }
    #expect(done.receipt.hash == bought.receipt.hash && done.lecture == 0)
    #expect(
      try await stage.balance(stage.student)
        == .klay(1000).subtracting(.klay(10)).subtracting(#require(bought.receipt.fee)))
  }

  @Test("a warning that nobody accepts keeps a plan from being carried out; where nobody is asked, from being made")
  func warning() async throws {
    let limits = SpendingLimits(perCommand: .klay(1))
    let (stage, planner) = try await stage { $0.options.intent.limits = limits }
    let plan = try ready(try await planner.purchase(0, of: stage.client))
    #expect(plan.review.warnings.map(\.kind) == [.overLimit])
    let signers = Signers(Keyring(stage.student))
    for agreement in [Agreement(), Agreement(accepting: [.sentBefore, .unknownHistory])] {
      let refusal = try await stage.chain.refusal(spending: stage.student) {
        _ = try await plan.carryOut(agreement, by: signers)
      }
      #expect(refusal.outboxCode == .limitExceeded)
    }
    var settings = SendingSettings()
    settings.options.intent.limits = limits
    settings.consent = .beforehand([])
    let alone = Planner(of: stage.student.address, over: stage.client.connection, settings)
    let refusal = try await stage.chain.refusal(spending: stage.student) {
      _ = try await alone.purchase(0, of: stage.client)
    }
    #expect(refusal.outboxCode == .limitExceeded)
    let bought = try await plan.carryOut(Agreement(accepting: [.overLimit]), by: signers)
    #expect(bought.receipt.value == .klay(10))
  }

  @Test("what changed between the review and the signature is refused, and nothing is signed")
  func changed() async throws {
    let (stage, planner) = try await stage()
    let plan = try ready(try await planner.purchase(0, of: stage.client))
    try await stage.settle(0)
    let refusal = try await stage.chain.refusal(spending: stage.student) {
      _ = try await plan.carryOut(Agreement(toAllOf: plan.review), by: Signers(Keyring(stage.student)))
    }
    #expect(refusal.lectureCode == .closed)
  }

  @Test("a dry run is an outcome: nothing is signed, sent or written down")
  func dryRun() async throws {
    let (stage, planner) = try await stage { $0.isDryRun = true }
    guard case .simulated(let trial, _, let warnings) = try await planner.purchase(0, of: stage.client) else {
      Issue.record("it was not simulated")
      return
    }
    #expect(trial.outcome.isSuccess && warnings.isEmpty && trial.fee > .zero)
    let own = IntentFilter(account: stage.student.address)
    #expect(try await stage.client.connection.sender.outbox.intents(own).isEmpty)
    #expect(try await stage.client.isStudent(stage.student.address, of: 0) == false)
  }
}
