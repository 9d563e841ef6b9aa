import Keys
import LectureKit
import Operations
import Outbox
import Sending

/// An action that somebody wants to do, of whatever kind: a page says how it is planned, and where its end leads.
struct Wish: Sendable {
  /// The plan of a wish, without the type of its outcome.
  struct Prepared: Sendable {
    let review: Review
    /// Signs, sends and waits for it.
    let carryOut: @Sendable (Agreement, Signers, @escaping OperationListener) async throws -> Void
  }

  /// What planning comes to.
  enum Planned: Sendable {
    case ready(Prepared)
    /// An earlier run did it: nothing is left to do.
    case done
    /// It may have been sent; another would perhaps be a second payment.
    case unproven(any Error)
  }

  /// The account that acts.
  let account: ActingAccount
  /// The page to go back to, for who changes their mind.
  let back: Link
  /// The page that shows what became of it.
  let next: Link
  /// Plans it; `again` says yes to a second payment.
  let plan: @Sendable (_ again: Bool, _ visit: Visit) async throws -> Planned

  /// A wish of an account.
  init<Outcome: Sendable>(
    by account: ActingAccount, back: Link, next: Link,
    plan: @escaping @Sendable (Planner, Visit) async throws -> Operations.Planned<Outcome>
  ) {
    (self.account, self.back, self.next) = (account, back, next)
    self.plan = { again, visit in
      let place = try await visit.connection()
      var settings = try visit.site.sendingSettings(of: visit.session)
      settings.options.intent.again = again
      let planner = Planner(
        of: account.address, over: place.connection, settings, receivers: visit.site.receiverCheck)
      switch try await plan(planner, visit) {
      case .ready(let plan):
        return .ready(
          Prepared(review: plan.review) { _ = try await plan.carryOut($0, by: $1, telling: $2) })
      case .done: return .done
      case .unproven(let error): return .unproven(error)
      // Pages plan no dry run: each review is one.
      case .simulated: return .done
      }
    }
  }
}
