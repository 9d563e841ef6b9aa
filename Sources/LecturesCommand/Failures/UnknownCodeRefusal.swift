import Localization
import Primitives

/// The refusal of an exchange whose code is not known, to which `--yes` does not agree.
struct UnknownCodeRefusal: Phrase {
  private let exchange: Address

  init(_ exchange: Address) { self.exchange = exchange }

  var english: FailureWords {
    FailureWords(
      "The code of the exchange at \(exchange) is not known; nothing was signed or sent.",
      reason: "--yes does not agree to code that could take what is let to it.",
      advice: "If it is meant, run the command without --yes and type the address.")
  }

  var korean: FailureWords {
    FailureWords(
      "\(exchange)의 거래소 코드를 이 프로그램은 모릅니다. 아무것도 서명하거나 보내지 않았습니다.",
      reason: "`--yes`는 허가된 토큰을 가져갈 수도 있는 코드에 동의하지 않습니다.",
      advice: "그래도 원하면 `--yes` 없이 실행하여 주소를 입력하십시오.")
  }

  var ukrainian: FailureWords {
    FailureWords(
      "Код біржі за адресою \(exchange) невідомий; нічого не підписано й не надіслано.",
      reason: "`--yes` не погоджується на код, який міг би забрати дозволене.",
      advice: "Якщо так і треба, запустіть команду без `--yes` і введіть адресу.")
  }
}
