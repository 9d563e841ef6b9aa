import Operations
import Primitives

/// The queues of a platform: each action is proposed once the one before it is proven.
struct WalletQueues: Sendable {
  let visit: Visit
  private let proposals: WalletProposals
  private var store: PlatformStore { proposals.store }

  /// - Throws: ``WebRefusal/notHere`` on the pages of one person.
  init(_ visit: Visit) throws(WebRefusal) { (self.visit, proposals) = (visit, try WalletProposals(visit)) }

  /// Keeps the actions of a wish as a queue, and proposes the first.
  ///
  /// - Returns: The page to go to: the first review, or that of the queue where nothing is left to do.
  /// - Throws: as ``WalletProposals/offer(_:to:)``; then nothing is kept.
  func begin(_ actions: [WalletAction], of requested: RequestedAction) async throws -> Link {
    let queue = WalletQueue(
      actions, of: requested.account.address, back: requested.back, next: requested.next,
      made: visit.site.options.clock())
    try await store.add(queue)
    return try await goOn(queue)
  }

  /// A queue of the signed-in account, by its name.
  ///
  /// - Throws: ``WebRefusal/notSignedIn``, ``WebRefusal/noProposal``.
  func queue(_ id: String) async throws -> WalletQueue {
    guard let visitor = visit.session.visitor else { throw WebRefusal.notSignedIn }
    guard let queue = try await store.queue(id, of: visitor) else { throw WebRefusal.noProposal }
    return queue
  }

  /// The parts of a queue as the chain has them now.
  func progress(of queue: WalletQueue) async throws -> QueueProgress {
    var parts = try await store.parts(of: queue)
    // Of those that are done nothing changes any more, and after the first that is not there is none.
    if let next = QueueProgress(queue: queue, parts: parts).next, let part = parts[next] {
      parts[next] = try await proposals.settled(try await proposals.found(part)).proposal
    }
    return QueueProgress(queue: queue, parts: parts)
  }

  /// The page to go on at: the review of the first part that is not done, which is proposed now if it was not, or whose
  /// review is over. Where one failed, and where all are done, that is the queue's own.
  ///
  /// - Throws: as ``WalletProposals/offer(_:to:)``.
  func goOn(_ queue: WalletQueue) async throws -> Link {
    while true {
      let progress = try await progress(of: queue)
      guard let index = progress.next, !progress.isStopped else { return queue.link }
      if let part = progress.parts[index], part.state == .sent || !isOver(part) { return part.link }
      let (action, place) = (queue.actions[index], QueuePlace(queue: queue.id, index: index))
      do {
        return try await proposals.make(action, of: queue.account, back: queue.link, next: queue.link, at: place).link
      } catch let error where WalletProposals.isDone(action, error) {
        try await proposals.noteDone(action, of: queue, at: place)
      }
    }
  }

  private func isOver(_ proposal: WalletProposal) -> Bool {
    proposal.made + PlatformStore.proposalLifetime <= visit.site.options.clock()
  }
}
