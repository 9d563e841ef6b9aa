extension Amount: CustomStringConvertible {
  /// Reads a decimal number of a unit, exactly: digits and at most one point among them, as in `1.5` or `.5`.
  ///
  /// - Throws: `empty`, `badDigit` with its position, `tooManyDecimals` if the unit is not that fine, or `overflow`.
  public init(parsing text: String, unit: Unit) throws(PrimitivesError) {
    self.init(wei: try unit.magnitude(of: text, digitsFrom: 0))
  }

  /// Reads a number and its unit, with a space or nothing between them, as in `1.5 klay`.
  ///
  /// - Throws: what `init(parsing:unit:)` throws, and `unknownUnit`; a number without a unit is refused so.
  public init(parsing text: String) throws(PrimitivesError) {
    let utf8 = text.utf8
    let split = utf8.firstIndex { $0 &- 48 > 9 && $0 != UInt8(ascii: ".") } ?? utf8.endIndex
    let number = String(decoding: utf8[..<split], as: UTF8.self)
    let unit = String(decoding: utf8[split...].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
    if number.isEmpty {
      try self.init(parsing: text, unit: .wei)
    } else if unit.isEmpty {
      throw PrimitivesError(
        .unknownUnit, "the amount \(quoted(text)) has no unit\nwrite one after it, as in \(quoted(number + " klay"))")
    } else {
      try self.init(parsing: number, unit: Unit(named: unit))
    }
  }

  /// The amount as a decimal number of a unit, without the unit: exact and without zeros at the end, as in `0.000021`.
  ///
  /// With `maximumFractionDigits` the digits after that many are cut off, never rounded up: what is shown is there.
  public func formatted(in unit: Unit, maximumFractionDigits: Int? = nil) -> String {
    unit.text(of: wei, maximumFractionDigits: maximumFractionDigits)
  }

  /// The number of the smallest unit and `wei`.
  public var description: String { "\(wei) wei" }
}

/// Differences of amounts, such as what an account gained or lost.
extension Amount.Unit {
  /// Reads a decimal number of this unit that may have a minus sign, exactly, as a number of the smallest unit.
  ///
  /// - Throws: `empty`, `badDigit` with its position, `tooManyDecimals` or `overflow`.
  public func parseSigned(_ text: String) throws(PrimitivesError) -> Int256 {
    let negative = text.utf8.first == UInt8(ascii: "-")
    let magnitude = try magnitude(of: text, digitsFrom: negative ? 1 : 0)
    var overflow = false
    let value = Int256(negative: negative, magnitude: magnitude, overflow: &overflow)
    if overflow { throw tooLarge(text) }
    return value
  }

  /// A number of the smallest unit as a decimal number of this one, exact, with a minus sign if it is negative.
  public func formatSigned(_ value: Int256) -> String {
    (value < .zero ? "-" : "") + text(of: value.magnitude, maximumFractionDigits: nil)
  }

  fileprivate func magnitude(of text: String, digitsFrom start: Int) throws(PrimitivesError) -> UInt256 {
    let bytes = Bytes(text.utf8)
    let point = bytes.firstIndex(of: UInt8(ascii: ".")) ?? bytes.count
    guard bytes.count > start + (point < bytes.count ? 1 : 0) else {
      throw PrimitivesError(
        .empty, "cannot read \(quoted(text)) as an amount: it has no digits\nwrite a number such as 1.5")
    }
    for position in start..<bytes.count where bytes[position] &- 48 > 9 && position != point {
      throw badDigit(text, at: position)
    }
    // Zeros at the end say nothing.
    var fraction = bytes.suffix(from: min(point + 1, bytes.count))
    while fraction.last == 48 { fraction.removeLast() }
    guard fraction.count <= decimals else {
      throw PrimitivesError(
        .tooManyDecimals,
        """
        cannot read \(quoted(text)) as an amount of \(symbol): it has \(fraction.count) decimals
        \(symbol) has \(decimals): leave out the rest, or use a finer unit
        """)
    }
    let digits = bytes[start..<point] + fraction + repeatElement(48, count: decimals - fraction.count)
    do throws(PrimitivesError) {
      return try UInt256(parsing: digits.isEmpty ? "0" : String(decoding: digits, as: UTF8.self))
    } catch {
      throw tooLarge(text)
    }
  }

  fileprivate func text(of value: UInt256, maximumFractionDigits: Int?) -> String {
    var (whole, fraction) = parts(ofDigits: Bytes(value.description.utf8))
    if let maximumFractionDigits { fraction.removeLast(max(0, fraction.count - max(0, maximumFractionDigits))) }
    return joined(whole, fraction)
  }

  /// The digits before and after the point of a number of the smallest unit that is written with these digits.
  func parts(ofDigits digits: Bytes) -> (whole: Bytes, fraction: Bytes) {
    let padded = repeatElement(48, count: max(0, decimals + 1 - digits.count)) + digits
    return (Bytes(padded.dropLast(decimals)), Bytes(padded.suffix(decimals)))
  }

  /// Both parts with a point between them, without zeros at the end of the second.
  func joined(_ whole: Bytes, _ fraction: Bytes) -> String {
    var fraction = fraction
    while fraction.last == 48 { fraction.removeLast() }
    return String(decoding: fraction.isEmpty ? whole : whole + [UInt8(ascii: ".")] + fraction, as: UTF8.self)
  }

  private func badDigit(_ text: String, at position: Int) -> PrimitivesError {
    let rest = String(decoding: text.utf8.dropFirst(position).prefix(8), as: UTF8.self)
    return PrimitivesError(
      .badDigit,
      """
      cannot read \(quoted(text)) as an amount: \(quoted(rest.prefix(1))) at position \(position) does not belong there
      write digits and at most one point among them, as in 1.5
      """,
      about: position)
  }

  private func tooLarge(_ text: String) -> PrimitivesError {
    PrimitivesError(.overflow, "\(quoted(text)) \(symbol) is more than 256 bits can hold")
  }
}
