import Keys
import Primitives
import StrictJSON
import Testing

@testable import Keystores

@Suite("a key file")
struct KeystoreFileTests {
  let key: PrivateKey
  let file: KeystoreFile

  init() throws {
    key = try PrivateKey(hex: "0x45a915e4d060149eb4365960e6a7a45f334393093061116b197e3240065ff2d8")
    file = try KeystoreFile.encrypt(key, password: .lectures, kdf: .tiny)
  }

  @Test("what is encrypted opens again, by scrypt and by PBKDF2, and lists its address")
  func roundTrip() throws {
    for kdf in [KDF.tiny, .light, .scrypt(n: 64, r: 8, p: 6), .pbkdf2(iterations: 3)] {
      let file = try KeystoreFile.encrypt(key, password: .lectures, kdf: kdf)
      let read = try KeystoreFile(file.bytes)
      #expect(read == file)
      #expect(read.address == key.address)
      #expect(read.kind == .v3)
      #expect(try read.decrypt(password: .lectures) == key)
      #expect(throws: KeystoreError(.wrongPassword, "")) { try read.decrypt(password: SecretBytes(utf8: "Lectures")) }
    }
  }

  @Test("no two files share salt, initial vector or identifier, and the identifier is a UUID of version 4")
  func fresh() throws {
    let other = try KeystoreFile.encrypt(key, password: .lectures, kdf: .tiny)
    #expect(other.json["crypto"]?["kdfparams"]?["salt"] != file.json["crypto"]?["kdfparams"]?["salt"])
    #expect(other.json["crypto"]?["cipherparams"] != file.json["crypto"]?["cipherparams"])
    let id = Array(try #require(other.id))
    #expect(other.id != file.id)
    #expect(id.count == 36 && id[14] == "4" && "89ab".contains(id[19]))
  }

  @Test("fields are found in any case, and hexadecimal with or without 0x")
  func variants() throws {
    let text = file.json.serialized()
    for (old, new) in [
      ("\"crypto\"", "\"Crypto\""), ("\"mac\"", "\"MAC\""), ("\"kdfparams\"", "\"KdfParams\""),
      ("\"address\":\"", "\"address\":\"0x"), ("\"mac\":\"", "\"mac\":\"0x"), ("\"iv\":\"", "\"iv\":\"0X"),
      ("\"version\":3", "\"version\":\"3\""), ("\"aes-128-ctr\"", "\"AES-128-CTR\""),
      ("{\"address\"", "\u{feff}{\"address\""),
      ("\"n\":2,", "\"n\":\"2\","), ("\"dklen\":32", "\"dklen\":64"),
    ] {
      let variant = text.replacingOccurrences(old, new)
      #expect(variant != text)
      #expect(try KeystoreFile(Bytes(variant.utf8)).decrypt(password: .lectures) == key, "\(new)")
    }
  }

  @Test("a key written without its leading zeros is put right")
  func shortKey() throws {
    // 31 bytes: the cipher is a stream, so that the last bytes of a short plain text need their own key stream.
    let short = Bytes(repeating: 0x11, count: 31)
    let salt = Bytes(repeating: 1, count: 8)
    let iv = Bytes(repeating: 2, count: 16)
    let derived = try KDF.tiny.derive(password: .lectures, salt: salt, count: 32)
    var sealed = Bytes(repeating: 0, count: 31)
    derived.withUnsafeBytes { derived in
      short.withUnsafeBytes { input in
        sealed.withUnsafeMutableBytes {
          _ = AES.counterMode(key: UnsafeRawBufferPointer(rebasing: derived[..<16]), iv: iv, input: input, output: $0)
        }
      }
    }
    let mac = Keccak256.hash(derived.withUnsafeBytes { Bytes($0[16..<32]) } + sealed).bytes
    let key = SealedKey(kdf: .tiny, salt: salt, iv: iv, ciphertext: sealed, mac: mac)
    let file = try KeystoreFile(json: .object(["version": 3, "crypto": key.json, "id": "x"]))
    #expect(try file.decrypt(password: .lectures) == (try PrivateKey(bytes: [0] + short)))
    #expect(file.address == nil)
  }

  @Test(
    "parameters that cost too much are refused before any work",
    arguments: [
      ("crypto.kdfparams.n", 1 << 33), ("crypto.kdfparams.n", 1 << 62), ("crypto.kdfparams.r", 1 << 26),
      ("crypto.kdfparams.p", 1 << 28), ("crypto.kdfparams.p", 1 << 29), ("crypto.kdfparams.r", 1 << 29),
    ])
  func tooDear(path: String, value: Int) throws {
    let hostile = changed(file.json, path, to: .number("\(value)"))
    #expect(throws: KeystoreError(.parametersRefused, "")) {
      try KeystoreFile(json: hostile).decrypt(password: .lectures)
    }
  }

