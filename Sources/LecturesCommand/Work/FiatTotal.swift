import Localization
import Operations
import Primitives
import Rates
import StrictJSON
import Terminal
import WalletBook

/// The worth of several balances together, each account of a chain counted once.
struct FiatTotal {
  private struct Place: Hashable {
    let chain: String
    let address: Address
    /// The contract of a token that is worth as much as the coin; nil for the coin itself.
    let token: Address?
  }

  private var counted: Set<Place> = []
  /// The sum in each money: a rate by hand may be in another than the others.
  private var sums: [Currency: Fraction] = [:]
  private var unvalued = 0

  /// Nothing counted yet.
  init() {}

  /// Counts the balance of an account, unless it is counted already.
  mutating func add(_ balance: Amount, of address: Address, in money: Money) {
    guard isNew(address, nil, money), balance > .zero else { return }
    add(balance, in: money)
  }

  /// Counts the tokens of an account, unless they are counted already: those whose worth is known (the coin itself, and
  /// coins of exchanges that a trusted list knows), and the number of the others that somebody vouches for.
  mutating func add(_ holdings: [Holding], of address: Address, in money: Money) {
    for holding in holdings {
      guard let units = holding.units, units > 0, isNew(address, holding.token, money) else { continue }
      if let (worth, currency) = money.worth(of: holding) {
        add(worth, currency)
      } else if holding.isVouched {
        unvalued += 1
      }
    }
  }

  private mutating func isNew(_ address: Address, _ token: Address?, _ money: Money) -> Bool {
    let chain = money.network.chainID?.description ?? money.network.name
    return counted.insert(Place(chain: chain, address: address, token: token)).inserted
  }

  private mutating func add(_ balance: Amount, in money: Money) {
    guard let valuation = money.valuation, let worth = valuation.worth(of: balance) else {
      unvalued += 1
      return
    }
    add(worth, valuation.currency)
  }

  private mutating func add(_ worth: Fraction, _ currency: Currency) {
    guard let sum = try? sums[currency].map({ try $0.adding(worth) }) ?? worth else {
      unvalued += 1
      return
    }
    sums[currency] = sum
  }

  private func text(_ write: (Fraction, Currency) -> String?) -> String? {
    let texts = sums.sorted { $0.key < $1.key }.compactMap { write($0.value, $0.key) }
    return texts.isEmpty ? nil : texts.joined(separator: " + ")
  }

  /// The sum for people, and how many accounts with money are not in it; none where nothing is valued.
  func line(in language: Language) -> [StyledText] {
    guard let worth = text({ language.money($0, $1) }) else { return [] }
    return [StyledText(language[unvalued == 0 ? FiatText.inAll(worth) : .inPart(worth, without: unvalued)])]
  }

  /// The sum for scripts, as in `1482 KRW`; null where nothing is valued.
  var json: JSON { .text(text { $0.text(in: $1) }) }
}
