import Localization
import Operations
import Primitives
import Rates

@testable import WebApp

/// Rates in few words: those of the program are not in these tests.
struct PlainRates: RatesTexts {
  let language: Language
  let now: Int64

  func word(_ word: RatesWord) -> String { "\(word)" }
  func name(of market: Market) -> String { market.rawValue }
  func price(_ price: Fraction?, _ rate: Rate) -> String { self.price(price) }
  func price(_ price: ExactDecimal?) -> String { self.price(price.map { Fraction($0) }) }
  func price(_ price: Fraction?) -> String { price.flatMap { language.grouped($0, digits: 4) } ?? "–" }
  func money(_ amount: Fraction, _ currency: Currency) -> String {
    language.money(amount, currency.code, digits: currency.digits) ?? ""
  }
  func changeText(_ change: RateChange?) -> String {
    change?.percent.flatMap { $0.text(digits: 2) }.map { (change?.isFall == true ? "-" : "+") + $0 } ?? ""
  }
  func time(of rate: Rate) -> String { (rate.day?.description ?? age(rate.known)) + (rate.isOld ? " (old)" : "") }
  func title(of rate: Rate) -> String { rate.source }
  func title(of source: String) -> String { source }
  func age(_ time: Int64) -> String { language.age(now - time) }
  func date(_ day: Day) -> String { day.description }
  func sentence(of conversion: Conversion) -> String {
    "\(conversion.side): \(money(conversion.amount, conversion.rate.pair.base)) = \(money(conversion.value, conversion.rate.pair.quote))"
  }
  func part(_ rate: Rate, _ side: Rate.Side) -> String { "\(rate.pair) \(price(rate.price(side)))" }
  func missing(_ pair: CurrencyPair) -> String { "\(pair): none" }
  func troubles(_ problems: [SourceProblem], suspects: [Rate]) -> [String] { problems.map { "\($0.source) is silent" } }
  func state(of source: RateSourceState) -> String { source.isEnabled ? "on" : "off" }
  func terms(of source: SourceProfile) -> String { source.licence }
  func changeOver(days: Int) -> String { "change in \(days)" }
}
