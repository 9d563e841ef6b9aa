import Localization

/// The refusals of orders by a relay's rules.
enum RelayOrderRefusal: Phrase {
  /// The relay's reason, in English.
  case order(String)
  case orders(Int, of: Int)

  var english: FailureWords {
    switch self {
    case .order(let reason): FailureWords("The order would not be taken.", reason: reason)
    case .orders(let count, let all):
      FailureWords("\(count) of \(all) orders \(Plural.english(count, "was", "were")) not taken.")
    }
  }

  var korean: FailureWords {
    switch self {
    case .order(let reason): FailureWords("받아들여지지 않을 주문입니다.", reason: "이유: `\(reason)`")
    case .orders(let count, let all): FailureWords("주문 \(all)개 가운데 \(count)개가 받아들여지지 않았습니다.")
    }
  }

  var ukrainian: FailureWords {
    switch self {
    case .order(let reason): FailureWords("Цього ордера не взяли б.", reason: "Причина: `\(reason)`")
    case .orders(let count, let all): FailureWords("Не взято ордерів: \(count) з \(all).")
    }
  }
}
