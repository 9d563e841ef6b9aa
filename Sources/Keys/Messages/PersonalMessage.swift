import Primitives

/// Messages that people sign: EIP-191 version 0x45, and the form that Klaytn's wallets used (KIP-97).
///
/// The digest is Keccak-256 over a prefix that no transaction begins with, the message's length in decimal, the message.
public enum PersonalMessage {
  /// The text before the length.
  public enum Prefix: String, Sendable, Hashable, CaseIterable {
    /// EIP-191: `personal_sign` everywhere; on Kaia since node version 1.0.1.
    case ethereum = "\u{19}Ethereum Signed Message:\n"
    /// KIP-97: `klay_sign`, Kaikas, and Klaytn's nodes before.
    case klaytn = "\u{19}Klaytn Signed Message:\n"
  }

  /// The digest to sign for a message of bytes.
  public static func digest(_ message: Bytes, prefix: Prefix = .ethereum) -> Hash32 {
    var hasher = Keccak256()
    hasher.update(prefix.rawValue.utf8)
    hasher.update(String(message.count).utf8)
    hasher.update(message)
    return hasher.finalize()
  }

  /// The digest to sign for the UTF-8 bytes of a text.
  public static func digest(_ message: String, prefix: Prefix = .ethereum) -> Hash32 {
    digest(Bytes(message.utf8), prefix: prefix)
  }

  /// The address of the key that signed a message.
  ///
  /// - Throws: `unrecoverable` if no key can have made the signature. A signature over another message recovers to some
  ///   other address: compare it.
  public static func recoverAddress(
    _ message: Bytes, signature: Signature, prefix: Prefix = .ethereum
  ) throws(KeysError) -> Address {
    try signature.recover(digest(message, prefix: prefix)).address
  }

  /// The address of the key that signed the UTF-8 bytes of a text.
  ///
  /// - Throws: `unrecoverable`.
  public static func recoverAddress(
    _ message: String, signature: Signature, prefix: Prefix = .ethereum
  ) throws(KeysError) -> Address {
    try recoverAddress(Bytes(message.utf8), signature: signature, prefix: prefix)
  }
}

extension Signer {
  /// Signs a message that people read (EIP-191, or KIP-97 by its prefix).
  ///
  /// - Throws: what keeps the signer from signing.
  public func sign(message: Bytes, prefix: PersonalMessage.Prefix = .ethereum) async throws -> Signature {
    try await sign(PersonalMessage.digest(message, prefix: prefix))
  }
}
