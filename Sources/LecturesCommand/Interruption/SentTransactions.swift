import Localization
import Locking
import Outbox
import Primitives
import StrictJSON
import Terminal

/// The transactions that this run has sent to the chain, so that they can be reported when the run ends early.
final class SentTransactions: Sendable {
  enum State: String, Sendable {
    /// On its way: whether it will be included is not known.
    case pending
    /// Handed to a fee delegation service, which says that it does not pay; it can send it all the same.
    case refused
    /// Included, and it succeeded.
    case confirmed
    /// Included, and it reverted.
    case reverted
    /// Another transaction took its place.
    case replaced
    /// The transaction was cancelled: nothing of it is included.
    case cancelled

    /// Whether it can still be mined.
    var isOpen: Bool { self == .pending || self == .refused }
  }

  struct Entry: Sendable, Hashable {
    /// `0x` and 64 digits.
    let hash: String
    /// The action, as in "purchase of lecture 0".
    let label: String
    var state: State
    /// Whether a node took it, or a fee delegation service sent it: it is written down before.
    var hasLeft = false
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

  /// Notes that a transaction was sent; nothing if it was never recorded.
  func leave(_ hash: String) {
    list.withLock { list in
      guard let index = list.firstIndex(where: { $0.hash == hash }) else { return }
      list[index].hasLeft = true
    }
  }

  /// The transactions that were sent and whose end is not known.
  var underWay: [Entry] { entries.filter { $0.state == .pending && $0.hasLeft } }

  /// Transactions of an interrupted run that this one rebroadcast, by their numbers in the outbox.
  private let rebroadcast = Guarded<[(number: Int64, entry: Entry)]>([])

  /// Notes a transaction of an interrupted run that this one rebroadcast.
  func recordRebroadcast(_ number: Int64, _ hash: String, label: String) {
    // A transaction that this run sent itself is listed as such.
    guard !entries.contains(where: { $0.hash == hash }) else { return }
    rebroadcast.withLock { rebroadcast in
      guard !rebroadcast.contains(where: { $0.number == number }) else { return }
      rebroadcast.append((number, Entry(hash: hash, label: label, state: .pending)))
    }
  }

  /// Transactions of an interrupted run that this one rebroadcast, in that order.
  var rebroadcastEntries: [Entry] { rebroadcast.withLock { $0.map(\.entry) } }

  /// The lines about an interrupted run's transactions, for people.
  func rebroadcastLines(in language: Language) -> [StyledText] {
    let rebroadcast = rebroadcast.withLock { $0 }
    guard !rebroadcast.isEmpty else { return [] }
    return [language[SentText.also]] + rebroadcast.map { Self.line($0.entry, in: language) }
  }

  /// The array under `alsoSent` in the output of `--json`; nil if there is nothing.
  var rebroadcastJSON: JSON? {
    let rebroadcast = rebroadcast.withLock { $0 }
    guard !rebroadcast.isEmpty else { return nil }
    return .array(
      rebroadcast.map { number, entry in
        [
          "intent": .integer(number), "hash": .string(entry.hash), "label": .string(entry.label),
          "state": .string(entry.state.rawValue),
        ]
      })
  }

  private static func line(_ entry: Entry, in language: Language) -> StyledText {
    StyledText("  ") + StyledText(entry.label) + StyledText("  \(entry.hash)", .strong) + StyledText("  ")
      + language[SentText.state(entry.state)].styled(entry.state == .confirmed ? .good : .warning)
  }

  /// The intents that wait for their price, by their numbers in the outbox.
  private let waiting = Guarded<[Int64: (label: String, isPlain: Bool)]>([:])

  /// Notes one that waits for its price, written down and not signed.
  ///
  /// - Parameter isPlain: whether the outbox holds everything needed to send it.
  func waits(_ number: Int64, _ label: String, isPlain: Bool) {
    waiting.withLock { $0[number] = (label, isPlain) }
  }

  /// Notes that it waits no more.
  func waitsNoMore(_ number: Int64) { _ = waiting.withLock { $0.removeValue(forKey: number) } }

  /// The lines about intents that wait for their price, for people.
  private func waitingLines(in language: Language) -> [StyledText] {
    let waiting = waiting.withLock { $0 }.sorted { $0.key < $1.key }
    guard !waiting.isEmpty else { return [] }
    let resume = waiting.allSatisfy(\.value.isPlain) ? "lectures tx resume NUMBER" : nil
    return [language[SentText.waiting]]
      + waiting.map { language[SentText.waitingNumber($0.key, label: $0.value.label)] }
      + [language[SentText.waysOn(resume: resume, cancel: "lectures tx cancel NUMBER")]]
  }

  /// Notes the final state of a transaction; nothing if it was never recorded.
  func settle(_ hash: String, _ state: State) {
    list.withLock { list in
      guard let index = list.firstIndex(where: { $0.hash == hash }) else { return }
      list[index].state = state
    }
    rebroadcast.withLock { rebroadcast in
      guard let index = rebroadcast.firstIndex(where: { $0.entry.hash == hash }) else { return }
      rebroadcast[index].entry.state = state
    }
  }

  /// Takes a transaction off the list that certainly never left.
  func forget(_ hash: String) {
    list.withLock { list in list.removeAll { $0.hash == hash } }
  }

  /// All of them in the order of sending.
  var entries: [Entry] { list.withLock { $0 } }

  /// The lines for people; none if nothing was sent.
  func lines(in language: Language) -> [StyledText] {
    let others = rebroadcastLines(in: language) + waitingLines(in: language)
    let entries = entries
    guard !entries.isEmpty else { return others }
    func rows(_ title: SentText, _ entries: [Entry]) -> [StyledText] {
      entries.isEmpty ? [] : [language[title]] + entries.map { Self.line($0, in: language) }
    }
    let isOpen = entries.contains(where: \.state.isOpen)
    let advice = isOpen ? [language[SentText.look(command: "lectures tx show HASH")]] : []
    return rows(.already, entries.filter { $0.state != .refused })
      + rows(.declined, entries.filter { $0.state == .refused }) + advice + others
  }

  /// The array under `sent` in the output of `--json`.
  var json: JSON {
    .array(
      entries.map { ["hash": .string($0.hash), "label": .string($0.label), "state": .string($0.state.rawValue)] })
  }
}

extension SentTransactions: OutboxObserver {
  /// Notes a sent transaction, so that it is reported if the command is interrupted.
  func outbox(_ event: OutboxEvent) {
    switch event {
    case .signed(let hash, _, let label): record(hash.hex, label: label)
    case .rebroadcast(let number, let hash, let label): recordRebroadcast(number, hash.hex, label: label)
    case .handedOver(let partly, let hash, let label):
      forget(partly.hex)
      record(hash.hex, label: label)
      leave(hash.hex)
    case .waits(let number, let label, let isPlain): waits(number, label, isPlain: isPlain)
    case .waitsNoMore(let number): waitsNoMore(number)
    case .broadcast(let hash): leave(hash.hex)
    case .refused(let hash): forget(hash.hex)
    case .declined(let hash): settle(hash.hex, .refused)
    case .settled(let hash, _, let succeeded): settle(hash.hex, succeeded ? .confirmed : .reverted)
    case .superseded(let hash, let state): settle(hash.hex, state == .cancelled ? .cancelled : .replaced)
    }
  }
}
