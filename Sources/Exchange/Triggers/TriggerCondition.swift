import Orders
import Primitives

/// A condition on the best price of one side of a pair's book.
public struct TriggerCondition: Sendable, Hashable {
  /// The ways in which a price is compared with the limit.
  public enum Comparison: String, Sendable, Hashable, CaseIterable {
    /// The price is the limit or below it.
    case atMost = "<="
    /// The price is the limit or above it.
    case atLeast = ">="
  }

  /// The side of the book whose price counts.
  public let side: OrderSide
  /// The way in which price and limit are compared.
  public let comparison: Comparison
  /// The limit, in smallest units of the quote token for one of the base token.
  public let limit: Fraction

  /// A condition of its parts.
  public init(_ side: OrderSide, _ comparison: Comparison, _ limit: Fraction) {
    (self.side, self.comparison, self.limit) = (side, comparison, limit)
  }

  /// Reads a condition as a person writes it: a side, a comparison and a decimal number, as in `bid <= 0.29`.
  ///
  /// - Parameter price: Reads the number, in whole tokens, as a price in smallest units.
  /// - Throws: `ExchangeError` `invalidDeal` for text of another form; what `price` throws.
  public init(_ text: String, price: (String) throws -> Fraction) throws {
    var rest = text.trimmed[...]
    func take<Word: RawRepresentable<String>>(_ words: [Word]) -> Word? {
      guard let word = words.first(where: { rest.hasPrefix($0.rawValue) }) else { return nil }
      rest = rest.dropFirst(word.rawValue.count)
      rest = rest.drop { $0 == " " }
      return word
    }
    guard text.utf8.count <= Self.mostBytes, let side = take(OrderSide.allCases),
      let comparison = take(Comparison.allCases), !rest.isEmpty,
      rest.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") })
    else {
      throw ExchangeError(
        .invalidDeal, "\(TerminalSafe.quote(text, limit: 80)) is no condition on a price.",
        reason: "It has to be bid or ask, <= or >=, and a price, as in: bid <= 0.29")
    }
    self.init(side, comparison, try price(String(rest)))
  }

  /// The most bytes that a condition may have.
  private static let mostBytes = 200

  /// Whether a price meets the condition.
  public func isMet(by price: Fraction) -> Bool { comparison == .atMost ? price <= limit : price >= limit }
}

extension TriggerCondition {
  /// The share of a price by which it has to move until the condition is met; zero where it is, nil where that cannot be
  /// computed in 256 bits.
  public func distance(from price: Fraction) -> Fraction? {
    guard !isMet(by: price) else { return Fraction(0, over: 1) }
    let (low, high) = comparison == .atMost ? (limit, price) : (price, limit)
    return try? high.subtracting(low).divided(by: price)
  }
}
