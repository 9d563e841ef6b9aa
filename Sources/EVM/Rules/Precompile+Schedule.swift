import Primitives

extension Precompile {
  /// One row of Ethereum's schedule: what stands at an address from a fork on, until a later row of that address.
  public struct Activation: Sendable {
    /// Where it stands.
    public let place: PrecompileAddress
    /// The first fork that has it.
    public let since: Fork
    /// Its usual name.
    public let name: String
    /// Where it is specified, or priced anew.
    public let source: String
    /// The contract, with its gas cost.
    public let precompile: Precompile

    init(_ place: PrecompileAddress, _ since: Fork, _ name: String, _ source: String, _ precompile: Precompile) {
      self.place = place
      self.since = since
      self.name = name
      self.source = source
      self.precompile = precompile
    }

    /// The account that calls of it go to.
    public var address: Address { place.address }
  }

  /// Ethereum's precompiles in the order of their forks.
  public static let schedule: [Activation] = [
    Activation(.ecrecover, .frontier, "ecrecover", "Yellow Paper, appendix E", SignaturePrecompiles.ecrecover),
    Activation(.sha256, .frontier, "sha256", "Yellow Paper, appendix E", HashPrecompiles.sha256),
    Activation(.ripemd160, .frontier, "ripemd160", "Yellow Paper, appendix E", HashPrecompiles.ripemd160),
    Activation(.identity, .frontier, "identity", "Yellow Paper, appendix E", HashPrecompiles.identity),

    Activation(.modexp, .byzantium, "modexp", "EIP-198", ModexpPrecompile.priced(by: .eip198)),
    Activation(.bn254Add, .byzantium, "ecAdd", "EIP-196", BN254Precompiles.add(gas: PrecompileGas.byzantiumBN254Add)),
    Activation(
      .bn254Multiply, .byzantium, "ecMul", "EIP-196",
      BN254Precompiles.multiply(gas: PrecompileGas.byzantiumBN254Multiply)),
    Activation(
      .bn254Pairing, .byzantium, "ecPairing", "EIP-197",
      BN254Precompiles.pairing(base: PrecompileGas.byzantiumBN254Pairing, pair: PrecompileGas.byzantiumBN254Pair)),

    Activation(.bn254Add, .istanbul, "ecAdd", "EIP-1108", BN254Precompiles.add(gas: PrecompileGas.istanbulBN254Add)),
    Activation(
      .bn254Multiply, .istanbul, "ecMul", "EIP-1108",
      BN254Precompiles.multiply(gas: PrecompileGas.istanbulBN254Multiply)),
    Activation(
      .bn254Pairing, .istanbul, "ecPairing", "EIP-1108",
      BN254Precompiles.pairing(base: PrecompileGas.istanbulBN254Pairing, pair: PrecompileGas.istanbulBN254Pair)),
    Activation(.blake2f, .istanbul, "blake2f", "EIP-152", Blake2Precompile.compression),

    Activation(.modexp, .berlin, "modexp", "EIP-2565", ModexpPrecompile.priced(by: .eip2565)),

    Activation(.pointEvaluation, .cancun, "pointEvaluation", "EIP-4844", KZGPrecompile.pointEvaluation),

    Activation(.bls12G1Add, .prague, "bls12G1Add", "EIP-2537", BLS12381Precompiles.g1Add),
    Activation(.bls12G1MultiScalar, .prague, "bls12G1Msm", "EIP-2537", BLS12381Precompiles.g1MultiScalar),
    Activation(.bls12G2Add, .prague, "bls12G2Add", "EIP-2537", BLS12381Precompiles.g2Add),
    Activation(.bls12G2MultiScalar, .prague, "bls12G2Msm", "EIP-2537", BLS12381Precompiles.g2MultiScalar),
    Activation(.bls12Pairing, .prague, "bls12Pairing", "EIP-2537", BLS12381Precompiles.pairing),
    Activation(.bls12MapToG1, .prague, "bls12MapFpToG1", "EIP-2537", BLS12381Precompiles.mapToG1),
    Activation(.bls12MapToG2, .prague, "bls12MapFp2ToG2", "EIP-2537", BLS12381Precompiles.mapToG2),

    Activation(
      .modexp, .osaka, "modexp", "EIP-7823, EIP-7883", ModexpPrecompile.priced(by: .eip7883, lengthLimit: 1024)),
    Activation(.p256Verify, .osaka, "p256Verify", "EIP-7951", SignaturePrecompiles.p256Verify),
  ]

  /// Ethereum's precompiles at a fork, by address.
  public static func table(for fork: Fork) -> [Address: Precompile] { tables[fork.rawValue] }

  private static let tables: [[Address: Precompile]] = Fork.allCases.map { fork in
    var table: [Address: Precompile] = [:]
    for row in schedule where row.since <= fork { table[row.address] = row.precompile }
    return table
  }
}
