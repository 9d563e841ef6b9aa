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
      #expect(Precompile.schedule.count { $0.place == row.place && $0.since == row.since } == 1)
    }
  }

  /// How many bytes each may answer with, but for identity and modexp.
  private static let outputs: [PrecompileAddress: Set<Int>] = [
    .ecrecover: [0, 32], .sha256: [32], .ripemd160: [32], .bn254Add: [64], .bn254Multiply: [64], .bn254Pairing: [32],
    .blake2f: [64], .pointEvaluation: [64], .bls12G1Add: [128], .bls12G1MultiScalar: [128], .bls12G2Add: [256],
    .bls12G2MultiScalar: [256], .bls12Pairing: [32], .bls12MapToG1: [128], .bls12MapToG2: [256], .p256Verify: [0, 32],
  ]

  @Test("random bytes of any length never trap, and are answered by nothing or by as many bytes as is due")
  func randomBytes() {
    var random = Xorshift()
    for row in Precompile.schedule {
      for round in 0..<60 {
        let lengths = [0, 1, 64, 96, 128, 160, 192, 213, 256, 288, 384, 512]
        let count = round.isMultiple(of: 2) ? lengths[random.below(lengths.count)] : random.below(800)
        var input = (0..<count).map { _ in UInt8(random.below(256)) }
        // Numbers that are below the primes, and lengths that can be paid, in some of them.
        if round % 3 == 1 { for index in input.indices where index % 64 < 17 { input[index] = 0 } }
        if round % 3 == 2 { for index in input.indices where index % 32 < 30 { input[index] = 0 } }
        let gas = row.precompile.gas(input[...])
        guard gas < 1_000_000, let output = row.precompile.run(input[...]) else { continue }
        switch row.place {
        case .identity: #expect(output == input)
        case .modexp: #expect(output.count < 1 << 20)
        default: #expect(Self.outputs[row.place]?.contains(output.count) == true, "\(row.name): \(input.hex)")
        }
      }
    }
  }
}

/// Marsaglia's generator, always with the same seed: what fails once fails again.
private struct Xorshift {
  private var state: UInt64 = 0x9e37_79b9_7f4a_7c15

  mutating func below(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % bound
  }
}
