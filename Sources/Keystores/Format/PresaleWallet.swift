import COpenSSL
import JSONFields
import Keys
import Primitives
import StrictJSON

/// The wallet files of Ether's sale in 2014: `encseed`, a seed under AES-128-CBC with the password's PBKDF2.
///
/// key = PBKDF2-HMAC-SHA256(password, salt: password, 2000, 16); iv = encseed[..<16]; private key = keccak256(seed).
/// They carry no MAC, so that the padding and the address are the only signs of the right password.
struct PresaleWallet: Sendable, Hashable {
  private let iv: Bytes
  private let ciphertext: Bytes
  let address: Address

  init(_ fields: Fields) throws(KeystoreError) {
    let seed = try fields.required("encseed", .bytes(32...4096, prefix: .optional))
    guard seed.count % 16 == 0 else { throw .damaged("The presale wallet's `encseed` is cut short.") }
    iv = Bytes(seed[..<16])
    ciphertext = Bytes(seed[16...])
    guard let address = try? Address(try fields.required("ethaddr", .bytes(20...20, prefix: .optional))) else {
      throw .damaged("The presale wallet's `ethaddr` is no address.")
    }
    self.address = address
  }

  /// Throws `wrongPassword` unless the seed that comes out belongs to the file's address.
  func open(password: SecretBytes) throws(KeystoreError) -> PrivateKey {
    var salt = password.withUnsafeBytes { Bytes($0) }
    defer { salt.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) } }
    let derived = try KDF.pbkdf2(iterations: 2000).derive(password: password, salt: salt, count: 16)
    var done = false
    let padded = SecretBytes(count: ciphertext.count) { output in
      done = derived.withUnsafeBytes { key in
        ciphertext.withUnsafeBytes { AES.decryptChained(key: key, iv: iv, input: $0, output: output) }
      }
    }
    let secret = SecretBytes(count: 32) { output in
      padded.withUnsafeBytes { bytes in
        guard done, let last = bytes.last, (1...16).contains(last), Int(last) <= bytes.count,
          bytes.suffix(Int(last)).allSatisfy({ $0 == last })
        else {
          done = false
          return
        }
        let seed = UnsafeRawBufferPointer(rebasing: bytes.dropLast(Int(last)))
        Keccak256.hash(seed).withUnsafeBytes { output.copyMemory(from: $0) }
      }
    }
    guard done, let key = try? PrivateKey(secret), key.address == address else {
      throw KeystoreError(
        .wrongPassword, "The password does not open this presale wallet.",
        reason: "What it opens does not belong to the address in the file: a wrong password, or a damaged seed.",
        advice: "Try the password again; if it is certainly right, take the file from a backup.")
    }
    return key
  }
}
