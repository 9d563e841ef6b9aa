import Localization

/// The refusals of the one daemon that runs all the others.
enum DaemonRefusal: Phrase {
  case notRunning
  /// Parts that fail or do not run though they should, and the reason of the first of them.
  case failing(String, String)

  var english: FailureWords {
    switch self {
    case .notRunning: FailureWords("The daemon does not run.", advice: "Start it: lectures daemon")
    case .failing(let parts, let reason): FailureWords("The daemon fails: \(parts).", reason: reason)
    }
  }

  var korean: FailureWords {
    switch self {
    case .notRunning: FailureWords("데몬이 실행 중이 아닙니다.", advice: "시작하십시오: `lectures daemon`")
    case .failing(let parts, let reason): FailureWords("데몬이 실패하고 있습니다: `\(parts)`", reason: reason)
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .notRunning: FailureWords("Служба не працює.", advice: "Запустіть: `lectures daemon`")
    case .failing(let parts, let reason): FailureWords("Службі не вдається: `\(parts)`.", reason: reason)
    }
  }
}
