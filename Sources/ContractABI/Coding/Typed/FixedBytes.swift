import Primitives

/// One to thirty-two bytes: a value of `bytes1` … `bytes32`, or of `function`.
public struct FixedBytes: Sendable, Hashable {
  /// The bytes at the beginning, zeros after them.
  let word: Hash32
  /// The number of bytes.
  public let count: Int
}

extension FixedBytes: CustomStringConvertible {
  /// Takes 1 to 32 bytes.
  ///
  /// - Throws: `countMismatch` for any other count.
  public init(_ bytes: some Collection<UInt8>) throws(ContractABIError) {
    let count = bytes.count
    guard (1...32).contains(count) else {
      throw ContractABIError(.countMismatch, "fixed bytes are 1 to 32 bytes, these are \(count)")
    }
    var word = UInt256.zero
    for byte in bytes { word = word << 8 | UInt256(byte) }
    self.init(word: Hash32(word << (8 * (32 - count))), count: count)
  }

  /// The bytes without the zeros that fill the word.
  public var bytes: Bytes { Bytes(word.bytes.prefix(count)) }

  /// The bytes as `0x` and lower-case digits.
  public var hex: String { bytes.hex }

  /// The bytes as `0x` and digits.
  public var description: String { hex }
}
