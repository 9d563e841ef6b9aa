import Exchange
import Localization
import Primitives

/// The refusal of an order that is over, with the way in which it ended.
struct EndedOrderRefusal: Phrase {
  private let hash: Hash32
  private let ending: ExchangeErrors.OrderEnding

  init(_ hash: Hash32, _ ending: ExchangeErrors.OrderEnding) { (self.hash, self.ending) = (hash, ending) }

  /// The words of an error that is about an order which is over; nil for every other.
  init?(_ error: ExchangeError) {
    guard case .ended(let hash, let ending)? = error.facts else { return nil }
    self.init(hash, ending)
  }

  var english: FailureWords {
    let advice = "Look at what is there now: lectures exchange book PAIR"
    let order = "It is the order \(hash)."
    return switch ending {
    case .filled:
      FailureWords("The order is filled already, all of it; nothing was sent.", reason: order, advice: advice)
    case .cancelled: FailureWords("Its maker cancelled the order; nothing was sent.", reason: order, advice: advice)
    case .expired(let time):
      FailureWords(
        "The order ended at \(LocalTime.text(time, in: .english)); nothing was sent.", reason: order,
        advice: advice)
    }
  }

  var korean: FailureWords {
    let advice = "지금의 호가: `lectures exchange book PAIR`"
    let order = "주문: \(hash)"
    return switch ending {
    case .filled: FailureWords("이미 모두 체결된 주문입니다. 아무것도 전송되지 않았습니다.", reason: order, advice: advice)
    case .cancelled: FailureWords("주문자가 취소한 주문입니다. 아무것도 전송되지 않았습니다.", reason: order, advice: advice)
    case .expired(let time):
      FailureWords(
        "주문의 유효 기간이 끝났습니다. 아무것도 전송되지 않았습니다.",
        reason: "만료: \(LocalTime.text(time, in: .korean)). \(order)", advice: advice)
    }
  }

  var ukrainian: FailureWords {
    let advice = "Подивіться на книгу ордерів: `lectures exchange book PAIR`"
    let order = "Ордер: \(hash)"
    return switch ending {
    case .filled: FailureWords("Цей ордер уже виконано повністю; нічого не надіслано.", reason: order, advice: advice)
    case .cancelled: FailureWords("Автор скасував цей ордер; нічого не надіслано.", reason: order, advice: advice)
    case .expired(let time):
      FailureWords(
        "Строк ордера скінчився; нічого не надіслано.",
        reason: "Він був чинний до: \(LocalTime.text(time, in: .ukrainian)). \(order)", advice: advice)
    }
  }
}
