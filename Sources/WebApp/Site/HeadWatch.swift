import Locking
import NodeRPC
import Operations

/// The watch over the newest blocks of the networks that open pages are about: each is asked while somebody listens,
/// and by one reader alone, however many pages there are.
final class HeadWatch: Sendable {
  /// The time between two looks at a node that answers.
  static let interval = Duration.seconds(1)
  /// The longest time between two looks at one that does not.
  private static let longest = 60

  private let events: EventHub
  private let sleep: @Sendable (Duration) async throws -> Void
  private let watches = Guarded<[String: Task<Void, Never>]>([:])

  /// A watch that publishes its blocks as these events; no node is asked yet.
  init(
    _ events: EventHub, sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    (self.events, self.sleep) = (events, sleep)
  }

  /// Watches the networks of all present listeners, each until it has none.
  ///
  /// - Parameter head: Gives the number of the newest block of a network.
  func look(_ head: @escaping @Sendable (_ network: String) async throws -> UInt64) {
    for network in events.networks {
      watches.withLock { watches in
        guard watches[network] == nil else { return }
        watches[network] = Task { await self.watch(network, head) }
      }
    }
  }

  /// Whether a network is watched.
  func isAt(_ network: String) -> Bool { watches.withLock { $0[network] != nil } }

  /// Ends all of it.
  func close() {
    let watches = watches.withLock { watches in
      defer { watches = [:] }
      return watches
    }
    for watch in watches.values { watch.cancel() }
  }

  private func watch(_ network: String, _ head: @escaping @Sendable (String) async throws -> UInt64) async {
    var (newest, failures): (UInt64?, Int) = (nil, 0)
    while !Task.isCancelled, goesOn(network) {
      do {
        let number = try await PageTimeout.node { try await head(network) }
        failures = 0
        if number != newest {
          newest = number
          events.tell("block", "\(number)", on: network)
          if events.isAwaited("gas", on: network) { events.tell("gas", "\(number)", on: network) }
        }
      } catch {
        failures += 1
      }
      // After failures less and less often.
      try? await sleep(failures > 1 ? .seconds(min(Self.longest, 1 << min(failures, 6))) : Self.interval)
    }
  }

  /// Whether there is a listener; if not, the next one begins a new watch.
  private func goesOn(_ network: String) -> Bool {
    watches.withLock { watches in
      if events.networks.contains(network) { return true }
      watches[network] = nil
      return false
    }
  }
}

extension Visit {
  /// Begins to watch the networks of the pages that listen, where nobody does yet.
  func watchHeads() {
    site.heads.look { [site] network in
      // A session of nobody, which is about this network.
      let session = WebSession(clock: site.options.clock)
      session.choices.withLock { $0.network = network }
      return try await site.connection(for: session).node.blockNumber()
    }
  }
}
