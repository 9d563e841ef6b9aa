import Localization
import Terminal

/// The texts of pairs that relays trade, and of cancelling all orders of one.
enum PairText: Phrase {
  case reading, pairs, none
  case minimum, maximum, bestBid, bestAsk
  /// The number of own orders that are known.
  case knownOrders(Int)
  case cancelsUnknown
  case cancelled(Int)
  /// The number of own orders that a cancel of the pair leaves.
  case kept(Int)

  var english: StyledText {
    switch self {
    case .reading: "Reading the pairs"
    case .pairs: "Pairs that the relays trade"
    case .none: "The relays trade no pair."
    case .minimum: "Least"
    case .maximum: "Most"
    case .bestBid: "Buys at best"
    case .bestAsk: "Sells at best"
    case .knownOrders(let count): "\(count) known here"
    case .cancelsUnknown:
      "Orders that this machine does not know end, too. It cannot be undone, and a fill that comes before it stands."
    case .cancelled(let count):
      StyledText(
        "All older orders of the pair are cancelled; \(count) of them \(count == 1 ? "was" : "were") known", .good)
        + "."
    case .kept(let count):
      "\(count) order\(count == 1 ? "" : "s") of yours \(count == 1 ? "has" : "have") a salt that is not lower, or \(count == 1 ? "is" : "are") of version 1: cancel by hash."
    }
  }

  var korean: StyledText {
    switch self {
    case .reading: "거래 쌍을 읽는 중"
    case .pairs: "릴레이가 거래하는 쌍"
    case .none: "릴레이가 거래하는 쌍이 없습니다."
    case .minimum: "최소"
    case .maximum: "최대"
    case .bestBid: "최우선 매수"
    case .bestAsk: "최우선 매도"
    case .knownOrders(let count): "여기서 아는 주문 \(count)개"
    case .cancelsUnknown: "이 기기가 모르는 주문도 끝납니다. 되돌릴 수 없으며, 먼저 체결된 것은 유효합니다."
    case .cancelled(let count): StyledText("이 쌍의 이전 주문을 모두 취소했습니다. 아는 주문은 \(count)개였습니다", .good) + "."
    case .kept(let count): "주문 \(count)개는 솔트가 낮지 않거나 버전 1이어서 남았습니다. 해시로 취소하십시오."
    }
  }

  var ukrainian: StyledText {
    switch self {
    case .reading: "Читаємо пари"
    case .pairs: "Пари, якими торгують ретранслятори"
    case .none: "Ретранслятори не торгують жодною парою."
    case .minimum: "Найменше"
    case .maximum: "Найбільше"
    case .bestBid: "Найкраща купівля"
    case .bestAsk: "Найкращий продаж"
    case .knownOrders(let count): "відомо тут: \(count)"
    case .cancelsUnknown:
      "Закінчаться й ордери, яких ця машина не знає. Скасувати це не можна, а виконане раніше лишається чинним."
    case .cancelled(let count): StyledText("Усі старіші ордери пари скасовано; відомих було \(count)", .good) + "."
    case .kept(let count): "Лишилося ордерів: \(count) — їхня сіль не менша або вони версії 1. Скасуйте їх за хешем."
    }
  }
}
