import Primitives
import Tokens

/// An amount of a token that a directory knows.
public struct TokenAmount: Sendable, Hashable {
  /// The token, which tells symbol and decimals.
  public let token: DirectoryToken
  /// The amount, in the token's smallest unit.
  public let units: UInt256

  /// An amount of a token.
  public init(_ units: UInt256, of token: DirectoryToken) { (self.units, self.token) = (units, token) }

  /// Reads a decimal number of a token exactly.
  ///
  /// - Throws: `TokenError` `tooManyDigits` or `invalidAmount`.
  public init(_ text: String, of token: DirectoryToken) throws(TokenError) {
    self.init(try token.unit.amount(text), of: token)
  }

  /// The amount with every digit and the token's label, as in `1.5 TKA`.
  public var text: String { "\(token.unit.text(units)) \(token.shown)" }
}
