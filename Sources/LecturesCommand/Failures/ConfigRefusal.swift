import Localization

/// The refusals of the commands for settings.
enum ConfigRefusal: Phrase {
  /// A place that has settings in it, and no value.
  case section(String)

  var english: FailureWords {
    switch self {
    case .section(let place):
      FailureWords("\(place) is a section and has no value.", advice: "lectures config list shows what is in it.")
    }
  }

  var korean: FailureWords {
    switch self {
    case .section(let place):
      FailureWords("값이 아니라 설정을 담은 구역입니다: `\(place)`", advice: "안의 설정 보기: `lectures config list`")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .section(let place):
      FailureWords("`\(place)` — це розділ, він не має значення.", advice: "Що в ньому є: `lectures config list`")
    }
  }
}
