import FixtureSupport
import Primitives
import StrictJSON
import Testing

@testable import Keys

@Suite(.enabled(if: Fixtures.available("bip39"), "fixtures not found: set LECTURES_FIXTURES"))
struct MnemonicVectorTests {
  @Test func everyLanguageHasItsPhrasesSeedsAndMasterKeys() throws {
    let names = [
      "english": Mnemonic.Language.english, "korean": .korean, "japanese": .japanese,
      "chinese_simplified": .chineseSimplified, "chinese_traditional": .chineseTraditional, "spanish": .spanish,
      "french": .french, "italian": .italian, "portuguese": .portuguese, "czech": .czech, "russian": .russian,
      "turkish": .turkish,
    ]
    let vectors = try #require(try Fixtures.json("bip39/trezor-vectors.json").object)
    #expect(vectors.count == names.count)
    for (name, list) in vectors {
      let language = try #require(names[name])
      try countPassed("bip39/trezor \(name)", list.array ?? []) { vector in
        guard let entropy = vector[0]?.string, let phrase = vector[1]?.string, let seed = vector[2]?.string,
          let xprv = vector[3]?.string
        else { return false }
        let mnemonic = try Mnemonic(phrase: phrase)
        let written = try Mnemonic(entropy: SecretBytes(copying: Bytes(hex: entropy)), language: language)
        // The vectors' passphrase.
        let computed = try mnemonic.seed(passphrase: "TREZOR")
        return try computed.exposed == Bytes(hex: seed) && written.phrase == phrase
          && CompatibilityDecomposition.nfkd(written.phrase).utf8.elementsEqual(
            CompatibilityDecomposition.nfkd(phrase).utf8)
          && Mnemonic(phrase: phrase, language: language).entropy.exposed == Bytes(hex: entropy)
          && ExtendedKey(seed: computed).xprv == xprv
      }
    }
  }
}
