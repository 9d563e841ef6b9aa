import Keys
import Primitives
import Testing

@testable import Keystores

@Suite("scrypt for the shape that OpenSSL refuses")
struct ScryptTests {
  @Test("gives what OpenSSL gives wherever OpenSSL does it")
  func same() throws {
    for (n, r, p) in [(2, 1, 1), (16, 1, 1), (32, 1, 3), (1024, 2, 2), (64, 8, 2), (4, 3, 5), (32768, 1, 1)] {
      let salt = Bytes(repeating: UInt8(r), count: 9)
      let own = try Scrypt.derive(password: .lectures, salt: salt, n: n, r: r, p: p, count: 40)
      let openSSL = try KeyDerivation.scrypt(password: .lectures, salt: salt, n: n, r: r, p: p, length: 40)
      #expect(own == openSSL, "n = \(n), r = \(r), p = \(p)")
    }
  }

  @Test("RFC 7914's vectors")
  func rfc() throws {
    let empty = try KDF.scrypt(n: 16, r: 1, p: 1).derive(password: SecretBytes(utf8: ""), salt: [], count: 64)
    #expect(
      empty.withUnsafeBytes { Hex.encode($0, prefix: false) }
        == "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
        + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906")
    let own = try Scrypt.derive(
      password: SecretBytes(utf8: "password"), salt: Bytes("NaCl".utf8), n: 1024, r: 8, p: 16, count: 64)
    #expect(
      own.withUnsafeBytes { Hex.encode($0, prefix: false) }
        == "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
        + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640")
  }
}
