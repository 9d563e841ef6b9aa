import Primitives

extension Rate {
  /// The price of a coin as somebody wrote it by hand, as in `2233.56 USD`: a number and the code of a currency.
  ///
  /// - Throws: `badRate`.
  public init(manual text: String, of coin: Currency, at time: Int64) throws(RatesError) {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let code = String(text.dropFirst(number.count).drop { $0 == " " })
    guard let price = ExactDecimal(number), let currency = Currency(code), code.allSatisfy(\.isLetter),
      let quote = Quote(
        source: "manual", market: .crypto, kind: .manual, pair: CurrencyPair(coin, currency), mid: price, asOf: time,
        retrieved: time)
    else {
      throw RatesError(
        .badRate, "'\(text.prefix(40))' is no rate of exchange.",
        reason: "It has to be a number above 0 with at most 18 decimals, and the code of another currency.",
        advice: "As in: 2233.56 USD", facts: .manualRate(String(text.prefix(40))))
    }
    self.init(quote)
  }

  /// The worth of an amount of the base currency, a coin of 10¹⁸ of its smallest unit; nil where it has no price at the
  /// side, or the worth does not fit into 256 bits.
  public func worth(of amount: Amount, side: Side = .sell) -> Fraction? {
    guard let coins = Fraction(amount.wei, over: Amount.Unit.ether.scale), let price = price(side) else { return nil }
    return try? coins.multiplied(by: price)
  }
}

extension Fraction {
  /// An amount of a currency in its digits, rounded half to even, and its code: `0.0034 USD`; nil above 256 bits.
  public func text(in currency: Currency) -> String? {
    text(digits: currency.digits(for: self)).map { "\($0) \(currency)" }
  }
}
