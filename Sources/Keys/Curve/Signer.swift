import Primitives

/// The signer of an account: a key in memory, a keystore, a device.
public protocol Signer: Sendable {
  /// The account that is signed for.
  var address: Address { get }

  /// Signs a digest, with s in the lower half.
  ///
  /// - Throws: what keeps the signer from signing; `KeysError` for a key in memory.
  func sign(_ digest: Hash32) async throws -> Signature
}

extension PrivateKey: Signer {}
