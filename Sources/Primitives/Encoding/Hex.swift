/// Bytes as hexadecimal text and back.
public enum Hex {
  /// Writes two lower-case digits for each byte, after `0x` unless `prefix` is false.
  ///
  /// - Complexity: O(n), one allocation.
  @inlinable
  public static func encode(_ bytes: some Sequence<UInt8>, prefix: Bool = true) -> String {
    bytes.withContiguousBytes { encode(buffer: $0, prefix: prefix) }
  }

  @usableFromInline
  static func encode(buffer: UnsafeRawBufferPointer, prefix: Bool) -> String {
    let start = prefix ? 2 : 0
    return String(unsafeUninitializedCapacity: start + 2 * buffer.count) { out in
      if prefix {
        out[0] = UInt8(ascii: "0")
        out[1] = UInt8(ascii: "x")
      }
      guard buffer.count > 0, let target = out.baseAddress, let source = buffer.baseAddress else { return start }
      write(source, count: buffer.count, to: target + start)
      return start + 2 * buffer.count
    }
  }

  /// Writes `2 * count` digits; free of branches, so that the compiler can use vector instructions.
  static func write(_ source: UnsafeRawPointer, count: Int, to target: UnsafeMutablePointer<UInt8>) {
    let bytes = source.assumingMemoryBound(to: UInt8.self)
    for index in 0..<count {
      let byte = bytes[index]
      target[2 &* index] = digit(byte >> 4)
      target[2 &* index &+ 1] = digit(byte & 15)
    }
  }

  /// The lower-case digit of a number below sixteen.
  @inline(__always)
  static func digit(_ nibble: UInt8) -> UInt8 {
    nibble &+ 48 &+ (nibble > 9 ? 39 : 0)
  }

  /// The number that a digit stands for; above fifteen if it is none.
  @inline(__always)
  static func nibble(_ digit: UInt8) -> UInt8 {
    let decimal = digit &- 48
    let letter = (digit | 0x20) &- 97
    return decimal < 10 ? decimal : (letter < 6 ? letter &+ 10 : 0xff)
  }

  /// Reads pairs of digits, with or without `0x`, in any case.
  ///
  /// - Throws: `badLength` for an odd count of digits, `badDigit` with the position of the first character that is none.
  /// - Complexity: O(n), one allocation.
  public static func decode(_ text: String) throws(PrimitivesError) -> Bytes {
    var text = text
    let result: Result<Bytes, PrimitivesError> = text.withUTF8 { digits in
      let start = prefixLength(digits)
      return decode(UnsafeBufferPointer(rebasing: digits[start...]), offset: start)
    }
    return try result.get()
  }

  /// Two when the text begins with `0x` or `0X`, else zero.
  static func prefixLength(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    text.count >= 2 && text[0] == UInt8(ascii: "0") && text[1] | 0x20 == UInt8(ascii: "x") ? 2 : 0
  }

  private static func decode(_ digits: UnsafeBufferPointer<UInt8>, offset: Int) -> Result<Bytes, PrimitivesError> {
    var areDigits = true
    // All empty arrays are one: to write its count, even 0, would be a write that threads share.
    let size = digits.count / 2
    let bytes =
      size == 0
      ? []
      : Bytes(unsafeUninitializedCapacity: size) { out, count in
        count = size
        guard let source = digits.baseAddress, let target = out.baseAddress else { return }
        areDigits = read(source, count: size, to: target)
      }
    if !areDigits || digits.count % 2 != 0 {
      if let position = digits.firstIndex(where: { nibble($0) > 15 }) {
        return .failure(badDigit(in: digits, at: position, offset: offset))
      }
      return .failure(
        PrimitivesError(
          .badLength,
          """
          cannot read hexadecimal text: \(digits.count) digits do not make whole bytes
          write two digits for each byte, as in 0x0a rather than 0xa
          """))
    }
    return .success(bytes)
  }

  /// Reads `2 * count` digits into `count` bytes; false if one of them is none. Free of branches, as `write` is.
  static func read(_ source: UnsafePointer<UInt8>, count: Int, to target: UnsafeMutablePointer<UInt8>) -> Bool {
    var bad: UInt8 = 0
    for index in 0..<count {
      let high = nibble(source[2 &* index])
      let low = nibble(source[2 &* index &+ 1])
      bad |= high | low
      target[index] = high << 4 | low & 15
    }
    return bad <= 15
  }

  static func badDigit(in digits: UnsafeBufferPointer<UInt8>, at position: Int, offset: Int) -> PrimitivesError {
    // A character may be several bytes long: show it whole.
    let rest = String(decoding: digits[position..<min(position + 8, digits.count)], as: UTF8.self)
    return PrimitivesError(
      .badDigit,
      """
      cannot read hexadecimal text: \(quoted(rest.prefix(1))) at position \(offset + position) is not a digit
      use the digits 0–9 and a–f only
      """,
      about: offset + position)
  }
}
