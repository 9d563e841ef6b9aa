import OrderBook

/// Lets the book of a relay go on: along the chain, or along what the keeper of a shared book commits.
struct BookFollower: Sendable {
  private let service: RelayService
  private let options: RelayServer.Options

  /// The follower of a shared book for a relay.
  init(_ service: RelayService, _ options: RelayServer.Options) { (self.service, self.options) = (service, options) }

  /// Goes on until the task is cancelled.
  func follow() async {
    var last: OrderBookError?
    var wasReady = false
    var kept = !service.book.isShared
    while !Task.isCancelled {
      do throws(OrderBookError) {
        try await step(&kept)
        let status = await service.book.status
        if status.isReady, !wasReady || last != nil, let head = status.head { options.onEvent(.ready(block: head)) }
        (wasReady, last) = (status.isReady, nil)
      } catch {
        if last != error, !Task.isCancelled { tell(error) }
        last = error
      }
      try? await Task.sleep(for: kept || last != nil ? options.pollInterval : options.sharingInterval)
    }
  }

  /// Answers what other instances were posted until the task is cancelled.
  func answer() async {
    while !Task.isCancelled {
      // A failure is reported by the follower.
      let count = (try? await service.answerPosts()) ?? 0
      if count == 0 { try? await Task.sleep(for: options.sharingInterval) }
    }
  }

  /// Goes on once; whoever becomes the keeper lets its rules count.
  ///
  /// - Parameter kept: Whether this instance kept the book before, and after.
  func step(_ kept: inout Bool) async throws(OrderBookError) {
    guard service.book.isShared else {
      try await service.book.advance()
      return
    }
    let before = kept
    do throws(OrderBookError) {
      try await service.book.advance()
      let keeps = await service.book.keeps
      if keeps, !before { try await service.applyRules() }
      kept = keeps
    } catch {
      kept = if before { await service.book.keeps } else { false }
      if kept != before { options.onEvent(.keeps(kept)) }
      throw error
    }
    if kept != before { options.onEvent(.keeps(kept)) }
  }

  private func tell(_ error: OrderBookError) {
    switch error.code {
    case .storeFailed: options.onEvent(.bookFailed(error))
    case .notKeeper: break
    default: options.onEvent(.nodeFailed(error))
    }
  }
}
