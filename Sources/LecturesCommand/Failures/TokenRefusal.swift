import Localization
import Terminal

/// The refusals of words about token lists.
enum TokenRefusal: Phrase {
  case comma(String)
  /// A text that is no address, and why in English.
  case address(String, String)

  var english: FailureWords {
    switch self {
    case .comma(let text):
      FailureWords(
        "The list \(PlainText.escaped(text)) cannot be added: there is a comma in it.",
        reason: "The setting has commas between lists.", advice: "Give the file another name.")
    case .address(let text, let why):
      FailureWords("\(PlainText.escaped(text)) is no address of a token.", reason: PlainText.escaped(why))
    }
  }

  var korean: FailureWords {
    switch self {
    case .comma(let text):
      FailureWords(
        "목록 `\(PlainText.escaped(text))`을(를) 추가할 수 없습니다: 쉼표가 있습니다.", reason: "설정에서 쉼표는 목록을 나눕니다.",
        advice: "파일 이름을 바꾸십시오.")
    case .address(let text, _):
      FailureWords("`\(PlainText.escaped(text))`은(는) 토큰 주소가 아닙니다.", reason: "`0x` 뒤에 숫자 40자리가 와야 합니다.")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .comma(let text):
      FailureWords(
        "Перелік `\(PlainText.escaped(text))` не вдалося додати: у назві є кома.",
        reason: "У налаштуванні коми розділяють переліки.", advice: "Перейменуйте файл.")
    case .address(let text, _):
      FailureWords("`\(PlainText.escaped(text))` — не адреса токена.", reason: "Після `0x` має бути 40 цифр.")
    }
  }
}
