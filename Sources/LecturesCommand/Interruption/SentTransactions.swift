import Locking
import StrictJSON

/// What this run has sent to the chain, so that it can be told when the run ends before its time.
final class SentTransactions: Sendable {
  enum State: String, Sendable {
    /// On its way: whether it will be included is not known.
    case pending
    /// Included, and it did what it should.
    case confirmed
    /// Included, and it reverted.
    case reverted
    /// Another transaction took its place.
    case replaced
    /// It was cancelled: nothing of it is included.
    case cancelled
  }

  struct Entry: Sendable, Hashable {
    /// `0x` and 64 digits.
    let hash: String
    /// What it does, as in "purchase of lecture 0".
    let label: String
    var state: State
  }

  // The thread that waits for Ctrl-C needs the list too and cannot await an actor; the lock is held for moments only.
  private let list = Guarded<[Entry]>([])

  /// Notes a transaction; to be called before it is broadcast, for afterwards may be too late.
  func record(_ hash: String, label: String) {
    list.withLock { list in
      guard !list.contains(where: { $0.hash == hash }) else { return }
      list.append(Entry(hash: hash, label: label, state: .pending))
    }
  }

  /// What waits for its price, by its number in the outbox.
  private let waiting = Guarded<[Int64: (label: String, isPlain: Bool)]>([:])

  /// Notes one that waits for its price, written down and not signed.
  ///
  /// - Parameter isPlain: whether what is written down tells how to send it.
  func waits(_ number: Int64, _ label: String, isPlain: Bool) {
    waiting.withLock { $0[number] = (label, isPlain) }
  }

  /// Notes that it waits no more.
  func waitsNoMore(_ number: Int64) { _ = waiting.withLock { $0.removeValue(forKey: number) } }

  /// The lines about what waits, for people.
  private var waitingLines: [StyledText] {
    let waiting = waiting.withLock { $0 }.sorted { $0.key < $1.key }
    guard !waiting.isEmpty else { return [] }
    let way: StyledText =
      waiting.allSatisfy(\.value.isPlain)
      ? "\("lectures tx resume NUMBER", .action)" : "this command again, just as it was"
    return ["Waiting for its price, and still written down (nothing was sent):"]
      + waiting.map { StyledText("  number \($0.key)  \($0.value.label)") }
      + ["  Go on: " + way + "   Give it up: \("lectures tx cancel NUMBER", .action)"]
  }

  /// Notes what became of it; nothing if it was never recorded.
  func settle(_ hash: String, _ state: State) {
    list.withLock { list in
      guard let index = list.firstIndex(where: { $0.hash == hash }) else { return }
      list[index].state = state
    }
  }

  /// Takes a transaction off the list that certainly never left.
  func forget(_ hash: String) {
    list.withLock { list in list.removeAll { $0.hash == hash } }
  }

  /// All of them in the order of sending.
  var entries: [Entry] { list.withLock { $0 } }

  /// The lines for people; none if nothing was sent.
  var lines: [StyledText] {
    let entries = entries
    guard !entries.isEmpty else { return waitingLines }
    let rows = entries.map { entry in
      StyledText("  ") + StyledText(entry.label) + StyledText("  \(entry.hash)", .strong)
        + StyledText("  \(entry.state.words)", entry.state == .confirmed ? .good : .warning)
    }
    let isOpen = entries.contains { $0.state == .pending }
    let advice: [StyledText] =
      isOpen
      ? ["  See what became of it before you send it again: \("lectures tx show HASH", .action)"] : []
    return ["Already sent:"] + rows + advice + waitingLines
  }

  /// The array under `sent` in the output of `--json`.
  var json: JSON {
    .array(
      entries.map { ["hash": .string($0.hash), "label": .string($0.label), "state": .string($0.state.rawValue)] })
  }
}

extension SentTransactions.State {
  fileprivate var words: String {
    switch self {
    case .pending: "not known to be included yet"
    case .confirmed: "included"
    case .reverted: "included, reverted"
    case .replaced: "replaced by another, never included"
    case .cancelled: "cancelled, never included"
    }
  }
}
