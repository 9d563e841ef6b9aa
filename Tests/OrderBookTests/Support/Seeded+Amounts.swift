import FixtureSupport
import Primitives

/// Amounts, hashes and choices for a model.
extension Seeded {
  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  mutating func amount(_ range: ClosedRange<Int>) -> UInt256 { UInt256(UInt64(number(range))) }

  mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

  mutating func hash() -> Hash32 { Hash32(UInt256(words: next(), next(), next(), next())) }
}
