import Database
import Primitives

/// Forwards posted orders to the keeper of a book, through the store, and waits for its answers.
///
/// Posts that come at once are written in one transaction, and one question asks for all their answers.
actor PostForwarder {
  private let store: BookStore
  /// This instance, by words that no other has.
  private let origin: String
  private let interval: Duration
  private var waiting: [Bytes: CheckedContinuation<Bytes?, Never>] = [:]
  private var fresh: [(id: Bytes, content: Bytes)] = []
  private var isWriting = false
  private var isAsking = false

  /// The most posts that wait at a time.
  private static let mostWaiting = 5_000
  /// The most posts of one transaction.
  private static let largestGroup = 500

  /// - Parameter interval: The time from one question for answers to the next.
  init(_ store: BookStore, as origin: String, every interval: Duration) {
    (self.store, self.origin, self.interval) = (store, origin, interval)
  }

  /// Hands a post over.
  ///
  /// - Returns: The answer; nil where none came in time: the keeper may have taken it, or may take it yet.
  /// - Throws: `notReady` where too many wait; it was not handed over then.
  func hand(_ content: Bytes, within time: Duration) async throws(OrderBookError) -> Bytes? {
    guard waiting.count < Self.mostWaiting else {
      throw OrderBookError(.notReady, "No order can be taken now.", reason: "Too many wait for the book's keeper.")
    }
    let id = UInt256(words: .random(in: 0 ... .max), .random(in: 0 ... .max), 0, 0).bigEndianBytes
    let timer = Task {
      try? await Task.sleep(for: time)
      if !Task.isCancelled { resume(id, nil) }
    }
    defer { timer.cancel() }
    return await withCheckedContinuation { continuation in
      waiting[id] = continuation
      fresh.append((id, content))
      write()
    }
  }

  /// Lets nobody wait any more.
  func close() { for id in waiting.keys { resume(id, nil) } }

  private func resume(_ id: Bytes, _ answer: Bytes?) { waiting.removeValue(forKey: id)?.resume(returning: answer) }

  private func write() {
    guard !isWriting else { return }
    isWriting = true
    Task {
      while !fresh.isEmpty {
        let group = Array(fresh.prefix(Self.largestGroup))
        fresh.removeFirst(group.count)
        await write(group)
      }
      isWriting = false
    }
  }

  private func write(_ group: [(id: Bytes, content: Bytes)]) async {
    do {
      let origin = origin
      try await store.write(turn: "posts of \(origin)") { db in
        for (id, content) in group { try PostTable(database: db).keep(content, as: id, of: origin) }
      }
      ask()
    } catch {
      // Whether they were written is not known for sure, so neither is what becomes of them.
      for (id, _) in group { resume(id, nil) }
    }
  }

  private func ask() {
    guard !isAsking else { return }
    isAsking = true
    Task {
      while !waiting.isEmpty {
        try? await Task.sleep(for: interval)
        for (id, answer) in (try? await answers()) ?? [] { resume(id, answer) }
      }
      isAsking = false
    }
  }

  private func answers() async throws(OrderBookError) -> [(id: Bytes, answer: Bytes)] {
    let origin = origin
    guard try await store.read({ try PostTable(database: $0).hasAnswers(for: origin) }) else { return [] }
    return try await store.write(.relaxed, turn: "posts of \(origin)") {
      try PostTable(database: $0).takeAnswers(for: origin)
    }
  }
}
