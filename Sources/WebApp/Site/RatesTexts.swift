import Operations
import Primitives
import Rates

/// Rates of exchange, banks and news, as a language writes them.
package protocol RatesTexts: Sendable {
  /// A label or a state, in a word or two.
  func word(_ word: RatesWord) -> String
  /// The name of a market.
  func name(of market: Market) -> String
  /// A price of a rate in the digits that it is shown with; a dash where nobody stands on the side.
  func price(_ price: Fraction?, _ rate: Rate) -> String
  /// A price as a source gives it; a dash where there is none.
  func price(_ price: ExactDecimal?) -> String
  /// A price by itself; a dash where there is none.
  func price(_ price: Fraction?) -> String
  /// An amount of a currency.
  func money(_ amount: Fraction, _ currency: Currency) -> String
  /// A change in per cent with its sign; empty where none is known.
  func changeText(_ change: RateChange?) -> String
  /// The day that a rate is for, or its age, with the reasons not to rely on it.
  func time(of rate: Rate) -> String
  /// The name of a rate's source; of a cross rate of several sources all names.
  func title(of rate: Rate) -> String
  /// The name of a source or feed.
  func title(of source: String) -> String
  /// The age of a time in seconds since 1970.
  func age(_ time: Int64) -> String
  /// A day.
  func date(_ day: Day) -> String
  /// The sentence with the result of a conversion.
  func sentence(of conversion: Conversion) -> String
  /// A rate with its source and age, as one of those that another is made of.
  func part(_ rate: Rate, _ side: Rate.Side) -> String
  /// A pair that has no rate.
  func missing(_ pair: CurrencyPair) -> String
  /// The rates that do not count, and the sources with which something is wrong.
  func troubles(_ problems: [SourceProblem], suspects: [Rate]) -> [String]
  /// The state of a source: whether it is asked, and how far it is trusted.
  func state(of source: RateSourceState) -> String
  /// The terms on which a source may be used, in a line.
  func terms(of source: SourceProfile) -> String
  /// The change over so many days, as a label.
  func changeOver(days: Int) -> String
}

/// A label or a state on the pages of rates.
package enum RatesWord: Sendable, Hashable, CaseIterable {
  case currency, buy, sell, rate, change, asOf, source, bank, day
  case site, phone, email, address, rating, licence, cash, card
  case news, noNews, read, feed, published
  case lowest, highest, mean
  case state, lastSuccess, terms, markets, never
}
