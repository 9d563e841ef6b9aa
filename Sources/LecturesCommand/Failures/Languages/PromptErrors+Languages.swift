import Primitives
import Terminal

extension PromptErrors {
  static func korean(_ error: PromptError) -> FailureWords? {
    switch error.code {
    case .noTerminal: FailureWords("터미널을 열 수 없습니다.")
    case .echoStays: FailureWords("입력하는 비밀번호가 화면에 보이게 됩니다.", advice: "`--password-file` 또는 `--password-fd`로 주십시오.")
    case .interrupted: FailureWords("중단되었습니다.")
    case .tooLong: FailureWords("입력이 너무 깁니다.")
    default: nil
    }
  }

  static func ukrainian(_ error: PromptError) -> FailureWords? {
    switch error.code {
    case .noTerminal: FailureWords("Термінал не відкривається.")
    case .echoStays:
      FailureWords(
        "Термінал показав би пароль.", advice: "Дайте його через `--password-file` або `--password-fd`.")
    case .interrupted: FailureWords("Перервано.")
    case .tooLong: FailureWords("Відповідь задовга.")
    default: nil
    }
  }
}

extension PrimitivesErrors {
  static func korean(_ error: PrimitivesError) -> FailureWords? {
    switch error.code {
    case .checksumMismatch: FailureWords("주소의 체크섬이 맞지 않습니다.", advice: "주소를 다시 복사하십시오.")
    default: FailureWords("값을 읽을 수 없습니다.", advice: "주소나 숫자를 다시 확인하십시오.")
    }
  }

  static func ukrainian(_ error: PrimitivesError) -> FailureWords? {
    switch error.code {
    case .checksumMismatch: FailureWords("Контрольна сума адреси не збігається.", advice: "Скопіюйте адресу ще раз.")
    default: FailureWords("Значення не вдалося прочитати.", advice: "Перевірте адресу чи число ще раз.")
    }
  }
}
