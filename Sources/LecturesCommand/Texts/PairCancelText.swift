import Localization
import Terminal

/// The sentences about a cancel of orders that are not made yet.
enum PairCancelText: Phrase {
  /// The time until which new orders are cancelled; nil for ever.
  case future(String?)
  case question

  var english: StyledText {
    switch self {
    case .future(let time?):
      "The salt lies ahead: every order of the pair that you make until \(time) is cancelled, too."
    case .future(nil): "The salt is of no time near: every order of the pair that you ever make is cancelled, too."
    case .question: "Cancel orders that are not made yet? It cannot be undone."
    }
  }

  var korean: StyledText {
    switch self {
    case .future(let time?): "솔트가 미래입니다. \(time)까지 만드는 이 쌍의 주문도 모두 취소됩니다."
    case .future(nil): "솔트가 아득한 미래입니다. 앞으로 만드는 이 쌍의 주문도 모두 취소됩니다."
    case .question: "아직 만들지 않은 주문까지 취소하시겠습니까? 되돌릴 수 없습니다."
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .future(let time?): "Сіль із майбутнього: усі ордери пари, які ви створите до \(time), теж буде скасовано."
    case .future(nil): "Сіль із далекого майбутнього: усі ордери пари, які ви колись створите, теж буде скасовано."
    case .question: "Скасувати ордери, яких ще немає? Повернути це не можна."
    }
  }
}
