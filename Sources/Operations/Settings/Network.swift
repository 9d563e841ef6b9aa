import LectureKit
import Primitives

/// A chain and how to reach it.
package struct Network: Sendable, Hashable {
  /// The name by which it is chosen.
  package let name: String
  /// EIP-155; nil if any chain will do that is not one of the public ones.
  package var chainID: UInt256?
  /// URLs, the first preferred.
  package var endpoints: [String]
  /// The explorer for people to look at transactions, without a slash at the end.
  package var explorer: String?
  /// The unit written after an amount of the chain's money.
  package var symbol: String
  /// True if the chain speaks Klaytn's and Kaia's dialect: its own transaction types, `klay_` and `kaia_` methods,
  /// fees.
  package var isKaia: Bool
  /// One line for the list.
  package var summary: String

  /// The unit of the chain's money; it has 18 decimals everywhere.
  package var unit: Amount.Unit {
    switch symbol.uppercased() {
    case "KLAY": .klay
    case "ETH": .ether
    case "KAIA": .kaia
    default: (try? Amount.Unit(name: symbol.lowercased(), symbol: symbol, decimals: 18)) ?? .ether
    }
  }

  /// Whether a text may be the name of a network: letters, digits, `-`, `_` and `.`, 64 at most.
  package static func isName(_ text: String) -> Bool {
    (1...64).contains(text.count)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
  }

  /// The symbol of a coin, as it may be written after an amount; nil for another text, and for the name of a part of a
  /// coin, such as gwei: amounts would be read as another number of coins.
  static func symbol(_ text: String) -> String? {
    let isWord = (1...12).contains(text.count) && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard isWord, text.first?.isLetter == true else { return nil }
    return (try? Amount.Unit(named: text)).map { $0.decimals == 18 } ?? true ? text : nil
  }

  /// The chain id in a text; nil for another text, and for 0.
  static func chainID(_ text: String) -> UInt256? { (try? UInt256(parsing: text)).flatMap { $0 > 0 ? $0 : nil } }

  /// The address of an explorer, without a slash at the end; nil if a link cannot begin with the text.
  static func explorer(_ text: String) -> String? {
    guard let address = ["https://", "http://"].first(where: text.hasPrefix).map({ text.dropFirst($0.count) }),
      !address.isEmpty, !address.contains(where: { $0.isWhitespace || "@\"<>".contains($0) || !$0.isASCII })
    else { return nil }
    return text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  /// Whether a unit is the coin of other chains than this, as KLAY is on Ethereum; its parts, such as gwei and ston,
  /// are not distinguished. A chain on this machine may be of any family.
  package func isForeign(_ unit: Amount.Unit) -> Bool {
    let coins: [Set<Amount.Unit>] = [[.klay, .kaia], [.ether]]
    guard name != Self.defaultName, let own = coins.first(where: { $0.contains(self.unit) }),
      let other = coins.first(where: { $0.contains(unit) })
    else { return false }
    return own != other
  }

  /// The unit that gas is priced in: a billionth of a coin, which has a name of its own on Kaia.
  package var gasUnit: Amount.Unit { isKaia ? .ston : unit.ofGasPrices }

  /// An amount of the chain's money in words with every digit, as in "10 KLAY".
  package func text(_ amount: Amount) -> String { "\(amount.formatted(in: unit)) \(symbol)" }

  /// A lecture's price in words: the contract counts whole units of the chain's money.
  package func text(_ price: Price) -> String { text(price.amount) }

  /// An amount in a list, as in "1,234.57 KLAY": six digits are enough to compare rows by.
  package func roundedText(_ amount: Amount, _ rounding: Amount.Rounding = .nearest) -> String {
    "\(amount.rounded(in: unit, rounding)) \(symbol)"
  }

  /// The price of a unit of gas in words with every digit, as in "25 ston".
  package func text(gasPrice: UInt256) -> String { "\(Amount(wei: gasPrice).formatted(in: gasUnit)) \(gasUnit.name)" }

  /// The explorer's page of a transaction.
  package func link(toTransaction hash: String) -> String? { explorer.map { "\($0)/tx/\(hash)" } }

  /// The explorer's page of an account or contract.
  package func link(toAddress address: String) -> String? { explorer.map { "\($0)/address/\(address)" } }

  /// Whether a chain is this network's.
  ///
  /// A network without a chain id of its own takes any but the public ones: a signature for a chain at home must not be
  /// good on a chain where money is real.
  package func takes(_ chainID: UInt256) -> Bool {
    self.chainID.map { $0 == chainID } ?? (Network.builtIn(ofChain: chainID) == nil)
  }

  /// Checks the chain id that a node answers.
  ///
  /// - Throws: `wrongChain` for a chain that the network does not take.
  package func check(chainID told: UInt256, endpoint: String) throws(SettingsError) {
    guard !takes(told) else { return }
    let known = Network.builtIn(ofChain: told)?.name
    let facts = SettingsErrors.Facts.chains(expected: chainID, told: told, known: known)
    if let chainID {
      throw SettingsError(
        .wrongChain, "The node is on another chain.",
        reason: "\(endpoint) says chain id \(told)\(known.map { " (\($0))" } ?? ""); \(name) is \(chainID).",
        facts: facts)
    }
    throw SettingsError(
      .wrongChain, "The node is on the public chain \(known ?? "").",
      reason: "\(endpoint) says chain id \(told), and \(name) is meant for chains of one's own.", facts: facts)
  }
}
