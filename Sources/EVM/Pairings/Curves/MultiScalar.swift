import Primitives

/// Sums of points times numbers of 256 bits.
enum MultiScalar {
  /// The sum of `scalars[i]` · `points[i]`.
  ///
  /// Few points share their doublings (Straus), many are sorted into buckets (Pippenger).
  static func sum<Base: Field>(_ points: [AffinePoint<Base>], _ scalars: [UInt256]) -> JacobianPoint<Base> {
    points.count < 48 ? interleaved(points, scalars) : bucketed(points, scalars)
  }

  /// Straus: a table of 1…16 times each point, and one run of doublings; O(256 + 52 n).
  static func interleaved<Base: Field>(
    _ points: [AffinePoint<Base>], _ scalars: [UInt256]
  ) -> JacobianPoint<Base> {
    let width = 5
    let tables = points.map { point in
      var multiples = [JacobianPoint(point)]
      for index in 1..<16 {
        multiples.append(index % 2 == 1 ? multiples[index / 2].doubled() : multiples[index - 1] + point)
      }
      return multiples
    }
    let digits = scalars.map { signedDigits(of: $0, width: width) }
    var result = JacobianPoint<Base>.infinity
    for position in (0..<digitCount(width: width)).reversed() {
      if !result.isInfinity { for _ in 0..<width { result = result.doubled() } }
      for index in points.indices {
        let digit = digits[index][position]
        if digit > 0 { result = result + tables[index][digit - 1] }
        if digit < 0 { result = result + -tables[index][-digit - 1] }
      }
    }
    return result
  }

  /// Pippenger: for each digit's place the points are summed by digit, and the sums once more; O(256 / w · (n + 2^w)).
  static func bucketed<Base: Field>(
    _ points: [AffinePoint<Base>], _ scalars: [UInt256]
  ) -> JacobianPoint<Base> {
    // The logarithm of n less two is near the best width, as measured.
    let width = max(4, min(14, Int.bitWidth - points.count.leadingZeroBitCount - 2))
    let digits = scalars.map { signedDigits(of: $0, width: width) }
    var result = JacobianPoint<Base>.infinity
    for position in (0..<digitCount(width: width)).reversed() {
      for _ in 0..<width { result = result.doubled() }
      var buckets = [JacobianPoint<Base>](repeating: .infinity, count: 1 << (width - 1))
      for index in points.indices {
        let digit = digits[index][position]
        if digit > 0 { buckets[digit - 1] = buckets[digit - 1] + points[index] }
        if digit < 0 { buckets[-digit - 1] = buckets[-digit - 1] + -points[index] }
      }
      // Σ i · bucket[i] as the sum of the sums from the top.
      var running = JacobianPoint<Base>.infinity
      var total = JacobianPoint<Base>.infinity
      for bucket in buckets.reversed() {
        running = running + bucket
        total = total + running
      }
      result = result + total
    }
    return result
  }

  /// The number of signed digits of `width` bits in a number of 256 bits, the last carry included.
  private static func digitCount(width: Int) -> Int { 256 / width + 1 }

  /// Digits in −2^(width − 1)…2^(width − 1), the least significant first.
  private static func signedDigits(of number: UInt256, width: Int) -> [Int] {
    var digits: [Int] = []
    var carry = 0
    for position in 0..<digitCount(width: width) {
      let bits = Int(truncatingIfNeeded: number >> (position * width)) & (1 << width - 1)
      let digit = bits + carry
      carry = digit > 1 << (width - 1) ? 1 : 0
      digits.append(digit - carry << width)
    }
    return digits
  }
}
