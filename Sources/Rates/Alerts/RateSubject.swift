import Alerts
import Primitives

/// The rate of a pair on a side of a market, in units of 10⁻¹⁸ of the quote currency: alerts watch it.
public struct RateSubject: AlertSubject {
  /// The side of a rate, as the market names it.
  public enum Side: String, Sendable, Hashable, CaseIterable {
    /// The price that is paid for one of the base.
    case bid
    /// The price that is wanted for one of the base.
    case ask
    /// The price without sides, or the middle between them.
    case mid
  }

  /// The market whose rate is watched.
  public let market: Market
  /// The currencies whose rate is watched.
  public let pair: CurrencyPair
  /// The side of the rate that is compared.
  public let side: Side

  /// A subject as it is given.
  public init(_ pair: CurrencyPair, in market: Market, side: Side = .mid) {
    (self.pair, self.market, self.side) = (pair, market, side)
  }

  // MARK: Alerts

  /// The words for alerts on rates.
  public static let topic = AlertTopic("rates", title: "Exchange rate", watched: "the rates")

  /// The scope of all rates of a book: one process watches them.
  public static let scope = "rates"

  /// The one scope of all rates.
  public var scope: String { Self.scope }
  /// The market, the side and the pair, as in `nbu mid USD/UAH`.
  public var stored: String { "\(market.rawValue) \(side.rawValue) \(pair)" }

  /// Reads them.
  public init?(scope: String, stored: String) {
    let parts = stored.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard scope == Self.scope, parts.count == 3, let market = Market(rawValue: parts[0]),
      let side = Side(rawValue: parts[1]), let pair = CurrencyPair(parts[2])
    else { return nil }
    self.init(pair, in: market, side: side)
  }

  /// The pair, the side and the market.
  public var facts: [(name: String, text: String)] {
    [("pair", pair.description), ("side", side.rawValue), ("market", market.rawValue)]
  }
  /// The code of the quote currency.
  public var unit: String { pair.quote.code }
  /// The value in the quote currency, exact, as in `44.5526`.
  public func text(of value: UInt256) -> String { Self.price(value).decimal?.text ?? "" }

  // MARK: Values

  /// The price that a value stands for.
  public static func price(_ value: UInt256) -> Fraction { Fraction(value, over: unitsOfOne) ?? .one }

  /// The value of a price; what is left below its unit is cut, so that it is on the price's side of every threshold.
  ///
  /// - Returns: Nil above 256 bits.
  public static func value(of price: Fraction) -> UInt256? {
    let (product, overflow) = price.numerator.multipliedReportingOverflow(by: unitsOfOne)
    return overflow ? nil : product / price.denominator
  }

  private static let unitsOfOne: UInt256 = 1_000_000_000_000_000_000
}

extension CurrencyPair {
  /// Reads both codes, as in `USD/UAH`; nil for anything else, and for one currency twice.
  public init?(_ text: some StringProtocol) {
    let codes = text.split(separator: "/", omittingEmptySubsequences: false)
    guard codes.count == 2, let base = Currency(String(codes[0])), let quote = Currency(String(codes[1])), base != quote
    else { return nil }
    self.init(base, quote)
  }
}
