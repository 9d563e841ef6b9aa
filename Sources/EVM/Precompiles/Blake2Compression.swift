/// The compression function F of BLAKE2b (RFC 7693, section 3.2) with a free count of rounds.
struct Blake2Compression {
  /// The state, two rows of four.
  private(set) var h: (SIMD4<UInt64>, SIMD4<UInt64>)

  init(state: [UInt64]) {
    h = (SIMD4(state[0..<4]), SIMD4(state[4..<8]))
  }

  /// The state's eight words.
  var words: [UInt64] { (0..<4).map { h.0[$0] } + (0..<4).map { h.1[$0] } }

  /// Mixes a block of sixteen words into the state.
  mutating func compress(block: [UInt64], offset: (UInt64, UInt64), isFinal: Bool, rounds: UInt32) {
    var (a, b) = h
    var c = Self.initialState.0
    var d = Self.initialState.1 ^ SIMD4(offset.0, offset.1, isFinal ? .max : 0, 0)
    // The words that each of the ten kinds of round takes, in the order in which it takes them.
    let schedule = Self.permutations.flatMap { order in
      [0, 1, 8, 9].map { first in SIMD4((0..<4).map { block[order[first + 2 * $0]] }) }
    }
    var next = 0
    for _ in 0..<rounds {
      Self.mix(&a, &b, &c, &d, schedule[next], schedule[next + 1])
      // The diagonals become columns, and back.
      b = SIMD4(b[1], b[2], b[3], b[0])
      c = SIMD4(c[2], c[3], c[0], c[1])
      d = SIMD4(d[3], d[0], d[1], d[2])
      Self.mix(&a, &b, &c, &d, schedule[next + 2], schedule[next + 3])
      b = SIMD4(b[3], b[0], b[1], b[2])
      c = SIMD4(c[2], c[3], c[0], c[1])
      d = SIMD4(d[1], d[2], d[3], d[0])
      next = next == 36 ? 0 : next + 4
    }
    h.0 ^= a ^ c
    h.1 ^= b ^ d
  }

  /// Four mixing functions G at once, one a column.
  @inline(__always)
  private static func mix(
    _ a: inout SIMD4<UInt64>, _ b: inout SIMD4<UInt64>, _ c: inout SIMD4<UInt64>, _ d: inout SIMD4<UInt64>,
    _ x: SIMD4<UInt64>, _ y: SIMD4<UInt64>
  ) {
    a = a &+ b &+ x
    d = rotate(d ^ a, 32)
    c = c &+ d
    b = rotate(b ^ c, 24)
    a = a &+ b &+ y
    d = rotate(d ^ a, 16)
    c = c &+ d
    b = rotate(b ^ c, 63)
  }

  @inline(__always)
  private static func rotate(_ row: SIMD4<UInt64>, _ count: UInt64) -> SIMD4<UInt64> {
    row &>> count | row &<< (64 - count)
  }

  /// IV of section 2.6: the first 64 bits of the fractional parts of the square roots of the first eight primes.
  private static let initialState: (SIMD4<UInt64>, SIMD4<UInt64>) = (
    SIMD4(0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1),
    SIMD4(0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f, 0x1f83_d9ab_fb41_bd6b, 0x5be0_cd19_137e_2179)
  )

  /// SIGMA of section 2.7.
  private static let permutations: [[Int]] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
  ]
}
