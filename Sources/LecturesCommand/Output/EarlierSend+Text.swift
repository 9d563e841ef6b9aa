import Sending
import StrictJSON

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
