import Keys
import Keystores
import Peers
import Primitives

/// Opening a key file of the usual strength against the one derivation in it.
struct KeystoreBenchmark: Benchmark {
  static let name = "keystore"

  func rows(on ground: Ground) async throws -> [Row] {
    let password = "correct horse battery staple"
    let key = try PrivateKey(bytes: Bytes(1...32))
    let file = try KeystoreFile.encrypt(
      key, password: SecretBytes(utf8: password), kdf: .scrypt(n: 262_144, r: 8, p: 1)
    ).bytes
    let salt = Bytes(repeating: 7, count: 32)
    let duel = try await Duel.run(rounds: 5) {
      try seconds(each: 1) {
        let opened = try KeystoreFile(file).decrypt(password: SecretBytes(utf8: password))
        try require(opened.address == key.address, "the key file gives another key")
      }
    } peer: {
      try seconds(each: 1) {
        var derived = Bytes(repeating: 0, count: 32)
        try require(
          peer_scrypt(password, salt, salt.count, 262_144, 8, 1, &derived), "OpenSSL has no memory for scrypt")
      }
    }
    return [
      Row(
        "Opening a keystore, n = 262144", peer: "bare OpenSSL scrypt", .time, duel, bound: 0.95,
        limit: "OpenSSL's scrypt")
    ]
  }
}
