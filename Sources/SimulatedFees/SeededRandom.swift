/// Random numbers that a seed decides (SplitMix64).
struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }

  /// From 0 to 1, without 1.
  mutating func uniform() -> Double { Double(next() >> 11) / Double(1 << 53 as UInt64) }

  /// Of a bell curve around 0 with a deviation of 1, within 6: the sum of twelve others.
  mutating func bell() -> Double { (0..<12).reduce(-6) { sum, _ in sum + uniform() } }
}
