import Keys
import Primitives

extension Signature {
  /// A signature whose parts are in range.
  ///
  /// - Throws: `invalidV` for a parity above 1, `invalidSignature` for an `r` or `s` outside 1 ..< n, `highS` (EIP-2).
  init(checkedR r: UInt256, s: UInt256, yParity: UInt8, allowingHighS: Bool) throws(TransactionError) {
    guard yParity <= 1 else {
      throw TransactionError(
        .invalidV, "The signature's yParity is \(yParity).", about: "yParity", reason: "It is 0 or 1.")
    }
    do {
      try self.init(r: r, s: s, yParity: yParity)
    } catch {
      throw TransactionError(
        .invalidSignature, "The signature's r or s is out of range.",
        reason: "Both are at least 1 and below the order of secp256k1.")
    }
    guard allowingHighS || isLowS else { throw .highS }
  }

  /// The address whose key made this signature over `digest`.
  ///
  /// - Throws: `recoveryFailed`.
  func signer(of digest: Hash32) throws(TransactionError) -> Address { try publicKey(of: digest).address }

  /// The key that made this signature over `digest`.
  ///
  /// - Throws: `recoveryFailed`.
  func publicKey(of digest: Hash32) throws(TransactionError) -> PublicKey {
    do {
      return try recover(digest)
    } catch {
      throw TransactionError(
        .recoveryFailed, "No key can have made this signature.", reason: "Its r is not the coordinate of a point.")
    }
  }
}

extension TransactionError {
  /// The refusal of a signature's higher s.
  static let highS = TransactionError(
    .highS, "The signature's s is in the upper half of its range.", about: "s",
    reason: "Since Homestead only the lower of the two values is valid (EIP-2).")

  /// The refusal to have several sign a transaction that is not Kaia's own.
  static func notKaia(_ kind: TransactionKind) -> TransactionError {
    TransactionError(.notKaia, "Only Kaia's own types are signed by several, this is \(kind.phrase).")
  }
}
