import Primitives

/// An amount of one currency in another, at one side of a rate; exact until it is shown.
public struct Conversion: Sendable, Hashable {
  /// The amount that is converted, of the rate's base currency.
  public let amount: Fraction
  /// The rate by which it is converted.
  public let rate: Rate
  /// The side at which it is converted.
  public let side: Rate.Side
  /// The amount in the rate's quote currency.
  public let value: Fraction

  /// Converts an amount.
  ///
  /// - Throws: `noData` where nobody stands on that side, or the result has more digits than can be counted with.
  public init(_ amount: Fraction, at rate: Rate, side: Rate.Side) throws(RatesError) {
    guard let price = rate.price(side) else {
      throw RatesError(
        noRateOf: rate.pair, side == .buy ? .noSeller(source: rate.source) : .noBuyer(source: rate.source))
    }
    do throws(PrimitivesError) {
      value = try amount.multiplied(by: price)
    } catch {
      throw RatesError(.noData, "The amount cannot be converted.", reason: error.message, facts: .amount)
    }
    (self.amount, self.rate, self.side) = (amount, rate, side)
  }
}

extension Currency {
  /// The number of digits after the point of its smallest unit (ISO 4217); of coins so many as are usual.
  public var digits: Int { Self.digitsByCode[code] ?? (isISO ? 2 : 6) }

  private static let digitsByCode = [
    "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0, "UGX": 0,
    "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0, "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3,
    "OMR": 3, "TND": 3, "BTC": 8, "USDT": 2, "USDC": 2, "DAI": 2,
  ]

  /// The digits with which an amount is shown: those of the currency, and two that are not zero below its smallest unit.
  public func digits(for amount: Fraction) -> Int {
    guard !amount.isZero, let units = amount.rounded(toDigits: digits), units == 0 || isBelowUnit(amount) else {
      return digits
    }
    return amount.digits(atLeast: digits, significant: 2)
  }

  private func isBelowUnit(_ amount: Fraction) -> Bool {
    guard let unit = ExactDecimal(mantissa: 1, scale: digits) else { return false }
    return amount < Fraction(unit)
  }
}

extension Rate {
  /// The digits with which its prices are shown: four after the point, or four that count, whichever is more.
  public var digits: Int {
    [bid, ask, mid].compactMap { $0?.digits(atLeast: 4, significant: 4) }.max() ?? 4
  }
}
