import Keys
import Primitives

/// The account that pays the fee of another account's transaction, and the signatures by which it agrees.
public struct FeePayerApproval: Hashable, Sendable {
  /// The account that pays.
  public let address: Address
  /// The signatures of its keys; empty while nobody has signed for it.
  public internal(set) var signatures: [Signature]

  /// An approval; the signatures are over `KaiaTransaction.feePayerSigningHash(feePayer:)`.
  public init(address: Address, signatures: [Signature]) {
    self.address = address
    self.signatures = signatures
  }
}
