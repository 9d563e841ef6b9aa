extension UInt256: CustomStringConvertible, Codable {
  /// The number in decimal.
  public var description: String {
    if high == 0 && limb1 == 0 { return String(limb0) }
    // At most 78 digits, taken nineteen at a time from the end.
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 80) { digits in
      var position = 80
      var rest = self
      while rest != .zero {
        let (quotient, remainder) = rest.dividedBy(10_000_000_000_000_000_000)
        var group = remainder
        rest = quotient
        for _ in 0..<19 where rest != .zero || group != 0 {
          position -= 1
          digits[position] = UInt8(truncatingIfNeeded: 48 &+ group % 10)
          group /= 10
        }
      }
      return String(decoding: digits[position...], as: UTF8.self)
    }
  }

  /// The number as JSON-RPC writes quantities: `0x` and digits without leading zeros; `0x0` for zero.
  public var quantity: String {
    let count = Swift.max(1, (259 - leadingZeroBitCount) / 4)
    return String(unsafeUninitializedCapacity: count + 2) { out in
      out[0] = UInt8(ascii: "0")
      out[1] = UInt8(ascii: "x")
      var rest = self
      for index in stride(from: count + 1, to: 1, by: -1) {
        out[index] = Hex.digit(UInt8(truncatingIfNeeded: rest.limb0 & 15))
        rest = rest &>> 4
      }
      return count + 2
    }
  }

  /// Reads a quantity of JSON-RPC: `0x`, then 1…64 digits, the first not zero unless it is the only one.
  ///
  /// - Throws: `missingPrefix`, `empty`, `badLength`, `leadingZeros` or `badDigit`.
  public init(quantity: String) throws(PrimitivesError) {
    self = try UInt256.read(quantity) { (utf8) throws(PrimitivesError) in
      guard utf8.count >= 2, utf8[0] == UInt8(ascii: "0"), utf8[1] == UInt8(ascii: "x") else {
        throw PrimitivesError(
          .missingPrefix, "cannot read the quantity \(quoted(quantity)): it does not begin with 0x")
      }
      guard utf8.count > 2 else {
        throw PrimitivesError(.empty, "cannot read the quantity \"0x\": it has no digits; zero is written 0x0")
      }
      guard utf8[2] != UInt8(ascii: "0") || utf8.count == 3 else {
        throw PrimitivesError(.leadingZeros, "cannot read the quantity \(quoted(quantity)): it has leading zeros")
      }
      return try UInt256.digits(hexadecimal: UnsafeBufferPointer(rebasing: utf8[2...]), of: quantity)
    }
  }

  /// Reads a decimal number, or a hexadecimal one after `0x`; leading zeros are allowed, signs and spaces are not.
  ///
  /// - Throws: `empty`, `badDigit` with its position, or `overflow`.
  public init(parsing text: String) throws(PrimitivesError) {
    self = try UInt256.read(text) { (utf8) throws(PrimitivesError) in
      let start = Hex.prefixLength(utf8)
      let rest = UnsafeBufferPointer(rebasing: utf8[start...])
      guard let first = rest.firstIndex(where: { $0 != UInt8(ascii: "0") }) else {
        if rest.isEmpty { throw PrimitivesError(.empty, "cannot read \(quoted(text)) as a number: it has no digits") }
        return .zero
      }
      let digits = UnsafeBufferPointer(rebasing: rest[first...])
      return start == 2
        ? try UInt256.digits(hexadecimal: digits, of: text) : try UInt256.digits(decimal: digits, of: text)
    }
  }

  /// Reads the bytes of a text with a body that throws a typed error, which `withUTF8` does not let through.
  private static func read(
    _ text: String, _ body: (UnsafeBufferPointer<UInt8>) throws(PrimitivesError) -> UInt256
  ) throws(PrimitivesError) -> UInt256 {
    var text = text
    let result: Result<UInt256, PrimitivesError> = text.withUTF8 { utf8 in
      do throws(PrimitivesError) { return .success(try body(utf8)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  private static func digits(
    hexadecimal digits: UnsafeBufferPointer<UInt8>, of text: String
  ) throws(PrimitivesError) -> UInt256 {
    if let bad = digits.firstIndex(where: { Hex.nibble($0) > 15 }) {
      throw badDigit(in: digits, at: bad, of: text)
    }
    guard digits.count <= 64 else { throw tooLarge(text) }
    var value = UInt256()
    for digit in digits { value = value &<< 4 | UInt256(limb: UInt64(Hex.nibble(digit))) }
    return value
  }

  private static func digits(
    decimal digits: UnsafeBufferPointer<UInt8>, of text: String
  ) throws(PrimitivesError) -> UInt256 {
    if let bad = digits.firstIndex(where: { $0 &- 48 > 9 }) { throw badDigit(in: digits, at: bad, of: text) }
    guard digits.count <= 78 else { throw tooLarge(text) }
    var value = UInt256()
    var group: UInt64 = 0
    var scale: UInt64 = 1
    for (index, digit) in digits.enumerated() {
      group = group &* 10 &+ UInt64(digit &- 48)
      scale &*= 10
      if scale == 10_000_000_000_000_000_000 || index == digits.count - 1 {
        let (product, first) = value.multipliedReportingOverflow(by: UInt256(high: 0, low: UInt128(scale)))
        let (sum, second) = product.addingReportingOverflow(UInt256(high: 0, low: UInt128(group)))
        guard !first && !second else { throw tooLarge(text) }
        (value, group, scale) = (sum, 0, 1)
      }
    }
    return value
  }

  private static func tooLarge(_ text: String) -> PrimitivesError {
    PrimitivesError(.overflow, "cannot read \(quoted(text)) as a 256-bit number: it is larger than 2^256 - 1")
  }

  private static func badDigit(
    in digits: UnsafeBufferPointer<UInt8>, at index: Int, of text: String
  ) -> PrimitivesError {
    let position = text.utf8.count - digits.count + index
    let rest = String(decoding: digits[index..<Swift.min(index + 8, digits.count)], as: UTF8.self)
    return PrimitivesError(
      .badDigit,
      """
      cannot read \(quoted(text)) as a number: \(quoted(rest.prefix(1))) at position \(position) is not a digit
      write a decimal number, or a hexadecimal one after 0x
      """,
      about: position)
  }

  /// Reads what `init(parsing:)` reads.
  public init(from decoder: any Decoder) throws {
    try self.init(parsing: try decoder.singleValueContainer().decode(String.self))
  }

  /// Writes `quantity`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(quantity)
  }
}
