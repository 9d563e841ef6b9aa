import Keys
import LectureKit
import Operations
import Outbox
import Sending

/// A requested action of any kind: a page gives its planning, and the page that its end leads to.
struct RequestedAction: Sendable {
  /// The plan of a wish, without the type of its outcome.
  struct Prepared: Sendable {
    let consent: Consent
    /// Signs, sends and waits for it.
    let carryOut: @Sendable (Signers) async throws -> Void
  }

  /// The result of planning.
  enum Planned: Sendable {
    case ready(Prepared)
    /// An earlier run did it: nothing is left to do.
    case done
    /// The transaction is on its way, by this number in the outbox.
    case underWay(Int64)
    /// The transaction may have been sent; another would perhaps be a second payment.
    case unproven(any Error)
  }

  /// The account that acts.
  let account: ActingAccount
  /// Tells the actions that it is for wallets elsewhere, which are asked for one after the other; nil for a wish that
  /// they are not asked for.
  private(set) var forWallets: (@Sendable (Visit) async throws -> [WalletAction])?
  /// The page to go back to without doing it.
  let back: Link
  /// The page that shows what became of it.
  let next: Link
  /// Plans it; `again` agrees to a second payment.
  let plan: @Sendable (_ again: Bool, _ visit: Visit) async throws -> Planned

  /// A wish of an account for an action at the lecture contract.
  init(_ action: WantedAction, by account: ActingAccount, back: Link, next: Link) {
    self.init(by: account, back: back, next: next) { planner, visit in
      let (client, _) = try await visit.lectureClient()
      return try await planner.plan(action, of: client)
    }
    forWallets = { _ in [.lecture(action)] }
  }

  /// This wish with the actions that it is for wallets elsewhere.
  func asking(_ actions: @escaping @Sendable (Visit) async throws -> [WalletAction]) -> RequestedAction {
    var requested = self
    requested.forWallets = actions
    return requested
  }

  /// A wish of an account whose wallet elsewhere is asked, and nobody here.
  init(_ action: WalletAction, by account: ActingAccount, back: Link, next: Link) {
    (self.account, self.back, self.next) = (account, back, next)
    plan = { _, _ in throw WebRefusal.notHere }
    forWallets = { _ in [action] }
  }

  /// A wish of an account for one transaction.
  ///
  /// - Parameter require: Makes sure that an outcome is all that was wished for.
  init<Outcome: Sendable>(
    by account: ActingAccount, back: Link, next: Link,
    requiring require: @escaping @Sendable (Outcome) throws -> Void = { _ in },
    plan: @escaping @Sendable (Planner, Visit) async throws -> Operations.Planned<Outcome>
  ) {
    self.init(by: account, back: back, next: next, requiring: require) { [try await plan($0, $1)] }
  }

  /// A wish of an account for several transactions, which are sent one after the other until one fails.
  ///
  /// - Parameter require: Makes sure that an outcome is all that was wished for.
  init<Outcome: Sendable>(
    by account: ActingAccount, back: Link, next: Link,
    requiring require: @escaping @Sendable (Outcome) throws -> Void = { _ in },
    planningAll plans: @escaping @Sendable (Planner, Visit) async throws -> [Operations.Planned<Outcome>]
  ) {
    (self.account, self.back, self.next) = (account, back, next)
    plan = { again, visit in
      let place = try await visit.connection()
      var settings = try visit.site.sendingSettings(of: visit.session)
      settings.options.intent.again = again
      // A page waits for no block.
      settings.options.tracking.followsEarlier = false
      let planner = Planner(
        of: account.address, over: place.connection, settings, receivers: visit.site.receiverCheck)
      var ready: [Plan<Outcome>] = []
      let all: [Operations.Planned<Outcome>]
      do { all = try await plans(planner, visit) } catch let error as SendingError {
        guard let number = error.intentOnItsWay else { throw error }
        return .underWay(number)
      }
      for planned in all {
        switch planned {
        case .ready(let plan): ready.append(plan)
        case .unproven(let error): return .unproven(error)
        case .done(let outcome): try require(outcome)
        // Pages plan no dry run: each review is one.
        case .simulated: break
        }
      }
      guard !ready.isEmpty else { return .done }
      if try !visit.site.settings(of: visit.session).spending.webMayExceedLimits(),
        let excess = ready.flatMap(\.review.warnings).first(where: { $0.limit != nil })
      {
        throw excess.refusal
      }
      return .ready(
        Prepared(consent: .transactions(ready.map(\.review))) { [ready] signers in
          for plan in ready {
            let outcome = try await plan.carryOut(Agreement(toAllOf: plan.review), by: signers)
            Proposal.current?.advance(with: outcome)
          }
        })
    }
  }

  /// A wish of an account for a limit order, which is signed and posted: nothing is sent to the chain.
  init(
    by account: ActingAccount, back: Link, next: Link,
    planningOrder order: @escaping @Sendable (Visit) async throws -> LimitOrderPlan,
    place: @escaping @Sendable (LimitOrderPlan, Signers) async throws -> Void
  ) {
    (self.account, self.back, self.next) = (account, back, next)
    plan = { _, visit in
      let planned = try await order(visit)
      return .ready(Prepared(consent: .order(planned)) { try await place(planned, $0) })
    }
  }

  /// A wish of a teacher for a description, which is signed and published: nothing is sent to the chain.
  init(
    by account: ActingAccount, back: Link, next: Link, describing wanted: WantedDescription,
    publish: @escaping @Sendable (Signers) async throws -> Void
  ) {
    (self.account, self.back, self.next) = (account, back, next)
    plan = { _, visit in
      _ = try await wanted.lecture(taughtBy: account.address, at: try await visit.lectureClient().0)
      return .ready(Prepared(consent: .description(wanted), carryOut: publish))
    }
    forWallets = { _ in [.description(wanted)] }
  }
}

extension SendingError {
  /// The number of what does the same at this moment; nil for another error.
  fileprivate var intentOnItsWay: Int64? {
    guard code == .underWay else { return nil }
    return switch facts {
    case .intent(let number), .takenElsewhere(let number), .waitingElsewhere(let number): number
    default: nil
    }
  }
}
