import Primitives

extension Precompile {
  /// One row of Ethereum's schedule: what stands at an address from a fork on, until a later row of that address.
  public struct Activation: Sendable {
    /// The address, as a number.
    public let number: UInt16
    /// The first fork that has it.
    public let since: Fork
    /// Its usual name.
    public let name: String
    /// Where it is specified, or priced anew.
    public let source: String
    /// The contract, with its gas cost.
    public let precompile: Precompile

    init(_ number: UInt16, _ since: Fork, _ name: String, _ source: String, _ precompile: Precompile) {
      self.number = number
      self.since = since
      self.name = name
      self.source = source
      self.precompile = precompile
    }

    /// The address.
    public var address: Address { Address(truncating: UInt256(number)) }
  }

  /// Ethereum's precompiles in the order of their forks.
  public static let schedule: [Activation] = [
    Activation(0x01, .frontier, "ecrecover", "Yellow Paper, appendix E", ecrecover),
    Activation(0x02, .frontier, "sha256", "Yellow Paper, appendix E", sha256),
    Activation(0x03, .frontier, "ripemd160", "Yellow Paper, appendix E", ripemd160),
    Activation(0x04, .frontier, "identity", "Yellow Paper, appendix E", identity),

    Activation(0x05, .byzantium, "modexp", "EIP-198", modexp(.eip198)),
    Activation(0x06, .byzantium, "ecAdd", "EIP-196", bn254Add(gas: 500)),
    Activation(0x07, .byzantium, "ecMul", "EIP-196", bn254Multiply(gas: 40000)),
    Activation(0x08, .byzantium, "ecPairing", "EIP-197", bn254Pairing(base: 100_000, pair: 80000)),

    Activation(0x06, .istanbul, "ecAdd", "EIP-1108", bn254Add(gas: 150)),
    Activation(0x07, .istanbul, "ecMul", "EIP-1108", bn254Multiply(gas: 6000)),
    Activation(0x08, .istanbul, "ecPairing", "EIP-1108", bn254Pairing(base: 45000, pair: 34000)),
    Activation(0x09, .istanbul, "blake2f", "EIP-152", blake2f),

    Activation(0x05, .berlin, "modexp", "EIP-2565", modexp(.eip2565)),

    Activation(0x0a, .cancun, "pointEvaluation", "EIP-4844", pointEvaluation),

    Activation(0x0b, .prague, "bls12G1Add", "EIP-2537", bls12G1Add),
    Activation(0x0c, .prague, "bls12G1Msm", "EIP-2537", bls12G1MultiScalar),
    Activation(0x0d, .prague, "bls12G2Add", "EIP-2537", bls12G2Add),
    Activation(0x0e, .prague, "bls12G2Msm", "EIP-2537", bls12G2MultiScalar),
    Activation(0x0f, .prague, "bls12Pairing", "EIP-2537", bls12Pairing),
    Activation(0x10, .prague, "bls12MapFpToG1", "EIP-2537", bls12MapToG1),
    Activation(0x11, .prague, "bls12MapFp2ToG2", "EIP-2537", bls12MapToG2),

    Activation(0x05, .osaka, "modexp", "EIP-7823, EIP-7883", modexp(.eip7883, lengthLimit: 1024)),
    Activation(0x100, .osaka, "p256Verify", "EIP-7951", p256Verify),
  ]

  /// Ethereum's precompiles at a fork, by address.
  public static func table(for fork: Fork) -> [Address: Precompile] { tables[fork.rawValue] }

  private static let tables: [[Address: Precompile]] = Fork.allCases.map { fork in
    var table: [Address: Precompile] = [:]
    for row in schedule where row.since <= fork { table[row.address] = row.precompile }
    return table
  }
}