  @Test("1 GiB of scrypt is the default limit, and a higher one can be asked for")
  func limit() throws {
    #expect(throws: Never.self) { try KDF.scrypt(n: 1 << 20, r: 8, p: 1).check() }
    #expect(throws: KeystoreError(.parametersRefused, "")) { try KDF.scrypt(n: 1 << 21, r: 8, p: 1).check() }
    #expect(throws: Never.self) { try KDF.scrypt(n: 1 << 21, r: 8, p: 1).check(KeystoreLimits(memory: 2 << 30)) }
    #expect(throws: KeystoreError(.parametersRefused, "")) { try KDF.pbkdf2(iterations: .max).check() }
    #expect(throws: KeystoreError(.parametersRefused, "")) { try KDF.scrypt(n: .max, r: .max, p: .max).check() }
    #expect(throws: KeystoreError(.parametersRefused, "")) { try KDF.scrypt(n: 1 << 62, r: 2, p: 2).check() }
    #expect(throws: KeystoreError(.parametersRefused, "")) { try KDF.scrypt(n: 0, r: -1, p: .min).check() }
  }

  @Test("eight times geth's usual work is the default limit, which the refusal names with the parameters")
  func workLimit() throws {
    for (n, r, p) in [(262_144, 8, 1), (262_144, 1, 8), (4096, 8, 6), (262_144, 8, 8), (1 << 20, 8, 1)] {
      #expect(throws: Never.self) { try KDF.scrypt(n: n, r: r, p: p).check() }
    }
    let hostile = changed(
      changed(changed(file.json, "crypto.kdfparams.n", to: 262_144), "crypto.kdfparams.r", to: 8),
      "crypto.kdfparams.p", to: 9)
    let error = #expect(throws: KeystoreError.self) { try KeystoreFile(json: hostile).decrypt(password: .lectures) }
    #expect(error?.code == .parametersRefused)
    #expect(
      error?.facts == .beyondLimit(parameters: "scrypt (n = 262144, r = 8, p = 9)", limit: "n · r · p ≤ 16777216"))
    #expect(error?.reason?.contains("(n = 262144, r = 8, p = 9) is beyond the limit n · r · p ≤ 16777216") == true)
    #expect(throws: Never.self) { try KDF.pbkdf2(iterations: 1 << 24).check() }
    #expect(throws: KeystoreError(.parametersRefused, "")) { try KDF.pbkdf2(iterations: (1 << 24) + 1).check() }
  }

  static let unlawful: [(String, String, KeystoreError.Code)] = [
    ("crypto.kdfparams.n", "3", .parametersRefused),
    ("crypto.kdfparams.n", "0", .parametersRefused), ("crypto.kdfparams.n", "1", .parametersRefused),
    ("crypto.kdfparams.n", "-2", .parametersRefused), ("crypto.kdfparams.r", "0", .parametersRefused),
    ("crypto.kdfparams.p", "0", .parametersRefused), ("crypto.kdfparams.p", "1073741824", .parametersRefused),
    ("crypto.kdfparams.dklen", "16", .parametersRefused), ("crypto.kdfparams.dklen", "1e9", .damaged),
    ("crypto.kdfparams.n", "99999999999999999999", .damaged), ("crypto.kdfparams.n", "null", .damaged),
    ("crypto.kdfparams.salt", "\"abc\"", .damaged), ("crypto.kdfparams.salt", "null", .damaged),
    ("crypto.cipherparams.iv", "\"00\"", .damaged), ("crypto.ciphertext", "\"\"", .damaged),
    ("crypto.cipherparams.iv", "\"000000000000000000000000000000000000\"", .damaged),
    ("crypto.cipherparams", "[]", .damaged), ("crypto.mac", "\"00\"", .damaged), ("crypto.mac", "7", .damaged),
    ("crypto.ciphertext", "\"zz\"", .damaged), ("crypto.cipher", "\"aes-256-cbc\"", .unsupported),
    ("crypto.kdf", "\"argon2id\"", .unsupported), ("crypto.kdf", "{}", .damaged), ("crypto", "1", .damaged),
    ("version", "1", .unsupported), ("version", "5", .unsupported), ("version", "4", .unsupported),
    ("version", "null", .damaged), ("address", "\"12\"", .damaged), ("address", "12", .damaged),
    ("Crypto", "{}", .damaged), ("keyring", "[]", .damaged),
  ]

  @Test("structure that is not lawful is told as what it is", arguments: unlawful)
  func structure(path: String, value: String, code: KeystoreError.Code) throws {
    var json = changed(file.json, path, to: try JSON(parsing: value))
    if path == "keyring" { json = changed(json, "version", to: 4) }
    #expect(throws: KeystoreError(code, "")) { try KeystoreFile(json: json) }
  }

  @Test("an empty salt is poor, and lawful")
  func emptySalt() throws {
    // Made with Python's hashlib, pycryptodome and eth-keys.
    let json = try JSON(
      parsing: """
        {"version": 3, "address": "1a642f0e3c3af545e7acbd38b07251b3990914f1", "crypto": {"cipher": "aes-128-ctr",
         "cipherparams": {"iv": "00000000000000000000000000000001"},
         "ciphertext": "d7d43a51e93bf3ee1ef2168b2da4aaa15c9f27711882f7e38f8a9610aeddb81e",
         "kdf": "scrypt", "kdfparams": {"dklen": 32, "n": 2, "r": 1, "p": 1, "salt": ""},
         "mac": "b83f2ad49699d679b3e03782873a861e67e335f2a21f4ec6e3d32ae4589211cf"}}
        """)
    let key = try KeystoreFile(json: json).decrypt(password: .lectures)
    #expect(key.address.checksummed == "0x1a642f0E3c3aF545E7AcBD38b07251B3990914F1")
  }

  @Test("what is no key file is told apart from a damaged one")
  func notKeystore() {
    for text in ["{}", "[]", "1", "{\"abi\":[]}", "{\"version\":3}"] {
      #expect(throws: KeystoreError(.notKeystore, "")) { try KeystoreFile(Bytes(text.utf8)) }
    }
    for text in ["", "{", "not json", "{\"version\":3,\"version\":3}", "{\"version\":3,\"id\":\"x\"}"] {
      #expect(throws: KeystoreError(.damaged, "")) { try KeystoreFile(Bytes(text.utf8)) }
    }
    #expect(throws: KeystoreError(.tooLarge, "")) { try KeystoreFile(Bytes(repeating: 0x20, count: (1 << 20) + 1)) }
    let deep = Bytes(String(repeating: "[", count: 100_000).utf8)
    #expect(throws: KeystoreError(.damaged, "")) { try KeystoreFile(deep) }
  }

  @Test("damage after the password is told apart: cipher text by the MAC, the address by the key")
  func damage() throws {
    let text = try #require(file.json["crypto"]?["ciphertext"]?.string)
    let flipped = (text.hasPrefix("0") ? "1" : "0") + text.dropFirst()
    let bad = try KeystoreFile(json: changed(file.json, "crypto.ciphertext", to: .string(flipped)))
    #expect(throws: KeystoreError(.wrongPassword, "")) { try bad.decrypt(password: .lectures) }
    let other = changed(file.json, "address", to: .string(String(repeating: "ab", count: 20)))
    #expect(throws: KeystoreError(.addressMismatch, "")) {
      try KeystoreFile(json: other).decrypt(password: .lectures)
    }
    let iv = changed(file.json, "crypto.cipherparams.iv", to: .string(String(repeating: "0", count: 32)))
    #expect(throws: KeystoreError(.addressMismatch, "")) { try KeystoreFile(json: iv).decrypt(password: .lectures) }
  }

  @Test("no error text holds the password, the key or the file's secrets")
  func silent() throws {
    let password = SecretBytes(utf8: "correct horse battery")
    let secret = key.secret.withUnsafeBytes { Hex.encode($0, prefix: false) }
    do {
      _ = try file.decrypt(password: password)
      Issue.record("it opened")
    } catch {
      #expect(!"\(error)".contains("horse") && !"\(error)".contains(secret.prefix(8)))
      #expect("\(error)".split(separator: "\n").count <= 4)
    }
  }

  @Test("a new password keeps every other field, and refuses to lose a mnemonic of ethers")
  func reencrypted() throws {
    let new = SecretBytes(utf8: "new")
    let named = try KeystoreFile(json: changed(changed(file.json, "name", to: "Blank"), "meta", to: "{}"))
    let again = try named.reencrypted(password: .lectures, newPassword: new, kdf: .pbkdf2(iterations: 2))
    #expect(again.json["name"] == "Blank" && again.json["meta"] == "{}" && again.id == file.id)
    #expect(try again.decrypt(password: new) == key)
    #expect(throws: KeystoreError(.wrongPassword, "")) { try again.decrypt(password: .lectures) }
    let ethers = changed(file.json, "x-ethers", to: .object(["mnemonicCiphertext": "00"]))
    #expect(throws: KeystoreError(.unsupported, "")) {
      try KeystoreFile(json: ethers).reencrypted(password: .lectures, newPassword: new, kdf: .tiny)
    }
  }

  @Test("Kaia's version 4: one key of the account's own address opens, others are told, all can be had by role")
  func version4() throws {
    let sealed = try #require(file.json["crypto"])
    let single = JSON.object([
      "version": 4, "id": "x", "address": .string(key.address.lowercaseHex), "keyring": .array([sealed]),
    ])
    let file = try KeystoreFile(json: single)
    #expect(file.kind == .v4(roles: [1]) && file.address == key.address)
    #expect(try file.decrypt(password: .lectures) == key)
    let decoupled = try KeystoreFile(json: changed(single, "address", to: .string(Address.zero.lowercaseHex)))
    #expect(throws: KeystoreError(.unsupported, "")) { try decoupled.decrypt(password: .lectures) }
    #expect(try decoupled.decryptKeyring(password: .lectures).roles == [[key]])
    let roles = try KeystoreFile(
      json: changed(single, "keyring", to: .array([.array([sealed]), .array([]), .array([sealed, sealed])])))
    #expect(roles.kind == .v4(roles: [1, 0, 2]))
    #expect(throws: KeystoreError(.unsupported, "")) { try roles.decrypt(password: .lectures) }
    let again = try roles.reencrypted(password: .lectures, newPassword: SecretBytes(utf8: "n"), kdf: .tiny)
    #expect(try again.decryptKeyring(password: SecretBytes(utf8: "n")).roles == [[key], [], [key, key]])
    for ring in [JSON.array([]), .array([.array([])]), .array(Array(repeating: sealed, count: 11)), .array([1]), 4] {
      #expect(throws: KeystoreError(.damaged, "")) { try KeystoreFile(json: changed(single, "keyring", to: ring)) }
    }
  }
}

extension String {
  fileprivate func replacingOccurrences(_ old: String, _ new: String) -> String {
    guard let range = ranges(of: old).first else { return self }
    return String(self[..<range.lowerBound]) + new + self[range.upperBound...]
  }
}
