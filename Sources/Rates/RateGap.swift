/// The reason why a pair has no rate, or none at the side that was asked for.
public enum RateGap: Sendable, Hashable {
  /// Pairs that no source here has.
  case legs([CurrencyPair])
  /// A leg for which more is paid than it costs.
  case crossed(CurrencyPair, source: String)
  /// Two legs that are too far apart in time.
  case apart(CurrencyPair, CurrencyPair, hours: Int64)
  /// Two legs of which one tells only the price that is paid, the other only the one that is wanted.
  case noCommonSide(CurrencyPair, CurrencyPair)
  /// A source that tells only what is wanted for the currency, where it was to be sold.
  case noBuyer(source: String)
  /// A source that tells only what is paid for the currency, where it was to be bought.
  case noSeller(source: String)
  /// A number with more digits than can be counted with, and the reason of whoever counted.
  case tooLong(String)
}

extension RatesError {
  /// A pair without a rate, or without the side that was asked for.
  init(noRateOf pair: CurrencyPair, _ gap: RateGap) {
    var message = "There is no rate of \(pair.base) in \(pair.quote)."
    let reason: String?
    switch gap {
    case .legs(let legs):
      reason = legs.isEmpty ? nil : "No source here has \(legs.map { "\($0)" }.joined(separator: " and "))."
    case .crossed(let leg, _): reason = "\(leg) is crossed at its source: more is paid for it than it costs."
    case .apart(let first, let second, let hours): reason = "\(first) and \(second) are \(hours) hours apart."
    case .noCommonSide(let first, let second): reason = "\(first) and \(second) have no side in common."
    case .noBuyer:
      message = "There is no rate to sell \(pair.base) for \(pair.quote)."
      reason = "Its source tells only the other side."
    case .noSeller:
      message = "There is no rate to buy \(pair.base) for \(pair.quote)."
      reason = "Its source tells only the other side."
    case .tooLong(let words): reason = words
    }
    self.init(.noData, message, reason: reason, facts: .noRate(pair, gap))
  }
}

extension RatesError {
  /// A currency that was to be exchanged for itself.
  package init(always currency: Currency) {
    self.init(.invalidRequest, "\(currency) in \(currency) is always 1.", facts: .sameCurrency(currency))
  }

  /// The error as one about a source.
  package func about(_ name: String, title: String) -> RatesError {
    var error = self
    error.subject = error.subject ?? RatesErrors.Source(name: name, title: title)
    return error
  }
}
