import Localization

/// The words on a code that asks for a payment.
enum ScanText: Phrase {
  case scanned, chain
  case noCertainAmount
  case smallestUnit(String)

  var english: String {
    switch self {
    case .scanned: "Scanned"
    case .chain: "Chain"
    case .noCertainAmount: "no certain amount"
    case .smallestUnit(let amount): "\(amount) of the smallest unit"
    }
  }

  var korean: String {
    switch self {
    case .scanned: "코드 내용"
    case .chain: "체인"
    case .noCertainAmount: "정해진 금액 없음"
    case .smallestUnit(let amount): "최소 단위 \(amount)"
    }
  }

  var ukrainian: String {
    switch self {
    case .scanned: "У коді"
    case .chain: "Мережа"
    case .noCertainAmount: "без певної суми"
    case .smallestUnit(let amount): "\(amount) найменших одиниць"
    }
  }
}
