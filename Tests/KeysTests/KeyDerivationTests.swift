import Keys
import Primitives
import Testing

@Suite struct KeyDerivationTests {
  private let password = SecretBytes(utf8: "password")
  private let salt = Bytes("NaCl".utf8)

  @Test func scryptComputesTheVectorsOfRFC7914() throws {
    let key = try KeyDerivation.scrypt(password: password, salt: salt, n: 1024, r: 8, p: 16, length: 64)
    #expect(
      key.exposed.hex
        == "0xfdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
    )
    let empty = try KeyDerivation.scrypt(password: SecretBytes(utf8: ""), salt: [], n: 16, r: 1, p: 1, length: 64)
    #expect(empty.exposed.hex.hasPrefix("0x77d6576238657b203b19ca42c18a0497"))
  }

  @Test func unlawfulScryptParametersAreRefused() {
    let refused = [
      (n: 0, r: 8, p: 1), (1, 8, 1), (3, 8, 1), (-2, 8, 1), (1024, 0, 1), (1024, 8, 0), (1024, -1, 1), (1024, 1, -1),
      (1024, 1 << 30, 1), (1024, 1 << 15, 1 << 15), (1 << 16, 1, 1), (Int.min, 8, 1), (1024, Int.max, Int.max),
    ]
    for (n, r, p) in refused {
      #expect(
        performing: { try KeyDerivation.scrypt(password: password, salt: salt, n: n, r: r, p: p, length: 32) },
        throws: { ($0 as? KeysError)?.code == .parametersRefused })
    }
  }

  @Test func hostileCostsAreRefused() {
    // A terabyte of memory; years of time.
    for (n, r, p) in [(1 << 30, 8, 1), (1 << 40, 8, 1), (1 << 62, 8, 1), (1 << 14, 8, 1 << 20), (2, 1 << 24, 1)] {
      #expect(
        performing: { try KeyDerivation.scrypt(password: password, salt: salt, n: n, r: r, p: p, length: 32) },
        throws: { ($0 as? KeysError)?.code == .parametersRefused })
    }
    for iterations in [0, -1, Int.min, Int.max, 1 << 31, 1 << 27] {
      #expect(
        performing: { try KeyDerivation.pbkdf2(password: password, salt: salt, iterations: iterations, length: 32) },
        throws: { ($0 as? KeysError)?.code == .parametersRefused })
    }
    for length in [0, -1, Int.min, Int.max, 1 << 20] {
      #expect(throws: KeysError.self) {
        try KeyDerivation.pbkdf2(password: password, salt: salt, iterations: 1, length: length)
      }
      #expect(throws: KeysError.self) {
        try KeyDerivation.scrypt(password: password, salt: salt, n: 2, r: 1, p: 1, length: length)
      }
    }
  }

  @Test func limitsCanBeTightened() {
    let limits = KeyDerivation.Limits(memory: 1 << 20, scryptWork: 1 << 12, pbkdf2Rounds: 1000)
    #expect(throws: KeysError.self) {
      try KeyDerivation.scrypt(password: password, salt: salt, n: 2048, r: 8, p: 1, length: 32, limits: limits)
    }
    #expect(throws: KeysError.self) {
      try KeyDerivation.pbkdf2(password: password, salt: salt, iterations: 501, length: 64, limits: limits)
    }
    #expect(throws: Never.self) {
      try KeyDerivation.pbkdf2(password: password, salt: salt, iterations: 500, length: 64, limits: limits)
    }
  }
}
