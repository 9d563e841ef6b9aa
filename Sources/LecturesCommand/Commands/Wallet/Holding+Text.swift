import Localization
import Operations
import Primitives
import Rates
import StrictJSON
import Terminal
import Tokens
import WalletBook

extension Holding {
  /// The amount with every digit, as a language writes it; that it is not known where the contract does not tell it.
  func text(in language: Language) -> StyledText {
    guard let units else { return untold(in: language) }
    return StyledText("\(language.decimal(TokenUnit(symbol: label, decimals: decimals).text(units))) \(label)")
  }

  /// The amount in a list.
  func roundedText(in language: Language) -> StyledText {
    guard let units else { return untold(in: language) }
    let unit = try? Amount.Unit(name: "token", symbol: label, decimals: decimals ?? 0)
    let text = "\(unit.map { Amount(wei: units).rounded(in: $0) } ?? "\(units)") \(label)"
    // All that 256 bits can hold fits no column.
    guard text.count <= Self.longestText else {
      return StyledText("≥ 10^\("\(units)".count - 1 - (decimals ?? 0)) \(label)")
    }
    return StyledText(language.decimal(text))
  }

  private static let longestText = 48

  private func untold(in language: Language) -> StyledText {
    StyledText("\(label): ") + language[WalletTokenText.untold].styled(.warning)
  }

  /// The worth, if that is known.
  func worth(in money: Money?) -> String? {
    money?.worth(of: self).flatMap { money?.language.money($0.worth, $0.currency) }
  }

  /// The holding in the output of `--json`; the amount is null where the contract does not tell it.
  func json(_ money: Money?) -> JSON {
    [
      "token": .string(token.checksummed), "symbol": .string(label), "decimals": .integer(decimals),
      "units": .text(units?.description),
      "value": .text(units.map { TokenUnit(symbol: label, decimals: decimals).text($0) }),
      "vouched": .bool(isVouched),
      "fiat": .text(money?.worth(of: self).flatMap { $0.worth.text(in: $0.currency) }),
      "time": .integer(time),
    ]
  }
}
