import FixtureSupport
import Keys
import Primitives
import StrictJSON
import Testing

/// Mutated input never ends the process, and never is taken for what it is not.
@Suite struct HostileInputTests {
  /// A few bytes changed, removed, doubled or inserted.
  private static func mutated(_ bytes: Bytes, _ random: inout Seeded) -> Bytes {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1 where place < bytes.count: bytes.remove(at: place)
      case 2 where place < bytes.count: bytes.insert(bytes[place], at: place)
      case 3: bytes.insert(UInt8.random(in: 0x20...0x7e, using: &random), at: place)
      default: bytes.removeLast(min(bytes.count, Int.random(in: 0...3, using: &random)))
      }
    }
    return bytes
  }

  private static func mutations(of bytes: Bytes, count: Int, _ body: (Bytes) -> Void) {
    var random = Seeded(1)
    for _ in 0..<count { body(mutated(bytes, &random)) }
  }

  @Test func typedData() {
    Self.mutations(of: Bytes(TypedDataTests.mail.utf8), count: 3000) { bytes in
      guard let json = try? JSON(parsing: bytes), let data = try? TypedData(json: json) else { return }
      _ = data.digest()
    }
  }

  @Test func extendedKeys() {
    let vector = BIP32Vectors.derivations[1]
    for text in [vector.xprv, vector.xpub] {
      Self.mutations(of: Bytes(text.utf8), count: 1000) { bytes in
        let mutation = String(decoding: bytes, as: UTF8.self)
        guard mutation != text else { return }
        #expect((try? ExtendedKey(xprv: mutation)) == nil && (try? ExtendedPublicKey(xpub: mutation)) == nil)
      }
    }
  }

  @Test func mnemonics() {
    let phrase = "legal winner thank year wave sausage worth useful legal winner thank yellow"
    Self.mutations(of: Bytes(phrase.utf8), count: 60) { bytes in
      guard let mnemonic = try? Mnemonic(phrase: String(decoding: bytes, as: UTF8.self)) else { return }
      #expect((try? Mnemonic(phrase: mnemonic.phrase)) == mnemonic)
    }
  }

  @Test func walletKeysPathsAndPrivateKeys() {
    let key = "45a915e4d060149eb4365960e6a7a45f334393093061116b197e3240065ff2d8"
    Self.mutations(of: Bytes("0x\(key)0x000xa94f5374fce5edbc8e2a8697c15331677e6ebf0b".utf8), count: 2000) { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      _ = try? KlaytnWalletKey(text)
      _ = try? PrivateKey(hex: text)
    }
    Self.mutations(of: Bytes("m/44'/8217'/0'/0/0".utf8), count: 2000) { bytes in
      guard let path = try? DerivationPath(String(decoding: bytes, as: UTF8.self)) else { return }
      #expect((try? DerivationPath(path.description)) == path)
    }
  }

  @Test func signaturesAndPublicKeys() throws {
    let key = try PrivateKey(hex: String(repeating: "46", count: 32))
    let digest = Keccak256.hash(Bytes())
    let signature = try key.sign(digest)
    Self.mutations(of: signature.bytes65, count: 1000) { bytes in
      guard let mutation = try? Signature(bytes65: bytes), mutation != signature else { return }
      #expect(!key.publicKey.verify(mutation, digest: digest) || mutation.r == signature.r)
      _ = try? mutation.recover(digest)
    }
    for form in [key.publicKey.compressed, key.publicKey.uncompressed] {
      Self.mutations(of: form, count: 1000) { bytes in
        guard let mutation = try? PublicKey(bytes), mutation != key.publicKey else { return }
        #expect(!mutation.verify(signature, digest: digest))
      }
    }
    let compact = signature.compact
    let der = [0x30, 0x44, 0x02, 0x20] + compact[..<32] + [0x02, 0x20] + compact[32...]
    if compact[0] < 0x80 {
      #expect(key.publicKey.verify(der: der, digest: digest))
      Self.mutations(of: der, count: 2000) { bytes in
        #expect(bytes == der || !key.publicKey.verify(der: bytes, digest: digest, allowHighS: true))
      }
    }
  }
}
