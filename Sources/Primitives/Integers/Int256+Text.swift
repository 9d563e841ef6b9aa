extension Int256: CustomStringConvertible, Codable {
  /// The number in decimal, with a minus sign if it is negative.
  public var description: String {
    isNegative ? "-" + magnitude.description : bitPattern.description
  }

  /// Two's complement in big-endian order, extended with the sign if there are fewer than 32 bytes.
  ///
  /// - Throws: `badLength` if there are more than 32.
  public init(bigEndian bytes: some Collection<UInt8>) throws(PrimitivesError) {
    let value = Int256(bitPattern: try UInt256(bigEndian: bytes))
    let unused = 256 - 8 * bytes.count
    self = unused < 256 ? (value << unused) >> unused : .zero
  }

  /// Two's complement as 32 big-endian bytes.
  public var bigEndianBytes: Bytes { bitPattern.bigEndianBytes }

  /// Reads a decimal number, or a hexadecimal one after `0x`, either with an optional minus or plus sign before it.
  ///
  /// - Throws: `empty`, `badDigit` with its position, or `overflow`.
  public init(parsing text: String) throws(PrimitivesError) {
    let negative = text.utf8.first == UInt8(ascii: "-")
    let signed = negative || text.utf8.first == UInt8(ascii: "+")
    let magnitude: UInt256
    do throws(PrimitivesError) {
      magnitude = try UInt256(parsing: signed ? String(text.dropFirst()) : text)
    } catch {
      throw PrimitivesError(error.code, error.message, about: error.position.map { $0 + (signed ? 1 : 0) })
    }
    var overflow = false
    self.init(negative: negative, magnitude: magnitude, overflow: &overflow)
    if overflow {
      throw PrimitivesError(
        .overflow, "cannot read \(quoted(text)) as a signed 256-bit number: it is not in -2^255 … 2^255 - 1")
    }
  }

  /// Reads what `init(parsing:)` reads.
  public init(from decoder: any Decoder) throws {
    try self.init(parsing: try decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the number in decimal, as a string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
