import Primitives

/// The first four bytes of Keccak-256 of a signature, which calldata and custom errors begin with.
public struct ABISelector: Sendable, Hashable {
  /// The bytes as a big-endian number.
  public let rawValue: UInt32

  /// The selector whose bytes are this number's, the most significant first.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The selector of a canonical signature such as `transfer(address,uint256)`.
  public init(signature: String) {
    self.init(rawValue: UInt32(truncatingIfNeeded: UInt256(Keccak256.hash(Bytes(signature.utf8))) >> 224))
  }

  /// The first four of the bytes; nil if there are fewer.
  public init?(prefixOf data: some Collection<UInt8>) {
    guard data.count >= 4 else { return nil }
    self.init(rawValue: data.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
  }

  /// The four bytes.
  public var bytes: Bytes { (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (24 - 8 * $0)) } }

  /// `0x` and eight lower-case digits.
  public var hex: String { bytes.hex }
}

extension ABISelector: CustomStringConvertible {
  /// The four bytes as `0x` and eight digits.
  public var description: String { hex }
}
