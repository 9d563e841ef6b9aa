import FixtureSupport
import Primitives
import StrictJSON
import Testing

@Suite(
  "Address vectors", .enabled(if: Fixtures.available("ethers"), "fixtures not found: set LECTURES_FIXTURES"))
struct AddressVectorTests {
  @Test("ethers accounts: EIP-55 spelling, checked and written")
  func checksums() throws {
    let cases = try #require(try Fixtures.json("ethers/accounts.json.gz").array)
    var passed = 0
    for test in cases {
      let text = try #require(test["address"]?.string)
      let address = try Address(text)
      let lower = try Address(text.lowercased())
      let upper = try Address("0x" + text.dropFirst(2).uppercased())
      let good = address.checksummed == text && lower == address && upper == address
      #expect(good, "\(text)")
      passed += good ? 1 : 0
    }
    #expect(passed == cases.count)
    Fixtures.report("ethers/accounts EIP-55", passed: passed)
  }

  @Test("ethers create: CREATE addresses")
  func create() throws {
    var passed = 0
    var total = 0
    for group in try #require(try Fixtures.json("ethers/create.json.gz").array) {
      let sender = try Address(try #require(group["sender"]?.string))
      for test in try #require(group["creates"]?.array) {
        total += 1
        let nonce = UInt64(try #require(test["nonce"]?.int))
        let address = Address.contract(deployer: sender, nonce: nonce)
        #expect(address.checksummed == test["address"]?.string)
        passed += address.checksummed == test["address"]?.string ? 1 : 0
      }
    }
    #expect(passed == total && total > 0)
    Fixtures.report("ethers/create", passed: passed)
  }

  @Test("ethers create2: EIP-1014 addresses")
  func create2() throws {
    var passed = 0
    var total = 0
    for group in try #require(try Fixtures.json("ethers/create2.json.gz").array) {
      let sender = try Address(try #require(group["sender"]?.string))
      for test in try #require(group["creates"]?.array) {
        total += 1
        let code = try Bytes(hex: try #require(test["initCode"]?.string))
        let codeHash = Keccak256.hash(code)
        #expect(codeHash.hex == test["initCodeHash"]?.string)
        let salt = try Hash32(try #require(test["salt"]?.string))
        let address = Address.create2Address(deployer: sender, salt: salt, initCodeHash: codeHash)
        #expect(address.checksummed == test["address"]?.string)
        passed += address.checksummed == test["address"]?.string ? 1 : 0
      }
    }
    #expect(passed == total && total > 0)
    Fixtures.report("ethers/create2", passed: passed)
  }
}
