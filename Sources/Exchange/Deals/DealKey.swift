import Orders
import Primitives

/// The idempotency key of a deal: the second deal with a key, within the hour, is the first one, gone on with.
public struct DealKey: Sendable, Hashable, CustomStringConvertible {
  /// The text that is compared, as it stands in the file.
  public let description: String
  /// Whether a person named it: then it stands for ever.
  public let isNamed: Bool
  /// The request in words, which distinguishes another one under the same name.
  let wish: String

  /// The key of a wish at the exchanges of a network, whichever of them fill it.
  init(of request: DealRequest, at contracts: ExchangeContracts) {
    let exchanges = OrderVersion.allCases.compactMap { contracts.exchange(of: $0)?.address.lowercaseHex }
      .joined(separator: "+")
    let words =
      request.single.map { order in
        "fill \(exchanges) \(order.hash.hex) \(order.wanted.map { "\($0)" } ?? "all")"
      } ?? "deal \(exchanges) \(request.words)"
    let wish = words + request.ending
    guard let name = request.name else {
      self.init(wish, wish: wish)
      return
    }
    self.init("deal \(exchanges) named \(TerminalSafe.escape(name, limit: 120))", wish: wish, isNamed: true)
  }

  init(_ description: String, wish: String = "", isNamed: Bool = false) {
    (self.description, self.wish, self.isNamed) = (description, wish, isNamed)
  }
}

extension DealRequest {
  fileprivate var ending: String { isExact ? " exact" : "" }

  /// The wish as it was given: a slippage is not yet a price, which would be another at each look at the book.
  fileprivate var words: String {
    let limit =
      switch bound {
      case .price(let price): "price \(price)"
      case .slippage(let share): "slippage \(share)"
      }
    return "\(amount.word) \(pair.base.lowercaseHex)/\(pair.quote.lowercaseHex) \(amount.units) \(limit)"
  }
}
