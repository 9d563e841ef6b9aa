import Localization
import Operations
import Primitives
import Rates
import StrictJSON
import Terminal
import WalletBook

extension WalletBalances {
  /// The balance and the tokens at a place in the output of `--json`.
  func json(at place: BalancePlace?, on network: Network?, _ money: Money?) -> JSONObject {
    let sample = place.flatMap { samples[$0] }
    let balance = sample.flatMap { sample in
      money?.json(sample.amount) ?? network.map { .amount(sample.amount, on: $0) }
    }
    return [
      "balance": balance ?? .null,
      "tokens": .array((place.flatMap { holdings[$0] } ?? []).map { $0.json(money) }),
      "balanceTime": .integer(sample?.time), "stale": .bool(place.map { isStale($0) } ?? true),
    ]
  }

  /// The networks whose nodes gave no answer, or not all of it, and why; those that nobody has used together.
  func problemLines(in language: Language) -> [StyledText] {
    let lines = (problems + tokenProblems).map { network, failure in
      StyledText("\(network): ", .warning) + StyledText(failure.words(in: language).sentences)
    }
    guard !unanswered.isEmpty else { return lines }
    return lines + [language[WalletText.unanswered(unanswered.joined(separator: ", "))].styled(.dim)]
  }

  /// Whether anything is known to be at a place.
  func holds(_ place: BalancePlace) -> Bool {
    samples[place].map { $0.amount > .zero } ?? false
      || holdings[place]?.contains { $0.units.map { $0 > 0 } ?? false } ?? false
  }

  /// The coins of exchanges that tokens at places are, by network.
  func traded(at places: [BalancePlace]) -> [String: Set<Currency>] {
    places.reduce(into: [:]) { coins, place in
      coins[place.network, default: []].formUnion((holdings[place] ?? []).compactMap(\.traded))
    }
  }
}

extension FiatTotal {
  /// The worth of coin and tokens at places, as far as the money of their networks is known.
  init(of balances: WalletBalances, at places: [BalancePlace], in moneys: [String: Money]) {
    for place in places {
      guard let sample = balances.samples[place], let money = moneys[place.network] else { continue }
      add(sample.amount, of: place.address, in: money)
      add(balances.holdings[place] ?? [], of: place.address, in: money)
    }
  }
}
