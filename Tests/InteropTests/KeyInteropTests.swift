import ChainSupport
import Files
import FixtureSupport
import Keys
import Primitives
import StrictJSON
import Testing

@Suite(
  "Keys, phrases and addresses, ours and theirs", .enabled(if: TestTools.areInstalled, "\(TestTools.advice)"),
  .timeLimit(.minutes(20)))
struct KeyInteropTests {
  static let paths = ["m/44'/60'/0'/0/0", "m/44'/8217'/0'/0/0", "m/44'/60'/3'/1/2147483647", "m/0'/1"]
  static let languages: [(Mnemonic.Language, String)] = [
    (.english, "english"), (.korean, "korean"), (.japanese, "japanese"), (.chineseSimplified, "chinese_simplified"),
    (.chineseTraditional, "chinese_traditional"), (.spanish, "spanish"), (.french, "french"), (.italian, "italian"),
    (.czech, "czech"),
  ]

  @Test("A phrase of either side leads to the same keys on both", arguments: languages)
  func phrases(language: Mnemonic.Language, name: String) async throws {
    for words in Mnemonic.wordCounts {
      let ours = try Mnemonic.generate(words: words, language: language).phrase
      let theirs = try await Witness.text("mnemonic", ["words": .number("\(words)"), "language": .string(name)])
      for (phrase, passphrase) in [(ours, ""), (theirs, ""), (theirs, "Ω 암호 é")] {
        let path = Self.paths[words / 3 % Self.paths.count]
        let mnemonic = try Mnemonic(phrase: phrase)
        #expect(mnemonic.wordCount == words)
        let key = try await BlockingWork.run {
          try mnemonic.privateKey(at: DerivationPath(path), passphrase: passphrase)
        }
        let derived = try await Witness.ask(
          "derive", ["phrase": .string(phrase), "path": .string(path), "passphrase": .string(passphrase)])
        #expect(derived["key"]?.string == key.hex, "\(phrase)")
        #expect(derived["address"]?.string == key.address.checksummed)
      }
    }
  }

  @Test("Keys have the same addresses, and contracts too, by CREATE and CREATE2")
  func addresses() async throws {
    var source = Seeded(1_014)
    let nonces: [UInt64] = [0, 1, 127, 128, 255, 256, 65_535, 65_536, 1 << 32, (1 << 53) - 1]
    for nonce in nonces {
      let key = try source.key()
      #expect(try await Witness.text("address", ["key": .string(key.hex)]) == key.address.checksummed)
      let created = try await Witness.text(
        "create_address", ["sender": .string(key.address.checksummed), "nonce": .number("\(nonce)")])
      #expect(created == Address.contract(deployer: key.address, nonce: nonce).checksummed)
      let (salt, code) = (try Hash32(source.bytes(32)), source.bytes(Int.random(in: 0..<300, using: &source)))
      let second = try await Witness.text(
        "create2_address",
        ["sender": .string(key.address.checksummed), "salt": .string(salt.hex), "code": .string(code.hex)])
      let hash = Keccak256.hash(code)
      #expect(try await Witness.text("keccak", ["data": .string(code.hex)]) == hash.hex)
      #expect(second == Address.create2Address(deployer: key.address, salt: salt, initCodeHash: hash).checksummed)
    }
  }
}
