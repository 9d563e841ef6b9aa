import Keys
import Primitives

extension Precompile {
  /// The address that signed a digest: digest, v, r, s to a word; nothing at all if no key can have signed.
  static let ecrecover = Precompile(
    gas: { _ in 3000 },
    run: { input in
      let v = input.paddedWord(at: 32)
      guard v == 27 || v == 28,
        let signature = try? Signature(
          r: input.paddedWord(at: 64), s: input.paddedWord(at: 96), yParity: v == 28 ? 1 : 0),
        let key = try? signature.recover(Hash32(input.paddedWord(at: 0)))
      else { return [] }
      return Bytes(repeating: 0, count: 12) + key.address.bytes
    })
}
