import QRCodes

extension QRCodeErrors {
  static func korean(_ error: QRCodeError) -> FailureWords? {
    switch error.code {
    case .tooLong: FailureWords("QR 코드에 넣기에는 너무 깁니다.")
    case .badPicture:
      FailureWords("그림이 손상되었거나 읽을 수 있는 형식이 아닙니다.", advice: "그림을 다시 받으십시오.")
    case .tooLarge: FailureWords("그림이 너무 큽니다.", advice: "코드만 잘라 내거나 그림을 줄이십시오.")
    case .noReader:
      FailureWords(
        "이 컴퓨터에서는 그 그림을 읽을 수 없습니다.", reason: "필요한 라이브러리가 설치되지 않았습니다.",
        advice: installation(error).map { "설치: `\($0)`" })
    case .tooComplex: FailureWords("그림이 너무 복잡하여 코드를 찾지 못했습니다.", advice: "코드만 잘라 내십시오.")
    case .noMemory: FailureWords("그림을 읽을 메모리가 부족합니다.")
    default: nil
    }
  }

  static func ukrainian(_ error: QRCodeError) -> FailureWords? {
    switch error.code {
    case .tooLong: FailureWords("Текст задовгий для QR-коду.")
    case .badPicture:
      FailureWords(
        "Зображення пошкоджене або має формат, який тут не читається.", advice: "Візьміть іншу копію зображення.")
    case .tooLarge: FailureWords("Зображення завелике.", advice: "Виріжте сам код або зменште зображення.")
    case .noReader:
      FailureWords(
        "На цьому комп’ютері таке зображення не читається.", reason: "Немає потрібної бібліотеки.",
        advice: installation(error).map { "Встановіть її: `\($0)`" })
    case .tooComplex:
      FailureWords("Зображення надто складне: коду не знайдено.", advice: "Виріжте сам код.")
    case .noMemory: FailureWords("Для читання зображення бракує пам’яті.")
    default: nil
    }
  }

  /// The command that installs what is missing; nil where the error names none.
  private static func installation(_ error: QRCodeError) -> Substring? {
    error.advice.flatMap { advice in advice.firstRange(of: "apt-get").map { advice[$0.lowerBound...] } }
  }
}
