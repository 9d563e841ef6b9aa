import Primitives
import Tokens

extension PairPrice {
  /// Reads a decimal number of quote tokens for a base token, exactly.
  ///
  /// - Throws: `OperationError` `.exchangePrice` for other text, for zero, and for a number with too many digits.
  public init(_ text: String, of pair: DirectoryPair) throws(OperationError) {
    guard let price = ExactDecimal(text.trimmed).flatMap({ Self.units($0, pair) }), !price.isZero else {
      throw OperationError(
        .exchangePrice, "\(TerminalSafe.quote(text, limit: 80)) is no price of \(pair).",
        reason: "It has to be a number of \(pair.quote.shown) above zero, as in 0.31.")
    }
    self.init(price, of: pair)
  }
}
