import Localization

/// The words in front of the lines of a failure.
enum FailureLabel: Phrase {
  case error
  case reason(String)
  case call(String)

  var english: String {
    switch self {
    case .error: "error:"
    case .reason(let text): "Reason: \(text)"
    case .call(let text): "Call: \(text)"
    }
  }

  var korean: String {
    switch self {
    case .error: "오류:"
    case .reason(let text): "이유: \(text)"
    case .call(let text): "호출: \(text)"
    }
  }

  var ukrainian: String {
    switch self {
    case .error: "помилка:"
    case .reason(let text): "Причина: \(text)"
    case .call(let text): "Виклик: \(text)"
    }
  }
}
