import Localization
import Terminal

/// The refusals of `lectures relay status`.
enum RelayStatusRefusal: Phrase {
  case noRelay
  case behind(String)

  var english: FailureWords {
    switch self {
    case .noRelay:
      FailureWords("No relay is configured for this network.", advice: "Name it: lectures relay status URL")
    case .behind(let relay):
      FailureWords("The relay \(relay) is not up to date.", reason: "Until it is, it takes no orders.")
    }
  }

  var korean: FailureWords {
    switch self {
    case .noRelay: FailureWords("이 네트워크에는 설정된 릴레이가 없습니다.", advice: "지정하십시오: `lectures relay status URL`")
    case .behind(let relay):
      FailureWords("릴레이 `\(relay)`이(가) 최신 상태가 아닙니다.", reason: "그때까지 주문을 받지 않습니다.")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .noRelay:
      FailureWords("Для цієї мережі не налаштовано ретранслятора.", advice: "Вкажіть його: `lectures relay status URL`")
    case .behind(let relay):
      FailureWords("Ретранслятор `\(relay)` відстає.", reason: "Доти він не приймає ордерів.")
    }
  }
}
