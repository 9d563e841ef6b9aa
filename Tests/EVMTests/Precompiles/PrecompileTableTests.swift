import EVM
import Primitives
import Testing

@Suite("Precompiles: the schedule")
struct PrecompileTableTests {
  @Test("each fork has the addresses that its EIPs gave it")
  func addresses() {
    let first: [(Fork, [UInt16])] = [
      (.frontier, [1, 2, 3, 4]), (.spuriousDragon, [1, 2, 3, 4]),
      (.byzantium, Array(1...8)), (.petersburg, Array(1...8)),
      (.istanbul, Array(1...9)), (.shanghai, Array(1...9)),
      (.cancun, Array(1...10)), (.prague, Array(1...17)),
      (.osaka, Array(1...17) + [0x100]), (.bpo2, Array(1...17) + [0x100]),
    ]
    for (fork, numbers) in first {
      let expected = Set(numbers.map { Address(truncating: UInt256($0)) })
      #expect(Set(Precompile.table(for: fork).keys) == expected, "\(fork)")
    }
  }

  @Test("every row names its source, and no two rows of an address begin at the same fork")
  func rows() {
    for row in Precompile.schedule {
      #expect(row.source.contains("EIP-") || row.source.hasPrefix("Yellow Paper"))
      #expect(Precompile.schedule.count { $0.number == row.number && $0.since == row.since } == 1)
    }
  }

  @Test("random bytes of random length never trap, whatever the fork says of them")
  func randomBytes() {
    var random = SystemRandomNumberGenerator()
    for (address, precompile) in Fork.allCases.flatMap({ Precompile.table(for: $0) }) {
      for _ in 0..<8 {
        let count = Int.random(in: 0...700, using: &random)
        let input = Bytes((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
        let gas = precompile.gas(input[...])
        if gas < 1_000_000, let output = precompile.run(input[...]) {
          #expect(output.count <= max(700, 1_000_000), "\(address)")
        }
      }
    }
  }
}
