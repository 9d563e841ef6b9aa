import Orders
import Primitives

/// The idempotency key of a limit order: the second order with a key is the first one, taken up where it stands.
public struct OrderKey: Sendable, Hashable, CustomStringConvertible {
  /// The text that is compared, as it stands in the file.
  public let description: String

  /// The key of what a person asked for.
  ///
  /// - Parameters:
  ///   - amounts: Both, in the smallest units of their tokens.
  ///   - expiry: The end as it was given, as in `1d`: a time computed from it would be another each time.
  ///   - taker: The only account that may fill; zero for anybody.
  ///   - salt: The salt, where it was given as well.
  public init(
    exchange: Address, maker: Address, makerToken: Address, takerToken: Address, amounts: OrderAmounts, expiry: String,
    taker: Address = .zero, salt: UInt256? = nil
  ) {
    var parts = [
      "order", exchange.lowercaseHex, maker.lowercaseHex, "\(makerToken.lowercaseHex)/\(takerToken.lowercaseHex)",
      "\(amounts.maker)/\(amounts.taker)", TerminalSafe.escape(expiry, limit: 60),
    ]
    if taker != .zero { parts.append("taker \(taker.lowercaseHex)") }
    if let salt { parts.append("salt \(salt)") }
    self.init(parts.joined(separator: " "))
  }

  private init(_ description: String) { self.description = description }

  /// The key of an equal order that waits for a price: it is another one than an order that is posted at once.
  public var conditional: OrderKey { OrderKey(description + Self.conditionMark) }

  /// The key of an equal order that is kept in a file, for whoever gets it: no relay is to have it.
  public var inFile: OrderKey { OrderKey(description + Self.fileMark) }

  private static let (conditionMark, fileMark) = (" conditional", " in a file")

  /// Whether the text of a key is that of an order that is signed and not posted at once: one in a file, or one that waits
  /// for a price.
  static func isHeld(_ key: String) -> Bool { key.hasSuffix(fileMark) || key.hasSuffix(conditionMark) }
}
