/// The compression function F of BLAKE2b (RFC 7693, section 3.2) with a free count of rounds.
struct Blake2Compression {
  /// The state: eight words.
  private(set) var state: [UInt64]

  /// Mixes a block of sixteen words into the state.
  mutating func compress(block: [UInt64], offset: (UInt64, UInt64), isFinal: Bool, rounds: UInt32) {
    let iv = Self.initialState
    // Sixteen variables, so that as many as can live in registers.
    var (v0, v1, v2, v3) = (state[0], state[1], state[2], state[3])
    var (v4, v5, v6, v7) = (state[4], state[5], state[6], state[7])
    var (v8, v9, v10, v11) = (iv[0], iv[1], iv[2], iv[3])
    var (v12, v13, v14, v15) = (iv[4] ^ offset.0, iv[5] ^ offset.1, isFinal ? ~iv[6] : iv[6], iv[7])
    // The words that each of the ten kinds of round takes, in the order in which it takes them.
    let schedule = Self.permutations.flatMap { order in order.map { block[$0] } }
    schedule.withUnsafeBufferPointer { words in
      var next = 0
      for _ in 0..<rounds {
        Self.mix(&v0, &v4, &v8, &v12, words[next], words[next + 1])
        Self.mix(&v1, &v5, &v9, &v13, words[next + 2], words[next + 3])
        Self.mix(&v2, &v6, &v10, &v14, words[next + 4], words[next + 5])
        Self.mix(&v3, &v7, &v11, &v15, words[next + 6], words[next + 7])
        Self.mix(&v0, &v5, &v10, &v15, words[next + 8], words[next + 9])
        Self.mix(&v1, &v6, &v11, &v12, words[next + 10], words[next + 11])
        Self.mix(&v2, &v7, &v8, &v13, words[next + 12], words[next + 13])
        Self.mix(&v3, &v4, &v9, &v14, words[next + 14], words[next + 15])
        next = next == 144 ? 0 : next + 16
      }
    }
    let mixed = [v0 ^ v8, v1 ^ v9, v2 ^ v10, v3 ^ v11, v4 ^ v12, v5 ^ v13, v6 ^ v14, v7 ^ v15]
    for index in 0..<8 { state[index] ^= mixed[index] }
  }

  /// The mixing function G of section 3.1.
  @inline(__always)
  private static func mix(
    _ a: inout UInt64, _ b: inout UInt64, _ c: inout UInt64, _ d: inout UInt64, _ x: UInt64, _ y: UInt64
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
  private static func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 {
    word &>> count | word &<< (64 - count)
  }

  /// IV of section 2.6: the first 64 bits of the fractional parts of the square roots of the first eight primes.
  private static let initialState: [UInt64] = [
    0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f, 0x1f83_d9ab_fb41_bd6b, 0x5be0_cd19_137e_2179,
  ]

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
