import Locking
import Outbox
import Primitives
import Sending

/// Keeps what an outbox told.
final class EventRecorder: OutboxObserver {
  enum Entry: Equatable {
    case willBroadcast(String)
    case didBroadcast, wasRefused, wasDeclined, didConfirm, wasSuperseded, waits, waitsNoMore, rebroadcast
  }
  private let kept = Guarded<[Entry]>([])

  var entries: [Entry] { kept.withLock { $0 } }

  func outbox(_ event: OutboxEvent) {
    let entry: Entry =
      switch event {
      case .signed(_, _, let label), .handedOver(_, _, let label): .willBroadcast(label)
      case .broadcast: .didBroadcast
      case .refused: .wasRefused
      case .declined: .wasDeclined
      case .settled: .didConfirm
      case .superseded: .wasSuperseded
      case .waits: .waits
      case .waitsNoMore: .waitsNoMore
      case .rebroadcast: .rebroadcast
      }
    kept.withLock { $0.append(entry) }
  }
}

/// Writes down the steps of each transaction as words.
final class Notes: OutboxObserver {
  private let kept = Guarded<[String]>([])

  var steps: [String] { kept.withLock { $0 } }

  func outbox(_ event: OutboxEvent) {
    let step =
      switch event {
      case .signed(_, let nonce, let label): "will \(nonce) \(label)"
      case .handedOver: "handed over"
      case .broadcast: "did"
      case .refused: "refused"
      case .declined: "declined"
      case .settled(_, let block, let succeeded): "\(succeeded ? "confirmed" : "failed") in \(block)"
      case .superseded(_, let state): "\(state.rawValue)"
      case .waits(_, let label, _): "waits \(label)"
      case .waitsNoMore: "waits no more"
      case .rebroadcast(_, _, let label): "rebroadcast \(label)"
      }
    kept.withLock { $0.append(step) }
  }
}

extension Outbox {
  /// One that cannot be written.
  static var impossible: Outbox { Outbox(path: "/dev/null/outbox.sqlite") }
}
