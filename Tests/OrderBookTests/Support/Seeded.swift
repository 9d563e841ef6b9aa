import Primitives

/// Numbers that look random and are the same in each run (SplitMix64).
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  mutating func amount(_ range: ClosedRange<Int>) -> UInt256 { UInt256(UInt64(number(range))) }

  mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

  mutating func hash() -> Hash32 { Hash32(UInt256(words: next(), next(), next(), next())) }
}
