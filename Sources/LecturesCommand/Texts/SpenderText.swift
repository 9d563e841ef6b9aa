import Localization
import Terminal

/// The words for an account that may move tokens: whether it is the exchange, its name here, and its address.
struct SpenderText: Phrase {
  private let account: StyledText
  private let isExchange: Bool

  /// Words for an account.
  ///
  /// - Parameter account: The address, with the name it has here.
  init(_ account: StyledText, isExchange: Bool) { (self.account, self.isExchange) = (account, isExchange) }

  var english: StyledText { isExchange ? "the exchange, " + account : account }
  var korean: StyledText { isExchange ? "거래소, " + account : account }
  var ukrainian: StyledText { isExchange ? "біржа, " + account : account }
}
