extension Amount {
  /// The direction in which a text leaves digits out.
  public enum Rounding: Sendable, Hashable {
    /// To the nearest, and up from the middle.
    case nearest
    /// Up, for a maximum: never less than the value.
    case up
  }

  /// The amount for a list: rounded to significant digits, the whole part in groups of three, as in `1,234.57`.
  ///
  /// An amount above zero is never shown as zero. The text is for the eye alone: no initialiser reads the groups.
  public func rounded(in unit: Unit, significantDigits: Int = 6, _ rounding: Rounding = .nearest) -> String {
    let digits = Amount.rounded(Bytes(wei.description.utf8), to: max(1, significantDigits), rounding)
    let (whole, fraction) = unit.parts(ofDigits: digits)
    return unit.joined(Amount.grouped(whole), fraction)
  }

  /// Decimal digits of which zeros follow the first `count`; one digit more where a row of nines is rounded up.
  private static func rounded(_ digits: Bytes, to count: Int, _ rounding: Rounding) -> Bytes {
    guard digits.count > count else { return digits }
    let isUp =
      switch rounding {
      case .nearest: digits[count] >= UInt8(ascii: "5")
      case .up: digits[count...].contains { $0 != UInt8(ascii: "0") }
      }
    var kept = Bytes(digits[..<count])
    if isUp {
      // Nines become zeros up to the digit that takes one more.
      let nines = kept.reversed().prefix { $0 == UInt8(ascii: "9") }.count
      kept.replaceSubrange((count - nines)..., with: repeatElement(UInt8(ascii: "0"), count: nines))
      if nines == count { kept.insert(UInt8(ascii: "1"), at: 0) } else { kept[count - nines - 1] += 1 }
    }
    return kept + repeatElement(UInt8(ascii: "0"), count: digits.count - count)
  }

  private static func grouped(_ digits: Bytes) -> Bytes {
    var grouped: Bytes = []
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { grouped.append(UInt8(ascii: ",")) }
      grouped.append(digit)
    }
    return grouped
  }
}
