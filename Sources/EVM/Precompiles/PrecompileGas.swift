/// The gas that precompiles cost (Yellow Paper, appendix E, and the EIPs since); the formulas of modexp and of sums of
/// products are `ModexpPricing` and `BLS12Gas`.
enum PrecompileGas {
  static let ecrecover: UInt64 = 3000
  /// The verification of a signature of P-256 (EIP-7951).
  static let p256Verify: UInt64 = 6900

  static let sha256: UInt64 = 60
  static let sha256Word: UInt64 = 12
  static let ripemd160: UInt64 = 600
  static let ripemd160Word: UInt64 = 120
  static let identity: UInt64 = 15
  static let identityWord: UInt64 = 3

  // MARK: bn254, since Byzantium (EIP-196, EIP-197) and since Istanbul (EIP-1108)

  static let byzantiumBN254Add: UInt64 = 500
  static let byzantiumBN254Multiply: UInt64 = 40_000
  static let byzantiumBN254Pairing: UInt64 = 100_000
  static let byzantiumBN254Pair: UInt64 = 80_000
  static let istanbulBN254Add: UInt64 = 150
  static let istanbulBN254Multiply: UInt64 = 6000
  static let istanbulBN254Pairing: UInt64 = 45_000
  static let istanbulBN254Pair: UInt64 = 34_000

  /// The proof of a polynomial's value (EIP-4844).
  static let pointEvaluation: UInt64 = 50_000

  // MARK: BLS12-381 (EIP-2537)

  static let bls12G1Add: UInt64 = 375
  /// A product of G1 in a sum, before the discount for their number.
  static let bls12G1Multiply: UInt64 = 12_000
  static let bls12G2Add: UInt64 = 600
  /// A product of G2 in a sum, before the discount for their number.
  static let bls12G2Multiply: UInt64 = 22_500
  static let bls12Pairing: UInt64 = 37_700
  static let bls12Pair: UInt64 = 32_600
  static let bls12MapToG1: UInt64 = 5500
  static let bls12MapToG2: UInt64 = 23_800

  // MARK: Kaia's own

  static let vmLog: UInt64 = 100
  static let vmLogByte: UInt64 = 20
  static let feePayer: UInt64 = 300
  /// Each signature that `validateSender` looks at.
  static let validateSenderSignature: UInt64 = 5000
}
