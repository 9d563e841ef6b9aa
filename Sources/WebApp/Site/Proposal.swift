import Exchange
import LectureKit
import Locking
import Operations
import Primitives
import Tokens

/// A wish that was planned and shown: it is carried out once, however often its button is pressed.
final class Proposal: Sendable {
  /// The progress of a proposal.
  enum State: Sendable {
    /// The proposal is shown, and nothing was signed.
    case waiting
    /// The proposal is signed, sent and waited for.
    case underWay
    /// The proposal ended well.
    case done
    /// The proposal ended with an error.
    case failed(any Error)
  }

  /// A plan as it is shown, with the number of the showing: a button agrees to what stands above it, and to nothing
  /// that was shown since.
  struct Shown: Sendable {
    let prepared: RequestedAction.Prepared
    let number: Int
  }

  private struct Progress: Sendable {
    var state = State.waiting
    var shown: Shown
    var hash: Hash32?
    var outcomes: [any Sendable] = []
  }

  let id: String
  let requested: RequestedAction
  let session: ObjectIdentifier
  let network: Network
  /// Whether a second payment was agreed to when it was planned.
  let isAgain: Bool
  /// After this time it cannot be confirmed, in seconds since 1970.
  let end: Int64
  private let progress: Guarded<Progress>

  init(
    _ requested: RequestedAction, _ prepared: RequestedAction.Prepared, of session: WebSession, on network: Network,
    isAgain: Bool, end: Int64
  ) {
    id = RandomToken.text()
    (self.requested, self.network, self.isAgain, self.end) = (requested, network, isAgain, end)
    self.session = ObjectIdentifier(session)
    progress = Guarded(Progress(shown: Shown(prepared: prepared, number: 0)))
  }

  /// The proposal whose work this task is.
  @TaskLocal static var current: Proposal?

  var state: State { progress.withLock { $0.state } }
  var shown: Shown { progress.withLock { $0.shown } }
  var prepared: RequestedAction.Prepared { shown.prepared }
  /// The transaction that was signed last; nil before.
  var hash: Hash32? { progress.withLock { $0.hash } }
  /// The number of its transactions that are through.
  var steps: Int { progress.withLock { $0.outcomes.count } }
  /// The trade that it was, as it went and as it was agreed to; nil for anything else, and before it is through.
  var trade: (run: DealRun, deal: ReviewedDeal)? {
    guard let run = progress.withLock({ $0.outcomes.first }) as? DealRun,
      case .transactions(let reviews) = prepared.consent, case .deal(let deal)? = reviews.first?.action
    else { return nil }
    return (run, deal)
  }
  /// The payments of the settlements that are through; none of a contract that tells none.
  var settlements: [Settlement] {
    progress.withLock { $0.outcomes.compactMap { ($0 as? LectureSettlement)?.payments } }
  }
  /// The number of the lecture that it opened; nil of anything else, and of a contract that does not tell it.
  var openedLecture: UInt256? {
    progress.withLock { ($0.outcomes.first as? LectureOpening)?.lecture }
  }
  var link: Link { Link("proposals", id) }

  /// Shows another review in place of the first: the chain has changed since.
  func show(_ prepared: RequestedAction.Prepared) {
    progress.withLock { $0.shown = Shown(prepared: prepared, number: $0.shown.number + 1) }
  }

  /// Notes a signed transaction.
  func signed(_ hash: Hash32) { progress.withLock { $0.hash = hash } }

  /// Notes that one more of its transactions is through, and its outcome.
  func advance(with outcome: any Sendable) { progress.withLock { $0.outcomes.append(outcome) } }

  /// Begins to carry out what was shown by this number; false if somebody began before, or something else is shown now.
  func begin(_ number: Int) -> Bool {
    progress.withLock { progress in
      guard case .waiting = progress.state, progress.shown.number == number else { return false }
      progress.state = .underWay
      return true
    }
  }

  /// Notes its end.
  func end(_ result: Result<Void, any Error>) {
    progress.withLock { progress in
      switch result {
      case .success: progress.state = .done
      case .failure(let error): progress.state = .failed(error)
      }
    }
  }
}
