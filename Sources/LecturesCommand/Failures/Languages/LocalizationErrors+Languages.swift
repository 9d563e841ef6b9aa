import Localization

extension LocalizationErrors {
  static func korean(_ error: LocalizationError) -> FailureWords? {
    switch error.code {
    case .malformedNumber: FailureWords("숫자가 아닙니다.", advice: "1,234.5와 같이 쓰십시오.")
    case .ambiguousNumber:
      FailureWords(
        "숫자를 두 가지로 읽을 수 있습니다.", reason: "쉼표가 소수점일 수도, 천 단위 구분일 수도 있습니다.",
        advice: "소수는 점으로 쓰고, 천 단위는 구분하지 마십시오.")
    default: nil
    }
  }

  static func ukrainian(_ error: LocalizationError) -> FailureWords? {
    switch error.code {
    case .malformedNumber: FailureWords("Це не число.", advice: "Пишіть як-от 1 234,5.")
    case .ambiguousNumber:
      FailureWords(
        "Число можна прочитати двояко.", reason: "Кома може відокремлювати дробову частину або тисячі.",
        advice: "Дріб пишіть через крапку, а тисячі не відокремлюйте.")
    default: nil
    }
  }
}
