import Primitives

/// The addresses of the precompiles of Ethereum and of Kaia, as numbers.
public enum PrecompileAddress: UInt16, Sendable, Hashable, CaseIterable {
  /// The address that signed a digest.
  case ecrecover = 0x01
  /// SHA-256.
  case sha256 = 0x02
  /// RIPEMD-160.
  case ripemd160 = 0x03
  /// Its input.
  case identity = 0x04
  /// A power modulo a number (EIP-198).
  case modexp = 0x05
  /// The sum of two points of bn254 (EIP-196).
  case bn254Add = 0x06
  /// A point of bn254 times a number (EIP-196).
  case bn254Multiply = 0x07
  /// A check of pairings on bn254 (EIP-197).
  case bn254Pairing = 0x08
  /// The compression function of BLAKE2b (EIP-152).
  case blake2f = 0x09
  /// A check of a blob's value at a point (EIP-4844).
  case pointEvaluation = 0x0a
  /// The sum of two points of G1 of BLS12-381 (EIP-2537).
  case bls12G1Add = 0x0b
  /// The sum of points of G1, each times a number.
  case bls12G1MultiScalar = 0x0c
  /// The sum of two points of G2.
  case bls12G2Add = 0x0d
  /// The sum of points of G2, each times a number.
  case bls12G2MultiScalar = 0x0e
  /// A check of pairings on BLS12-381.
  case bls12Pairing = 0x0f
  /// A field element as a point of G1.
  case bls12MapToG1 = 0x10
  /// A field element as a point of G2.
  case bls12MapToG2 = 0x11
  /// A check of a signature of P-256 (EIP-7951).
  case p256Verify = 0x100
  /// Kaia's: writes to a node's log.
  case vmLog = 0x3fd
  /// Kaia's: the address that pays for the transaction.
  case feePayer = 0x3fe
  /// Kaia's: a check of signatures by an account's key.
  case validateSender = 0x3ff

  /// The raw value as the account that calls go to.
  public var address: Address { Address(truncating: UInt256(rawValue)) }
}
