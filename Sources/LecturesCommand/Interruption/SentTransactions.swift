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
    guard !entries.isEmpty else { return [] }
    let rows = entries.map { entry in
      StyledText("  ") + StyledText(entry.label) + StyledText("  \(entry.hash)", .strong)
        + StyledText("  \(entry.state.words)", entry.state == .confirmed ? .good : .warning)
    }
    let isOpen = entries.contains { $0.state == .pending }
    let advice: [StyledText] =
      isOpen
      ? ["  See what became of it before you send it again: \("lectures tx show HASH", .action)"] : []
    return ["Already sent:"] + rows + advice
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
