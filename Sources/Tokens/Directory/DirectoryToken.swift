import Primitives

/// A token that a directory knows, under the name by which it alone goes there.
public struct DirectoryToken: Sendable, Hashable {
  /// The token's contract.
  public let address: Address
  /// The symbol, which others may have as well.
  public let symbol: String
  /// The name, which others may have as well; may be empty.
  public let name: String
  /// The name by which the directory finds this token and no other: its symbol, or the symbol, `#` and as many of the
  /// address's last digits as it takes, four at least.
  public let label: String
  /// The number of decimals, 0 to 77; nil if it has none: then amounts are of its smallest unit.
  public let decimals: Int?
  /// The most trusted source that says so.
  public let source: TokenSource
  /// Whether ``decimals`` were compared with the contract's, now or when money was first counted with them.
  public let isConfirmed: Bool

  /// Whether anybody but the contract itself says which token it is.
  public var isVouchedFor: Bool { source < .contract }

  /// The label, marked with `?` where the contract's own word is all there is.
  public var shown: String { isVouchedFor ? label : label + "?" }

  /// The unit of its amounts.
  public var unit: TokenUnit { TokenUnit(symbol: label, decimals: decimals) }
}

/// The unit in which amounts of a token are written.
public struct TokenUnit: Sendable, Hashable {
  /// The text that stands behind a number.
  public let symbol: String
  /// The number of decimals; nil if amounts are of the smallest unit.
  public let decimals: Int?
  private let unit: Amount.Unit

  private static let most = 77

  /// A unit; more decimals than 77 count as none.
  public init(symbol: String, decimals: Int?) {
    let known = decimals.flatMap { (0...Self.most).contains($0) ? $0 : nil }
    (self.symbol, self.decimals) = (symbol, known)
    unit = (try? Amount.Unit(name: "token", symbol: symbol, decimals: known ?? 0)) ?? .wei
  }

  /// Reads a decimal number exactly, as a number of the smallest unit; nothing is ever rounded.
  ///
  /// - Throws: `tooManyDigits` for more digits after the point than the token has, zeros at the end apart;
  ///   `invalidAmount` for any other text and for more than 256 bits can hold.
  public func amount(_ text: String) throws(TokenError) -> UInt256 {
    do throws(PrimitivesError) {
      return try Amount(parsing: text, unit: unit).wei
    } catch {
      let (shown, due) = (TerminalSafe.quote(text, limit: 80), decimals ?? 0)
      guard error.code == .tooManyDecimals else {
        throw TokenError(
          .invalidAmount, "\(shown) is no amount of \(TerminalSafe.name(symbol))", about: shown,
          reason: error.code == .overflow ? "it is more than 256 bits can hold" : "write digits and at most one point",
          cause: error)
      }
      let given = text.utf8.reversed().prefix { $0 != UInt8(ascii: ".") }.drop { $0 == UInt8(ascii: "0") }.count
      throw TokenError(
        .tooManyDigits, "\(shown) has more digits than \(TerminalSafe.name(symbol)) has", about: shown,
        reason: "it has \(given) after the point, and \(due) is the most",
        facts: .digits(given: given, decimals: due), cause: error)
    }
  }

  /// A number of the smallest unit as a decimal number, exact and without zeros at the end.
  public func text(_ amount: UInt256) -> String { Amount(wei: amount).formatted(in: unit) }
}
