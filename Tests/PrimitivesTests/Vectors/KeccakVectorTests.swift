import FixtureSupport
import Primitives
import StrictJSON
import Testing

@Suite("Keccak-256 vectors")
struct KeccakVectorTests {
  /// Every row is message, bits (always null), key, digest. Rows without a key are plain Keccak-256; rows with one are
  /// HMAC over Keccak-256. None has SHA-3's padding: SHA3-256 of the message never gives the row's digest.
  @Test(
    "Every row of keccak256.json is right: plain ones as digests, keyed ones as HMAC",
    .enabled(if: Fixtures.available("keccak"), "fixtures not found: set LECTURES_FIXTURES"))
  func keccak256() throws {
    let rows = try #require(try Fixtures.json("keccak/keccak256.json").array)
    var plain = 0
    var keyed = 0
    for row in rows {
      let message = try Bytes(hex: try #require(row[0]?.string))
      let digest = try Bytes(hex: try #require(row[3]?.string))
      if let key = row[2]?.string {
        let result = hmac(key: try Bytes(hex: key), message)
        #expect(result == digest)
        keyed += result == digest ? 1 : 0
      } else {
        let result = Keccak256.hash(message).bytes
        #expect(result == digest)
        plain += result == digest ? 1 : 0
      }
    }
    #expect(plain + keyed == rows.count)
    Fixtures.report("keccak/keccak256 plain", passed: plain)
    Fixtures.report("keccak/keccak256 hmac", passed: keyed)
  }

  @Test(
    "ethers hashes",
    .enabled(if: Fixtures.available("ethers"), "fixtures not found: set LECTURES_FIXTURES"))
  func ethersHashes() throws {
    let cases = try #require(try Fixtures.json("ethers/hashes.json.gz").array)
    var passed = 0
    for test in cases {
      let data = try Bytes(hex: try #require(test["data"]?.string))
      let expected = try Hash32(try #require(test["keccak256"]?.string))
      #expect(Keccak256.hash(data) == expected, "\(test["name"]?.string ?? "")")
      passed += Keccak256.hash(data) == expected ? 1 : 0
    }
    #expect(passed == cases.count)
    Fixtures.report("ethers/hashes keccak256", passed: passed)
  }

  @Test(
    "The seeds of keyaddrtest hash to their keys",
    .enabled(if: Fixtures.available("ethereum-tests/BasicTests"), "fixtures not found: set LECTURES_FIXTURES"))
  func keySeeds() throws {
    let cases = try #require(try Fixtures.json("ethereum-tests/BasicTests/keyaddrtest.json").array)
    var passed = 0
    for test in cases {
      let seed = try #require(test["seed"]?.string)
      let key = try Bytes(hex: try #require(test["key"]?.string))
      #expect(Keccak256.hash(seed.utf8).bytes == key)
      let digits = try #require(test["addr"]?.string)
      let address = try Address("0x" + digits)
      #expect(address.lowercaseHex == "0x" + digits)
      passed += Keccak256.hash(seed.utf8).bytes == key && address.lowercaseHex == "0x" + digits ? 1 : 0
    }
    #expect(passed == cases.count)
    Fixtures.report("ethereum-tests/keyaddrtest seeds", passed: passed)
  }

  private func hmac(key: Bytes, _ message: Bytes) -> Bytes {
    var block = key.count > 136 ? Keccak256.hash(key).bytes : key
    block += Bytes(repeating: 0, count: 136 - block.count)
    let inner = Keccak256.hash(block.map { $0 ^ 0x36 } + message)
    return Keccak256.hash(block.map { $0 ^ 0x5c } + inner.bytes).bytes
  }
}
