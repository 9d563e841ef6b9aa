/// The precompile of BLAKE2b.
enum Blake2Precompile {
  /// The compression function of BLAKE2b (EIP-152): rounds (4 bytes, big-endian), state (64), block (128), offset (16),
  /// final flag (1), where all words but the rounds are little-endian.
  static let compression = Precompile(
    gas: { $0.count == 213 ? UInt64(rounds($0)) : 0 },
    run: { input in
      guard input.count == 213, let flag = input.last, flag <= 1 else { return nil }
      let words = stride(from: 4, to: 212, by: 8).map { offset in
        input.part(offset, 8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
      }
      var function = Blake2Compression(state: Array(words[0..<8]))
      function.compress(
        block: Array(words[8..<24]), offset: (words[24], words[25]), isFinal: flag == 1, rounds: rounds(input))
      return function.state.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
    })

  private static func rounds(_ input: ArraySlice<UInt8>) -> UInt32 {
    input.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }
}
