import Localization

/// The refusals of commands for alerts and of daemons.
enum AlertRefusal: Phrase {
  case noDesktop
  /// A text that is no time, and the option that it is the value of.
  case noTime(String, option: String)
  case ratesUnwatched

  var english: FailureWords {
    switch self {
    case .noDesktop:
      FailureWords(
        "There is no notify-send to tell the desktop.", advice: "Install libnotify, or leave --desktop away.")
    case .noTime(let text, let option):
      FailureWords(
        "The value '\(text)' of \(option) is no time.", reason: "It is a day at most.", advice: "As in 30, 2m or 8h.")
    case .ratesUnwatched: FailureWords("Nobody watches the rates.", advice: "Start it: lectures rates daemon")
    }
  }

  var korean: FailureWords {
    switch self {
    case .noDesktop:
      FailureWords("바탕 화면에 알리는 `notify-send`가 없습니다.", advice: "`libnotify`를 설치하거나 `--desktop`을 빼십시오.")
    case .noTime(let text, let option):
      FailureWords("`\(option)`에 쓸 수 없는 시간입니다: `\(text)`", reason: "최대 하루입니다.", advice: "예: `30`, `2m`, `8h`")
    case .ratesUnwatched: FailureWords("환율을 지켜보는 프로그램이 없습니다.", advice: "시작하십시오: `lectures rates daemon`")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .noDesktop:
      FailureWords(
        "Програми `notify-send`, що показує сповіщення на екрані, немає.",
        advice: "Встановіть `libnotify` або приберіть `--desktop`.")
    case .noTime(let text, let option):
      FailureWords(
        "Непридатний час для `\(option)`: `\(text)`", reason: "Він — щонайбільше доба.",
        advice: "Пишіть як-от `30`, `2m` або `8h`.")
    case .ratesUnwatched: FailureWords("За курсами ніхто не стежить.", advice: "Запустіть: `lectures rates daemon`")
    }
  }
}
