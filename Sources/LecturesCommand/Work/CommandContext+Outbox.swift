import ContractABI
import ContractClient
import LectureKit
import Locking
import NodeRPC
import Operations
import Outbox
import Primitives
import Sending
import StrictJSON
import Terminal

extension CommandContext {
  /// The user's outbox; it is opened at its first use, so a command that sends nothing makes no file.
  func outbox() throws -> Outbox {
    guard let path = try settings.outboxPath() else {
      guard sending == nil else {
        throw CommandFailure(
          .settings, "There is no place for the outbox: give --outbox FILE.",
          reason: "Neither XDG_DATA_HOME nor HOME is an absolute path.")
      }
      return .inMemory()
    }
    return outboxes.outbox(
      at: path, stateFolder: settings.folders.state.map { "\($0)/outboxes" }, telling: sent)
  }

  /// The obstacle to a send, if a person can be asked about it.
  ///
  /// - Throws: it, where nobody can be asked.
  func askable<Obstacle: Error>(_ obstacle: Obstacle?) throws -> Obstacle? {
    guard let obstacle, prompter == nil || options.yes else { return obstacle }
    throw obstacle
  }
}

extension EarlierSend {
  /// For people.
  var words: String {
    let moment = LocalTime.text(since)
    switch standing {
    case .done: return "sent by an earlier run at \(moment); nothing was paid again"
    case .takenUp:
      return "an earlier run was interrupted at \(moment); what it signed was completed, nothing was paid twice"
    case .followed: return "another run sent it at \(moment); this one waited for it, nothing was paid twice"
    }
  }

  /// For people, about something that was done: `Lecture 0`, `was bought`.
  func sentence(_ what: String, _ done: String) -> String {
    let moment = LocalTime.text(since)
    switch standing {
    case .done: return "\(what) \(done) by an earlier run of this command at \(moment); nothing was paid again."
    case .takenUp:
      return
        "\(what) \(done): an earlier run of this command was interrupted at \(moment), and what it signed was completed. Nothing was paid twice."
    case .followed:
      return
        "\(what) \(done) by another run of this command at \(moment); this one waited for it. Nothing was paid twice."
    }
  }

  /// The earlier send in the output of `--json`.
  var json: JSON {
    let word =
      switch standing {
      case .done: "done"
      case .takenUp: "takenUp"
      case .followed: "followed"
      }
    return ["standing": .string(word), "since": .integer(since)]
  }
}

extension SentTransactions: OutboxObserver {
  /// Notes a sent transaction, so that it is reported if the command is interrupted.
  func outbox(_ event: OutboxEvent) {
    switch event {
    case .signed(let hash, _, let label): record(hash.hex, label: label)
    case .takenAlong(let number, let hash, let label): recordAlong(number, hash.hex, label: label)
    case .handedOver(let partly, let hash, let label):
      forget(partly.hex)
      record(hash.hex, label: label)
    case .waits(let number, let label, let isPlain): waits(number, label, isPlain: isPlain)
    case .waitsNoMore(let number): waitsNoMore(number)
    case .broadcast: break
    case .refused(let hash): forget(hash.hex)
    case .settled(let hash, _, let succeeded): settle(hash.hex, succeeded ? .confirmed : .reverted)
    case .superseded(let hash, let fate): settle(hash.hex, fate == .cancelled ? .cancelled : .replaced)
    }
  }
}
