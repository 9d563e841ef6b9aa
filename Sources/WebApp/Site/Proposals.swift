import Locking
import Operations
import Outbox
import Primitives

/// The proposals of a server. They are in memory alone: what was reserved is in the outbox.
final class Proposals: Sendable {
  /// For so many seconds a proposal can be confirmed.
  static let lifetime: Int64 = 600
  /// For so many seconds more its end can be looked at.
  private static let memory: Int64 = 24 * 3600
  private static let most = 1000

  private let all = Guarded<[String: Proposal]>([:])
  private let clock: @Sendable () -> Int64

  init(clock: @escaping @Sendable () -> Int64) { self.clock = clock }

  /// Takes a planned wish in.
  func add(
    _ requested: RequestedAction, _ prepared: RequestedAction.Prepared, of session: WebSession, on network: Network,
    isAgain: Bool
  )
    -> Proposal
  {
    let proposal = Proposal(
      requested, prepared, of: session, on: network, isAgain: isAgain, end: clock() + Self.lifetime)
    all.withLock { all in
      all = all.filter { $0.value.end + Self.memory > clock() }
      // Proposals that nobody confirmed go first.
      while all.count >= Self.most {
        let oldest = all.values.min { left, right in
          (left.isWaiting ? 0 : 1, left.end) < (right.isWaiting ? 0 : 1, right.end)
        }
        guard let oldest else { break }
        all[oldest.id] = nil
      }
      all[proposal.id] = proposal
    }
    return proposal
  }

  /// A proposal of a session.
  ///
  /// - Throws: ``WebRefusal/noProposal``.
  func proposal(_ id: String, of session: WebSession) throws(WebRefusal) -> Proposal {
    guard let proposal = all.withLock({ $0[id] }), proposal.session == ObjectIdentifier(session) else {
      throw .noProposal
    }
    if proposal.isWaiting, proposal.end <= clock() { throw .noProposal }
    return proposal
  }
}

extension Proposal {
  fileprivate var isWaiting: Bool { if case .waiting = state { true } else { false } }
}

/// Tells the pages what the outbox does, and a proposal which transaction is its own.
struct ProposalObserver: OutboxObserver {
  let events: EventHub

  func outbox(_ event: OutboxEvent) {
    switch event {
    case .signed(let hash, _, _):
      Proposal.current?.signed(hash)
      events.tell("tx", hash.hex)
    case .handedOver(_, let hash, _): Proposal.current?.signed(hash)
    case .broadcast(let hash), .refused(let hash), .declined(let hash), .settled(let hash, _, _),
      .superseded(let hash, _):
      events.tell("tx", hash.hex)
    case .rebroadcast, .waits, .waitsNoMore: break
    }
  }
}
