import Localization
import Operations
import Primitives
import Terminal

extension Network {
  /// An amount of the chain's money with every digit, as a language writes it: "10.5 KLAY", "10,5 KLAY".
  func text(_ amount: Amount, in language: Language) -> String { language.decimal(text(amount)) }

  /// An amount in a list, as a language writes it.
  func roundedText(_ amount: Amount, in language: Language) -> String { language.decimal(roundedText(amount)) }

  /// An amount of the chain's money as it is typed: `1.5` or `1,5`, or with a unit of its own, `25 gwei`.
  ///
  /// - Parameter option: the option that gave it, for the error.
  /// - Throws: `usage` with the mistake, the coin of another chain included.
  func amount(_ text: String, of option: String) throws(CommandFailure) -> Amount {
    let typed = text.trimmed
    let unitName = String(typed.drop { !$0.isLetter })
    let amount = try CommandFailure.explaining(.usage, InputRefusal.amount(option, coin: symbol)) {
      let number = String(typed.prefix { !$0.isLetter }).trimmed
      let text = number.contains(",") ? "\(try TypedNumber(number).plain) \(unitName)".trimmed : typed
      return unitName.isEmpty ? try Amount(parsing: text, unit: unit) : try Amount(parsing: text)
    }
    if let unit = try? Amount.Unit(named: unitName), isForeign(unit) {
      let number = String(typed.prefix { !$0.isLetter }).trimmed
      throw CommandFailure(
        .usage,
        InputRefusal.otherCoin(option, unit: unit.symbol, network: name, coin: symbol, number: number))
    }
    return amount
  }
}
