import Sending
import StrictJSON

extension EarlierSend {
  /// The earlier send in the output of `--json`.
  var json: JSON {
    let word =
      switch status {
      case .done: "done"
      case .resumed: "takenUp"
      case .followed: "followed"
      }
    return ["standing": .string(word), "since": .integer(since)]
  }
}
