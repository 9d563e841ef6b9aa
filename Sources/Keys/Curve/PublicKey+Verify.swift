import CSecp256k1
import Primitives

extension PublicKey {
  /// Whether this key's owner signed `digest`.
  ///
  /// - Parameter allowHighS: accepts s above half the order too, which Ethereum (EIP-2) and Klaytn do not: of each
  ///   signature anybody can make a second one with the other s.
  public func verify(_ signature: Signature, digest: Hash32, allowHighS: Bool = false) -> Bool {
    guard let context = Secp256k1.context else { return false }
    var raw = secp256k1_ecdsa_signature()
    let compact = signature.compact
    guard secp256k1_ecdsa_signature_parse_compact(context, &raw, compact) == 1 else { return false }
    return verify(&raw, digest: digest, allowHighS: allowHighS)
  }

  /// Whether this key's owner signed `digest`, the signature being in strict DER: SEQUENCE of INTEGER r and INTEGER s.
  ///
  /// Any other encoding (BER lengths, padding, bytes at the end) is no signature.
  public func verify(der: Bytes, digest: Hash32, allowHighS: Bool = false) -> Bool {
    guard let context = Secp256k1.context else { return false }
    var raw = secp256k1_ecdsa_signature()
    guard secp256k1_ecdsa_signature_parse_der(context, &raw, der, der.count) == 1 else { return false }
    return verify(&raw, digest: digest, allowHighS: allowHighS)
  }

  private func verify(_ raw: inout secp256k1_ecdsa_signature, digest: Hash32, allowHighS: Bool) -> Bool {
    guard let context = Secp256k1.context, var key = parsed else { return false }
    if allowHighS {
      // libsecp256k1 verifies low s only; the low form of a signature is as good as the high one.
      var high = raw
      _ = secp256k1_ecdsa_signature_normalize(context, &raw, &high)
    }
    return digest.withUnsafeBytes { secp256k1_ecdsa_verify(context, &raw, $0.octets, &key) == 1 }
  }
}
