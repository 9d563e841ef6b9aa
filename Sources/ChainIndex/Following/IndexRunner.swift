import NodeRPC
import Primitives

/// The course of an index that is kept up to date: waits for the lease, reads what is missing, follows the chain, and
/// tells its consumers.
package struct IndexRunner<Node: IndexNode, Projection: IndexProjection>: Sendable {
  /// The choices of a run.
  package struct Options: Sendable {
    /// The words by which other processes know the holder of the lease.
    package var holder: String
    /// The block to begin a new index with; nil searches for the contract's deployment.
    package var firstBlock: UInt64?
    /// Whether an index that begins with another block is refused.
    package var isFirstBlockRequired = false
    /// Whether to end when there is nothing more to read.
    package var isOnce = false
    /// The pause before the node is asked for newer blocks; nil for the node's own.
    package var poll: Duration?
    /// The pause before it is looked what consumers can be notified of, beside the look after each change of this run.
    package var look: Duration = .milliseconds(200)
    /// The pause before a lease is prolonged, and before it is asked for.
    package var heartbeat: Duration = .seconds(5)
    /// Gets what happens.
    package var onEvent: @Sendable (Event) -> Void = { _ in }

    package init(holder: String) { self.holder = holder }
  }

  /// Something that happened.
  package enum Event: Sendable {
    /// Another process writes; this one takes over when that ends. Told at each look.
    case standby(String)
    /// This process writes from now on.
    case leading
    /// A step was done.
    case step(FollowerStep)
    /// A step failed, and is tried again.
    case failed(any Error)
    /// The lease was lost.
    case lost
    /// The server of the index is away, and is waited for; told once until it is back.
    case storeAway(any Error)
    /// The store is back.
    case storeBack
  }

  private let node: Node
  private let projection: Projection
  private let store: IndexStore
  private let options: Options

  /// A run; nothing is done yet.
  package init(_ node: Node, _ projection: Projection, _ store: IndexStore, _ options: Options) {
    (self.node, self.projection, self.store, self.options) = (node, projection, store, options)
  }

  /// The longest pause after failures whose step costs something: ranges are read anew.
  private static var longestPause: Duration { .seconds(30) }
  /// The longest pause before a node that did not answer is asked again.
  private static var longestAbsence: Duration { .seconds(5) }
  /// The number of times that a run which ends by itself tries again where a chain changed.
  private static var mostMoves: Int { 5 }

  /// Keeps the index up to date until the task is cancelled, or until there is nothing more to read. A server of the
  /// index that is away is waited for.
  ///
  /// - Throws: `leaseHeld` where it should end by itself and another process writes; `anotherContract`,
  ///   `begunElsewhere`, `reorganisedTooDeep`, `storeFailed`; where it should end by itself any error of a step.
  package func run() async throws {
    var (isBound, isAway) = (false, false)
    var former: WriterLease?
    while !Task.isCancelled {
      do {
        if !isBound { try await bind() }
        isBound = true
        let lease = try await taken(former)
        if isAway { options.onEvent(.storeBack) }
        isAway = false
        former = lease
        if let lease {
          if try await runAsWriter(lease) { return }
          former = nil
        } else {
          try await standBy()
        }
      } catch let error as ChainIndexError where error.isOfServerAway && !options.isOnce {
        if !isAway { options.onEvent(.storeAway(error)) }
        isAway = true
        try? await Task.sleep(for: min(options.heartbeat, .seconds(1)))
      }
    }
  }

  /// Waits a little for the process that writes.
  private func standBy() async throws {
    let holder = try await store.leaseHolder()
    if options.isOnce, let holder {
      throw ChainIndexError(
        .leaseHeld, "Another process writes the index.", reason: "It is \(holder.name).",
        facts: .holder(holder.name))
    }
    options.onEvent(.standby(holder?.name ?? ""))
    try? await Task.sleep(for: min(options.heartbeat, .seconds(1)))
  }

  /// Writes under the lease, and gives it back.
  ///
  /// - Returns: false if it was lost.
  private func runAsWriter(_ lease: WriterLease) async throws -> Bool {
    options.onEvent(.leading)
    do {
      try await write(under: lease)
      try await release(lease)
      return true
    } catch let error as ChainIndexError where error.code == .leaseLost && !options.isOnce {
      options.onEvent(.lost)
      return false
    } catch {
      // From a server that is away it cannot be taken back: there it ends by itself.
      if (error as? ChainIndexError)?.isOfServerAway != true { try? await release(lease) }
      throw error
    }
  }

  /// The lease; nil while another process has it, or keeps the file for long.
  ///
  /// - Parameter former: The one that this process had before the server was away: nobody else may have taken it since.
  private func taken(_ former: WriterLease?) async throws -> WriterLease? {
    do {
      if let former {
        do {
          try await store.keepLease(former)
          return former
        } catch let error as ChainIndexError where error.code == .leaseLost {}
      }
      return try await store.takeLease(options.holder)
    } catch let error as ChainIndexError where error.isBusy && !options.isOnce {
      return nil
    }
  }

  /// Gives the lease back, even if the task is cancelled.
  private func release(_ lease: WriterLease) async throws { try await store.releaseLease(lease) }

  private func bind() async throws {
    let chainID = try await node.chainID()
    guard let genesis = try await node.known([.number(0)]).first ?? nil else {
      throw ChainIndexError.badAnswer("The node does not know the first block of its chain.")
    }
    try await store.bind(
      to: IndexIdentity(chainID: chainID, genesis: genesis.hash, sources: projection.sources))
    if options.isFirstBlockRequired, let first = options.firstBlock, let begun = try await store.firstBlock(),
      begun != first
    {
      throw ChainIndexError(
        .begunElsewhere, "The index begins with block \(begun) already.",
        reason: "It cannot begin with block \(first) as well.", facts: .block(begun))
    }
  }

  /// Writes, and prolongs the lease meanwhile.
  private func write(under lease: WriterLease) async throws {
    if let first = options.firstBlock, try await store.firstBlock() == nil {
      try await store.setFirstBlock(first, under: lease)
    }
    let (written, writes) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        while !Task.isCancelled {
          try? await Task.sleep(for: options.heartbeat)
          if !Task.isCancelled {
            // A file that is busy for long is no loss of the lease; the next change shows whether it is.
            do { try await store.keepLease(lease) } catch let error as ChainIndexError where error.isBusy {}
          }
        }
        return false
      }
      group.addTask {
        try await follow(lease, writes)
        if options.isOnce { try await HookSender(store, under: lease).deliverDue() }
        return true
      }
      if !options.isOnce {
        group.addTask {
          try await HookSender(store, under: lease, pause: options.look).run(after: written)
          return false
        }
      }
      // The following ends first, but where the lease is lost.
      while let isDone = try await group.next(), !isDone {}
      group.cancelAll()
    }
  }

  /// Follows the chain, and tells of each change.
  private func follow(_ lease: WriterLease, _ writes: AsyncStream<Void>.Continuation) async throws {
    let follower = ChainFollower(node, projection, store)
    do {
      try await follow(lease, writes, with: follower)
      await follower.cancelPrefetch()
    } catch {
      await follower.cancelPrefetch()
      throw error
    }
  }

  private func follow(
    _ lease: WriterLease, _ writes: AsyncStream<Void>.Continuation, with follower: ChainFollower<Node, Projection>
  ) async throws {
    var failures = 0
    while !Task.isCancelled {
      do {
        let step = try await follower.step(under: lease)
        // A node that is behind is seen by a step that did nothing.
        if case .behind = step {} else { failures = 0 }
        options.onEvent(.step(step))
        switch step {
        case .advanced, .undone:
          writes.yield()
          continue
        case .upToDate: if options.isOnce { return }
        case .behind(let height):
          if options.isOnce {
            throw ChainIndexError.chainMoved("The node's newest block, \(height), is before that of the index.")
          }
        }
        try? await Task.sleep(for: options.poll ?? node.headPause)
      } catch {
        if Task.isCancelled, error is NodeError || error is CancellationError { return }
        failures += 1
        guard mayGoOn(after: error, failures) else { throw error }
        options.onEvent(.failed(error))
        let isAbsent = [.unreachable, .timeout].contains((error as? NodeError)?.code)
        let longest = isAbsent ? Self.longestAbsence : Self.longestPause
        let first = options.poll ?? .seconds(1)
        try? await Task.sleep(for: min(first * (1 << min(failures, 6)), longest))
      }
    }
  }

  /// Whether a step is worth trying again: not where the file, the lease or the chain itself is in the way.
  private func mayGoOn(after error: any Error, _ failures: Int) -> Bool {
    let code = (error as? ChainIndexError)?.code
    if (error as? ChainIndexError)?.isBusy ?? false { return failures < Self.mostMoves || !options.isOnce }
    if options.isOnce { return code == .chainMoved && failures < Self.mostMoves }
    return switch code {
    case .reorganisedTooDeep, .storeFailed, .leaseLost, .anotherContract, .noContract, .firstBlockUnknown,
      .notIndexable, .noEvents, .otherEvents:
      false
    default: true
    }
  }
}
