import Primitives

/// A token that a person vouches for, as the settings keep it: its symbol and decimals are those that the person saw,
/// whatever its contract says later.
///
/// It is written as `ADDRESS:DECIMALS:SYMBOL:NAME`; in symbol and name `%` and two digits stand for a byte that is no
/// letter, digit, `.`, `_`, `-` or `$` of ASCII.
package struct TrustedToken: Sendable, Hashable, CustomStringConvertible {
  /// The token's contract.
  package let address: Address
  /// The number of decimals; nil where the contract reports none.
  package let decimals: Int?
  /// The symbol; may be empty.
  package let symbol: String
  /// The name; may be empty.
  package let name: String

  /// A token by what a person saw of it.
  package init(address: Address, decimals: Int?, symbol: String, name: String) {
    (self.address, self.decimals, self.symbol, self.name) = (address, decimals, symbol, name)
  }

  private static let mostDecimals = 77

  /// Reads the text of a setting.
  ///
  /// - Throws: `PrimitivesError` for an address that is none; nil for another mistake.
  init?(_ text: String) throws {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 4, let symbol = Self.decoded(parts[2]), let name = Self.decoded(parts[3]) else { return nil }
    var decimals: Int?
    if !parts[1].isEmpty {
      guard let number = Int(parts[1]), (0...Self.mostDecimals).contains(number) else { return nil }
      decimals = number
    }
    self.init(address: try Address(parts[0]), decimals: decimals, symbol: symbol, name: name)
  }

  /// The text of the setting.
  package var description: String {
    "\(address.checksummed):\(decimals.map { "\($0)" } ?? ""):\(Self.encoded(symbol)):\(Self.encoded(name))"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "$"):
      true
    default: false
    }
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { encoded, byte in
      encoded += isPlain(byte) ? String(UnicodeScalar(byte)) : "%" + Hex.encode([byte], prefix: false)
    }
  }

  private static func decoded(_ text: String) -> String? {
    var bytes: Bytes = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if isPlain(byte) {
        bytes.append(byte)
      } else {
        guard byte == UInt8(ascii: "%"), rest.count >= 2,
          let coded = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
        else { return nil }
        rest = rest.dropFirst(2)
        bytes.append(coded)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
