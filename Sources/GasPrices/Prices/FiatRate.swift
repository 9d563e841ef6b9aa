import Primitives

/// The price of a whole coin of a chain in other money, as in `2233.56 USD`.
public struct FiatRate: Sendable, Hashable, CustomStringConvertible {
  /// Units of 10⁻⁸ of the currency for a coin of 10¹⁸ wei.
  private let scaled: UInt256
  /// As in `USD`.
  public let currency: String

  private static let unit: Amount.Unit? = try? Amount.Unit(name: "rate", decimals: 8)

  /// Reads a number with at most 8 decimals and a currency of 2 to 8 letters behind it.
  ///
  /// - Throws: `badRate`.
  public init(parsing text: String) throws(GasPricesError) {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let letters = text.dropFirst(digits.count).drop { $0 == " " }
    guard let unit = Self.unit, let amount = try? Amount(parsing: String(digits), unit: unit), amount.wei > 0,
      amount.wei < UInt256(1) << 96, (2...8).contains(letters.count),
      letters.allSatisfy({ $0.isASCII && $0.isLetter })
    else {
      throw GasPricesError(
        .badRate, "'\(text.prefix(40))' is no rate of exchange.",
        reason: "It has to be a number above 0 with at most 8 decimals, and a currency.", advice: "As in: 2233.56 USD")
    }
    scaled = amount.wei
    currency = letters.uppercased()
  }

  /// The worth of an amount of the chain's money, rounded to cents, or to two digits below one; nil above 2²⁵⁶.
  public func text(_ amount: Amount) -> String? {
    guard amount.wei > 0 else { return "0.00 \(currency)" }
    var decimals = 2
    while true {
      guard let value = rounded(amount, decimals: decimals) else { return nil }
      guard decimals > 2 ? value < 10 : value == 0, decimals < 24 else {
        let digits = value.description
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        return "\(padded.dropLast(decimals)).\(padded.suffix(decimals)) \(currency)"
      }
      decimals += 1
    }
  }

  /// Units of 10 to the minus `decimals` of the currency, half of one rounded up.
  private func rounded(_ amount: Amount, decimals: Int) -> UInt256? {
    var divisor: UInt256 = 1
    for _ in 0..<(26 - decimals) { divisor *= 10 }
    let (product, overflow) = amount.wei.multipliedReportingOverflow(by: scaled)
    guard !overflow else { return nil }
    let (value, rest) = product.quotientAndRemainder(dividingBy: divisor)
    return rest >= divisor - divisor / 2 ? value + 1 : value
  }

  /// The rate as a person wrote it: the amount, and the currency's code.
  public var description: String {
    (Self.unit.map { Amount(wei: scaled).formatted(in: $0) } ?? "") + " " + currency
  }
}
