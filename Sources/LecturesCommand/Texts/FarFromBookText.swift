import Localization
import Primitives

/// An order whose price is far from the best of the relays' books.
struct FarFromBookText: Phrase {
  private let percent: String

  /// - Parameter share: The share of the best price by which it is worse.
  init(_ share: Fraction) { percent = DealWarningText.percent(share) }

  var english: String { "The order's price is \(percent) % worse than the best of the relays." }
  var korean: String { "이 주문의 가격은 릴레이의 최우선 가격보다 \(percent)% 불리합니다." }
  var ukrainian: String { "Ціна ордера на \(percent) % гірша за найкращу на ретрансляторах." }
}

/// An order whose price was compared with no book, since no relay gave one in time.
struct UncomparedPriceText: Phrase {
  var english: String { "No relay gave its book: the order's price was compared with no book." }
  var korean: String { "호가창을 보여 준 릴레이가 없어 이 주문의 가격을 다른 주문과 비교하지 못했습니다." }
  var ukrainian: String { "Жоден ретранслятор не показав книги ордерів: ціну ордера ні з чим не порівняно." }
}
