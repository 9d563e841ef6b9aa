import Keys
import Primitives
import Testing

@Suite struct SecretBytesTests {
  @Test func holdsWhatItWasGiven() {
    let secret = SecretBytes(copying: [1, 2, 3] as Bytes)
    #expect(secret.count == 3)
    #expect(secret.exposed == [1, 2, 3])
    #expect(SecretBytes(utf8: "pä").exposed == Bytes("pä".utf8))
    #expect(SecretBytes(count: 5) { _ in }.exposed == [0, 0, 0, 0, 0])
  }

  @Test func canBeEmptyOrLargerThanAPage() {
    #expect(SecretBytes(copying: Bytes()).exposed == [])
    #expect(SecretBytes(count: -1) { _ in }.count == 0)
    let large = Bytes((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
    #expect(SecretBytes(copying: large).exposed == large)
  }

  @Test func isNeverPrinted() {
    let secret = SecretBytes(utf8: "hunter2")
    var dumped = ""
    dump(secret, to: &dumped)
    for text in ["\(secret)", String(reflecting: secret), dumped, "\(Optional(secret) as Any)", "\([secret])"] {
      #expect(text.contains("<secret>"))
      #expect(!text.contains("hunter2") && !text.contains("104"))
    }
  }

  @Test func comparesByContent() {
    #expect(SecretBytes(utf8: "a") == SecretBytes(utf8: "a"))
    #expect(SecretBytes(utf8: "a") != SecretBytes(utf8: "b"))
    #expect(SecretBytes(utf8: "a") != SecretBytes(utf8: "aa"))
    #expect(SecretBytes(utf8: "") == SecretBytes(utf8: ""))
  }

  @Test func randomBytesDiffer() throws {
    let first = try SecretBytes.random(count: 32)
    #expect(first.count == 32)
    #expect(try first != SecretBytes.random(count: 32))
    #expect(try SecretBytes.random(count: 0).count == 0)
  }

  @Test func thousandsCanLiveAtOnce() {
    // More than the usual limit on locked memory: what cannot be locked is still kept and still wiped.
    let secrets = (0..<5000).map { SecretBytes(utf8: "secret \($0)") }
    #expect(secrets[4999].exposed == Bytes("secret 4999".utf8))
  }

  @Test func aThrowingInitialiserPassesTheErrorOn() {
    struct Refused: Error {}
    #expect(throws: Refused.self) { try SecretBytes(count: 4) { _ in throw Refused() } }
  }
}
