import Localization
import Operations
import Primitives
import Rates
import StrictJSON
import Terminal

/// The worth of several balances together, each account of a chain counted once.
struct FiatTotal {
  private struct Place: Hashable {
    let chain: String
    let address: Address
  }

  private var counted: Set<Place> = []
  private var sum: (worth: Fraction, currency: Currency)?
  private var unvalued = 0

  /// Counts the balance of an account, unless it is counted already.
  mutating func add(_ balance: Amount, of address: Address, in money: Money) {
    let chain = money.network.chainID?.description ?? money.network.name
    guard counted.insert(Place(chain: chain, address: address)).inserted else { return }
    guard let valuation = money.valuation, let worth = valuation.worth(of: balance), add(worth, valuation.currency)
    else {
      if balance > .zero { unvalued += 1 }
      return
    }
  }

  /// - Returns: False where the worth is in other money than that of the sum, or does not fit.
  private mutating func add(_ worth: Fraction, _ currency: Currency) -> Bool {
    guard let before = sum else {
      sum = (worth, currency)
      return true
    }
    guard before.currency == currency, let after = try? before.worth.adding(worth) else { return false }
    sum = (after, currency)
    return true
  }

  /// The sum for people, and how many accounts with money are not in it; none where nothing is valued.
  func line(in language: Language) -> [StyledText] {
    guard let sum, let worth = language.money(sum.worth, sum.currency) else { return [] }
    return [StyledText(language[unvalued == 0 ? FiatText.inAll(worth) : .inPart(worth, without: unvalued)])]
  }

  /// The sum for scripts, as in `1482 KRW`; null where nothing is valued.
  var json: JSON { .text(sum.flatMap { $0.worth.text(in: $0.currency) }) }
}
