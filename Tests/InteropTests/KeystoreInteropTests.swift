import ChainSupport
import Files
import FixtureSupport
import Keys
import Keystores
import Primitives
import StrictJSON
import Testing

@Suite(
  "Key files between us and eth-account", .enabled(if: TestTools.areInstalled, "\(TestTools.advice)"),
  .timeLimit(.minutes(20)))
struct KeystoreInteropTests {
  static let passwords = ["lectures", "", " with blanks ", "비밀번호 🎓", String(repeating: "long ", count: 40)]

  @Test("What we encrypt, they open", arguments: passwords)
  func ours(password: String) async throws {
    var source = Seeded(3)
    let parameters: [KDF] = [
      .light, .scrypt(n: 2, r: 1, p: 1), .scrypt(n: 1024, r: 4, p: 3), .pbkdf2(iterations: 1),
      .pbkdf2(iterations: 5_000),
    ]
    for kdf in parameters {
      let key = try source.key()
      let secret = SecretBytes(utf8: password)
      let file = try await BlockingWork.run { try KeystoreFile.encrypt(key, password: secret, kdf: kdf) }
      let opened = try await Witness.text(
        "decrypt", ["keystore": .string(file.json.serialized()), "password": .string(password)])
      #expect(opened == key.hex, "\(kdf)")
    }
  }

  @Test("What they encrypt, we open, and a wrong password is told", arguments: passwords)
  func theirs(password: String) async throws {
    var source = Seeded(4)
    for (kdf, cost) in [("scrypt", 2), ("scrypt", 4_096), ("pbkdf2", 1), ("pbkdf2", 2_000)] {
      let key = try source.key()
      let text = try await Witness.text(
        "encrypt",
        ["key": .string(key.hex), "password": .string(password), "kdf": .string(kdf), "iterations": .number("\(cost)")])
      let file = try KeystoreFile(Array(text.utf8))
      #expect(file.address == key.address)
      #expect(try await file.unlock(password: SecretBytes(utf8: password)).hex == key.hex, "\(kdf)")
      let error = await #expect(throws: KeystoreError.self) {
        try await file.unlock(password: SecretBytes(utf8: password + "!"))
      }
      #expect(error?.code == .wrongPassword)
    }
  }

  @Test("The dear parameters that wallets write by default, both ways")
  func standard() async throws {
    let key = try PrivateKey.random()
    let file = try await BlockingWork.run { try KeystoreFile.encrypt(key, password: SecretBytes(utf8: "lectures")) }
    let opened = try await Witness.text(
      "decrypt", ["keystore": .string(file.json.serialized()), "password": "lectures"])
    #expect(opened == key.hex)
    let text = try await Witness.text(
      "encrypt", ["key": .string(key.hex), "password": "lectures", "kdf": "scrypt", "iterations": 262_144])
    #expect(try await KeystoreFile(Array(text.utf8)).unlock(password: SecretBytes(utf8: "lectures")).hex == key.hex)
  }
}
