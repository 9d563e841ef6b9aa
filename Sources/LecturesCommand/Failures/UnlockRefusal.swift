import Localization

/// The refusals to keep an account unlocked.
enum UnlockRefusal: Phrase {
  /// An account for which no process could be started.
  case noAgent(String)

  var english: FailureWords {
    switch self {
    case .noAgent(let name):
      FailureWords(
        "\(name) could not be kept unlocked.", reason: "The process for it did not start.",
        advice: "Look whether $XDG_RUNTIME_DIR/lectures is a folder of yours that nobody else may open (chmod 700).")
    }
  }

  var korean: FailureWords {
    switch self {
    case .noAgent(let name):
      FailureWords(
        "`\(name)` 계정을 잠금 해제 상태로 둘 수 없습니다.", reason: "이를 위한 프로세스가 시작되지 않았습니다.",
        advice: "`$XDG_RUNTIME_DIR/lectures` 폴더가 본인 것이고 다른 사람이 열 수 없는지 확인하십시오: `chmod 700`")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .noAgent(let name):
      FailureWords(
        "Не вдалося тримати рахунок `\(name)` відімкненим.", reason: "Процес для цього не запустився.",
        advice: "Перевірте, чи тека `$XDG_RUNTIME_DIR/lectures` ваша і чи ніхто інший не може її відкрити: `chmod 700`."
      )
    }
  }
}
