/// A finite field: what the curves over F_p and over its quadratic extension share.
protocol Field: Equatable, Sendable {
  static var zero: Self { get }
  static var one: Self { get }
  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, b: Self) -> Self
  static prefix func - (a: Self) -> Self
  /// a².
  func squared() -> Self
  /// 1 / a, and zero for zero.
  func inverted() -> Self
}

extension Field {
  /// 2 a.
  @inline(__always)
  func doubled() -> Self { self + self }

  /// 3 a.
  @inline(__always)
  func tripled() -> Self { self + self + self }

  /// a to the power of a number, by four bits at a time.
  func power(_ exponent: some MontgomeryLimbs) -> Self {
    let squares = squared()
    var powers = [Self.one, self, squares]
    for index in 3..<16 { powers.append(powers[index - 1] * self) }
    var result = Self.one
    var begun = false
    for index in (0..<(16 * type(of: exponent).count)).reversed() {
      if begun { result = result.squared().squared().squared().squared() }
      let digit = Int(truncatingIfNeeded: exponent[index / 16] >> UInt64(4 * (index % 16)) & 15)
      if digit != 0 {
        result = begun ? result * powers[digit] : powers[digit]
        begun = true
      }
    }
    return result
  }
}
