import Primitives
import Rates

/// The rates of a market at a glance: each with its change since the day before, and the newest headline not yet read.
package struct RatesOverview: Sendable {
  /// A pair's rate and its change.
  package struct Row: Sendable {
    /// The rate.
    package let rate: Rate
    /// The change since the last day before that is kept; nil where none is.
    package let change: RateChange?
  }

  /// A pair without a rate, and the reason.
  package struct Missing: Sendable {
    /// The currencies.
    package let pair: CurrencyPair
    /// The reason.
    package let error: RatesError
  }

  /// The market.
  package let market: Market
  /// The pairs that have a rate, in the order in which they were asked for.
  package let rows: [Row]
  /// The pairs that have none.
  package let missing: [Missing]
  /// The rates that sources tell now and that are far from the shown ones, which they said before.
  package let suspects: [Rate]
  /// The newest piece of news that is not read; nil if there is none.
  package let headline: NewsItem?
  /// Whether the market has rates of further currencies, which are not shown.
  package let hasMore: Bool
  /// The sources that could not be asked.
  package let problems: [SourceProblem]
  /// The time of the reading, in seconds since 1970.
  package let time: Int64
}

/// A change from one price to another.
package struct RateChange: Sendable, Hashable {
  /// The earlier price.
  package let old: Fraction
  /// The later price.
  package let new: Fraction

  /// Whether the later price is lower.
  package var isFall: Bool { new < old }

  /// The size of the change, without a sign.
  package var size: Fraction? { isFall ? Self.difference(old, new) : Self.difference(new, old) }

  /// The size in per cent of the earlier price, without a sign.
  package var percent: Fraction? {
    size.flatMap { size in
      (try? size.divided(by: old)).flatMap { share in
        Fraction(100, over: 1).flatMap { try? share.multiplied(by: $0) }
      }
    }
  }

  private static func difference(_ large: Fraction, _ small: Fraction) -> Fraction? {
    guard case (let left, false) = large.numerator.multipliedReportingOverflow(by: small.denominator),
      case (let right, false) = small.numerator.multipliedReportingOverflow(by: large.denominator),
      case (let below, false) = large.denominator.multipliedReportingOverflow(by: small.denominator)
    else { return nil }
    return Fraction(left - right, over: below)
  }
}

extension RateChange {
  /// The change between the middle prices of two rates; nil where one of them has none.
  init?(from earlier: Rate?, to later: Rate) {
    guard let old = earlier?.price(.mid), let new = later.price(.mid) else { return nil }
    self.init(old: old, new: new)
  }
}

/// An amount converted into several currencies.
package struct RatesConversion: Sendable {
  /// The amount.
  package let amount: ExactDecimal
  /// The currency that it is of.
  package let currency: Currency
  /// The market.
  package let market: Market
  /// The results, in the order in which they were asked for.
  package let results: [Conversion]
  /// The rates that sources tell now and that are far from those that were converted at.
  package let suspects: [Rate]
  /// The currencies without a rate.
  package let missing: [RatesOverview.Missing]
  /// The sources that could not be asked.
  package let problems: [SourceProblem]
  /// The time of the reading, in seconds since 1970.
  package let time: Int64
}
