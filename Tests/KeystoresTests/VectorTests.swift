import FixtureSupport
import Keys
import Primitives
import StrictJSON
import Testing

@testable import Keystores

@Suite(
  "ethereum-tests/KeyStoreTests",
  .enabled(if: Fixtures.available("ethereum-tests/KeyStoreTests"), "fixtures not found: set LECTURES_FIXTURES"))
struct EthereumKeystoreVectors {
  @Test("every file of ethereum-tests opens to its key, and to nothing under another password")
  func all() throws {
    var passed = 0
    var total = 0
    for path in try Fixtures.files(under: "ethereum-tests/KeyStoreTests", suffix: ".json") {
      for (name, test) in try #require(try Fixtures.json(path).object) {
        total += 1
        let file = try KeystoreFile(json: try #require(test["json"]))
        let key = try file.decrypt(password: SecretBytes(utf8: try #require(test["password"]?.string)))
        #expect(key == (try PrivateKey(hex: try #require(test["priv"]?.string))), "\(name)")
        passed += 1
      }
    }
    #expect(passed == total && total > 0)
    Fixtures.report("ethereum-tests/KeyStoreTests", passed: passed)
  }
}

@Suite(
  "ethers/wallets",
  .enabled(if: Fixtures.available("ethers/wallets.json.gz"), "fixtures not found: set LECTURES_FIXTURES"))
struct EthersWalletVectors {
  @Test("every wallet file of ethers opens to its address, presale wallets too")
  func all() throws {
    var passed = 0
    let wallets = try #require(try Fixtures.json("ethers/wallets.json.gz").array)
    for wallet in wallets {
      let file = try KeystoreFile(Bytes(try #require(wallet["content"]?.string).utf8))
      let password = SecretBytes(copying: try Bytes(hex: try #require(wallet["password"]?.string)))
      let address = try Address(try #require(wallet["address"]?.string))
      #expect(try file.decrypt(password: password).address == address)
      #expect((file.kind == .presale) == (wallet["type"] == "crowdsale"))
      passed += 1
    }
    #expect(passed == wallets.count && passed > 0)
    Fixtures.report("ethers/wallets", passed: passed)
  }

  @Test("a wrong password opens neither kind")
  func wrongPassword() throws {
    for wallet in try #require(try Fixtures.json("ethers/wallets.json.gz").array).prefix(2) {
      let file = try KeystoreFile(Bytes(try #require(wallet["content"]?.string).utf8))
      #expect(throws: KeystoreError(.wrongPassword, "")) { try file.decrypt(password: SecretBytes(utf8: "nope")) }
    }
  }
}

@Suite(
  "kaia/keystores",
  .enabled(if: Fixtures.available("kaia/kaia_vectors.json"), "fixtures not found: set LECTURES_FIXTURES"))
struct KaiaKeystoreVectors {
  @Test("every key of Kaia's files of version 3 and 4 is found, in its role")
  func all() throws {
    var passed = 0
    let vectors = try #require(try Fixtures.json("kaia/kaia_vectors.json")["keystores"]?.array)
    for vector in vectors {
      let file = try KeystoreFile(json: try #require(vector["keystore"]))
      let password = SecretBytes(utf8: try #require(vector["password"]?.string))
      let listed = vector["privateKeys"] ?? vector["expected"]?["privateKeys"]
      let keys = try file.decryptKeyring(password: password).roles.map {
        $0.map { $0.secret.withUnsafeBytes { Bytes($0) } }
      }
      let expected = try #require(listed?.array)
      if expected.allSatisfy({ $0.string != nil }) {
        #expect(keys.flatMap { $0 } == (try expected.compactMap { try $0.string.map { try Bytes(hex: $0) } }))
      } else {
        let roles = try expected.map { try ($0.array ?? []).compactMap { try $0.string.map { try Bytes(hex: $0) } } }
        #expect(keys.filter { !$0.isEmpty } == roles.filter { !$0.isEmpty })
      }
      passed += 1
    }
    #expect(passed == vectors.count && passed > 0)
    Fixtures.report("kaia/keystores", passed: passed)
  }
}
