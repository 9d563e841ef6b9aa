import FixtureSupport
import Primitives
import StrictJSON
import Testing

@testable import Keys

@Suite(.enabled(if: Fixtures.available("wycheproof"), "fixtures not found: set LECTURES_FIXTURES"))
struct WycheproofTests {
  @Test func onlyLowSInStrictEncodingIsASignature() throws {
    try verify("ecdsa_secp256k1_sha256_bitcoin_test", allowHighS: false)
  }

  @Test func withHighSAllowedEverySignatureInStrictEncodingIsOne() throws {
    try verify("ecdsa_secp256k1_sha256_test", allowHighS: true)
  }

  private func verify(_ name: String, allowHighS: Bool) throws {
    let file = try Fixtures.json("wycheproof/\(name).json")
    var tests: [JSON] = []
    for group in try file.items("testGroups") {
      for test in try group.items("tests") {
        guard var object = test.object else { continue }
        object["uncompressed"] = group["publicKey"]?["uncompressed"]
        tests.append(.object(object))
      }
    }
    #expect(tests.count == file["numberOfTests"]?.int)
    try countPassed("wycheproof/\(name)", tests) { test in
      let key = try PublicKey(test.bytes("uncompressed"))
      let digest = try Hash32(Digest.sha256(test.bytes("msg")))
      let isSignature = try key.verify(der: test.bytes("sig"), digest: digest, allowHighS: allowHighS)
      return try isSignature == (test.text("result") == "valid")
    }
  }

  @Test func pbkdf2ComputesTheirKeys() throws {
    let file = try Fixtures.json("wycheproof/pbkdf2_hmacsha256_test.json")
    let tests = try file.items("testGroups").flatMap { try $0.items("tests") }
    #expect(tests.count == file["numberOfTests"]?.int)
    try countPassed("wycheproof/pbkdf2_hmacsha256_test", tests) { test in
      let key = try KeyDerivation.pbkdf2(
        password: SecretBytes(copying: test.bytes("password")), salt: test.bytes("salt"),
        iterations: test.integer("iterationCount"), length: test.integer("dkLen"))
      return try key.exposed == test.bytes("dk")
    }
  }
}
