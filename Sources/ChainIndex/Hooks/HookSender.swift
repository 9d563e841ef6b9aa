import Alerts
import Database
import NodeRPC
import Primitives

/// The process that tells the consumers of an index: each in its order, all at once, so that one that is away keeps
/// nobody waiting.
///
/// It works under the writer's lease, so that there is one sender at a time. At least once on the wire; a receiver that
/// notes each id together with its effect has each effect exactly once.
package struct HookSender: Sendable {
  private let store: IndexStore
  private let lease: WriterLease
  private let pause: Duration

  /// A sender; nothing is sent yet.
  ///
  /// - Parameter pause: The pause before it looks again for what is due.
  package init(_ store: IndexStore, under lease: WriterLease, pause: Duration = .milliseconds(200)) {
    (self.store, self.lease, self.pause) = (store, lease, pause)
  }

  /// The most blocks without anything for a consumer that are looked through again.
  private static let mostSeen: UInt64 = 256
  /// The longest pause that a receiver can ask for, in seconds.
  private static let longestPause: Int64 = 3_600

  /// The event that the sender waits for.
  private enum Awaited: Sendable {
    case pause
    case write
    case told(Int64)
  }

  /// Tells consumers until the task is cancelled.
  ///
  /// - Parameter writes: Has an element for each change after which there may be something to tell, and no end.
  /// - Throws: `leaseLost`, `storeFailed`.
  package func run(after writes: AsyncStream<Void>) async throws {
    try await withThrowingTaskGroup(of: Awaited.self) { group in
      // Those that are being told, and whether there was more for them meanwhile.
      var told: [Int64: Bool] = [:]
      func begin(_ id: Int64) {
        let isTold = told[id] != nil
        told[id] = isTold
        guard !isTold else { return }
        group.addTask {
          try await tell(id)
          return .told(id)
        }
      }
      func awaitPause() {
        group.addTask {
          try? await Task.sleep(for: pause)
          return .pause
        }
      }
      func awaitWrite() {
        group.addTask {
          for await _ in writes { break }
          return .write
        }
      }
      awaitPause()
      awaitWrite()
      while let done = try await group.next(), !Task.isCancelled {
        if case .told(let id) = done {
          if told.removeValue(forKey: id) == true { begin(id) }
          continue
        }
        for id in try await due() { begin(id) }
        if case .pause = done { awaitPause() } else { awaitWrite() }
      }
      group.cancelAll()
    }
  }

  /// Tells consumers all that is due now.
  ///
  /// - Throws: `leaseLost`, `storeFailed`.
  package func deliverDue() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for id in try await due() { group.addTask { try await tell(id) } }
      try await group.waitForAll()
    }
  }

  /// The consumers for whom there is something now.
  private func due() async throws -> [Int64] {
    let now = store.clock.now()
    do {
      return try await store.read { db in
        let table = HookTable(database: db)
        return try table.all().filter { hook in
          if hook.isEnded { return false }
          if let delivery = hook.delivery { return delivery.due <= now }
          let next = try table.next(hook)
          return next.entry != nil || next.cursor.undone != hook.cursor.undone
            || next.cursor.block > hook.cursor.block + Self.mostSeen
        }.map(\.id)
      }
    } catch let error as ChainIndexError where error.isBusy {
      return []
    }
  }

  /// Tells a consumer one entry after another, until there is none or one does not arrive.
  private func tell(_ id: Int64) async throws {
    let store = store
    do {
      while !Task.isCancelled {
        // An entry is marked on the disk before it is sent: so it can be taken back even after a loss of power.
        let taken = try await store.write(lease, .synced) { db in
          let table = HookTable(database: db)
          return (try table.hook(id), try table.take(id, now: store.clock.now()))
        }
        guard case (let hook?, let delivery?) = taken else { return }
        guard try await tell(hook, delivery) else { return }
      }
    } catch let error as ChainIndexError where error.isBusy {
    }
  }

  /// Tells a consumer one entry; whether it arrived.
  private func tell(_ hook: Hook, _ delivery: HookDelivery) async throws -> Bool {
    let outcome: DeliveryOutcome
    do throws(NodeError) {
      let post = try SignedPost(to: hook.url, secretFile: hook.secretFile, topic: Hook.topic)
      outcome = post.isPrivate ? await post.send(delivery.id, delivery.body) : .refused("the address is not private")
    } catch {
      outcome = .refused(error.message)
    }
    // An attempt that was cut off by the end of the process tells nothing about the receiver.
    if Task.isCancelled, outcome != .delivered { return false }
    let (id, now) = (hook.id, store.clock.now())
    let pause = SignedPost.pause(after: delivery.attempts + 1)
    try await store.write(lease) { db in
      let table = HookTable(database: db)
      switch outcome {
      case .delivered: try table.settle(id, delivery)
      case .again(let problem, let after):
        let pause = max(pause, min(after ?? 0, Self.longestPause))
        try table.postpone(id, delivery, until: now + UInt64(pause) * 1_000, problem)
      case .refused(let problem): try table.postpone(id, delivery, until: now + UInt64(pause) * 1_000, problem)
      case .lost(let problem):
        try table.postpone(id, delivery, until: now, problem)
        try table.end(id)
      }
    }
    return outcome == .delivered
  }
}

extension IndexStore {
  /// The consumers, and how far each has come.
  package func hooks() async throws -> [HookProgress] { try await read { try HookTable(database: $0).progress() } }

  /// Adds a consumer; its number.
  ///
  /// - Throws: `invalidHook`.
  package func add(_ request: HookRequest) async throws -> Int64 {
    try await change { try HookTable(database: $0).add(request) }
  }

  /// Removes a consumer.
  ///
  /// - Throws: `unknownHook`.
  package func removeHook(_ id: Int64) async throws {
    guard try await change({ try HookTable(database: $0).remove(id) }) else {
      throw ChainIndexError(.unknownHook, "The index has no consumer \(id).")
    }
  }
}
