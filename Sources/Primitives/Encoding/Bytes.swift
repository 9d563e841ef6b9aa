/// Bytes as they go over the wire.
public typealias Bytes = [UInt8]

extension [UInt8] {
  /// Reads hexadecimal text, with or without `0x`, in any case.
  ///
  /// - Throws: `badLength` for an odd count of digits, `badDigit` with its position for anything else.
  public init(hex: String) throws(PrimitivesError) {
    self = try Hex.decode(hex)
  }

  /// The bytes as `0x` and lower-case digits.
  public var hex: String { Hex.encode(self) }
}

extension Sequence<UInt8> {
  /// Calls `body` with the bytes in one piece, copying them only if they are not stored so.
  @inlinable
  func withContiguousBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let direct = withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) }
    if let direct { return direct }
    return ContiguousArray(self).withUnsafeBytes(body)
  }
}

extension Substring.UTF8View {
  /// The byte that two hexadecimal digits spell, as behind the % of an escape.
  package var hexadecimalByte: UInt8? {
    guard count == 2, allSatisfy({ UInt8(ascii: "+") != $0 && UInt8(ascii: "-") != $0 }) else { return nil }
    return UInt8(Substring(self), radix: 16)
  }
}
