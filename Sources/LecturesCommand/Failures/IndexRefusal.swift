import Localization

/// The words of an index that is not as it should be.
enum IndexRefusal: Phrase {
  /// The seconds since it was up to date, nil for never, and whether a process writes it.
  case stale(UInt64?, isWritten: Bool)
  case differs(Int)

  var english: FailureWords {
    switch self {
    case .stale(let seconds, let isWritten):
      FailureWords(
        "The index is not up to date.",
        reason: seconds.map { "It was last seen to be \($0) seconds ago." } ?? "It was never seen to be.",
        advice: isWritten ? "It is being written: look again in a while." : "Nobody writes it: lectures index run")
    case .differs(let count):
      FailureWords(
        "The index differs from the chain in \(count) facts.",
        advice: "Remove its file, and make it anew: lectures index run --once")
    }
  }

  var korean: FailureWords {
    switch self {
    case .stale(let seconds, let isWritten):
      FailureWords(
        "색인이 최신 상태가 아닙니다.",
        reason: seconds.map { "마지막으로 최신이 확인된 것은 \($0)초 전입니다." } ?? "최신으로 확인된 적이 없습니다.",
        advice: isWritten ? "쓰는 중입니다. 잠시 후에 다시 확인하십시오." : "쓰는 프로세스가 없습니다: `lectures index run`")
    case .differs(let count):
      FailureWords("색인이 체인과 \(count)곳에서 다릅니다.", advice: "파일을 지우고 다시 만드십시오: `lectures index run --once`")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .stale(let seconds, let isWritten):
      FailureWords(
        "Індекс не актуальний.",
        reason: seconds.map { "Востаннє він був актуальним \($0) с тому." } ?? "Він ще не був актуальним.",
        advice: isWritten ? "Його записують: перевірте згодом." : "Його ніхто не записує: `lectures index run`")
    case .differs(let count):
      FailureWords(
        "Індекс відрізняється від ланцюга, відмінностей: \(count).",
        advice: "Видаліть файл і створіть його знову: `lectures index run --once`")
    }
  }
}
