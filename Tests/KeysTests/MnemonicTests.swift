import Primitives
import Testing

@testable import Keys

@Suite struct MnemonicTests {
  private let phrase = "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about"

  @Test func everyListIsTheOfficialOne() throws {
    // SHA-256 of the files of bitcoin/bips (bip-0039) and trezor/python-mnemonic, one word a line.
    let digests: [Mnemonic.Language: String] = [
      .chineseSimplified: "5c5942792bd8340cb8b27cd592f1015edf56a8c5b26276ee18a482428e7c5726",
      .chineseTraditional: "417b26b3d8500a4ae3d59717d7011952db6fc2fb84b807f3f94ac734e89c1b5f",
      .czech: "7e80e161c3e93d9554c2efb78d4e3cebf8fc727e9c52e03b83b94406bdcc95fc",
      .english: "2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda",
      .french: "ebc3959ab7801a1df6bac4fa7d970652f1df76b683cd2f4003c941c63d517e59",
      .italian: "d392c49fdb700a24cd1fceb237c1f65dcc128f6b34a8aacb58b59384b5c648c2",
      .japanese: "2eed0aef492291e061633d7ad8117f1a2b03eb80a29d0e4e3117ac2528d05ffd",
      .korean: "9e95f86c167de88f450f0aaf89e87f6624a57f973c67b516e338e8e8b8897f60",
      .portuguese: "2685e9c194c82ae67e10ba59d9ea5345a23dc093e92276fc5361f6667d79cd3f",
      // The 1573rd word is mended.
      .russian: "c9458f1997f6a6e0e8b4b691de850aa6af15fabca197e56baa6234933af1fffc",
      .spanish: "46846a5a0139d1e3cb77293e521c2865f7bcdb82c44e8d0a06a2cd0ecba48c0b",
      .turkish: "a7dc9c77913726106c7b8baa022b7e17601d118acf40aa60ab1fbc9c91b383ac",
    ]
    for language in Mnemonic.Language.allCases {
      #expect(language.words.count == 2048)
      #expect(language.words.allSatisfy { !$0.unicodeScalars.contains("\u{FFFD}") })
      let file = Bytes(language.words.joined(separator: "\n").utf8) + Bytes("\n".utf8)
      #expect(try Hex.encode(Digest.sha256(file), prefix: false) == digests[language])
    }
  }

  @Test(arguments: Mnemonic.wordCounts) func newMnemonicsAreReadBack(_ count: Int) throws {
    for language in Mnemonic.Language.allCases {
      let mnemonic = try Mnemonic.generate(words: count, language: language)
      #expect(mnemonic.words.count == count && mnemonic.language == language)
      #expect(try Mnemonic(phrase: mnemonic.phrase, language: language) == mnemonic)
      #expect(try Mnemonic(phrase: mnemonic.phrase).seed() == mnemonic.seed())
    }
  }

  @Test func caseAndWhiteSpaceDoNotMatter() throws {
    let mnemonic = try Mnemonic(phrase: phrase)
    let typed = "\n  " + phrase.uppercased().split(separator: " ").joined(separator: " \t\r\n") + "\u{3000}"
    #expect(try Mnemonic(phrase: typed) == mnemonic)
  }

  @Test func composedAndDecomposedTextIsTheSame() throws {
    // As keyboards write it (precomposed syllables), where the list has jamo.
    let composed = "가격 가격 가격 가격 가격 가격 가격 가격 가격 가격 가격 가능"
    #expect(composed.unicodeScalars.count < 40)
    let mnemonic = try Mnemonic(phrase: composed)
    #expect(mnemonic.language == .korean && mnemonic.entropy.exposed == Bytes(repeating: 0, count: 16))
  }

  @Test(arguments: [0, 1, 2, 11, 13, 23, 25, 1000, 100_000]) func otherCountsOfWordsAreTold(_ count: Int) {
    let phrase = Array(repeating: "abandon", count: count).joined(separator: " ")
    #expect(performing: { try Mnemonic(phrase: phrase) }, throws: { ($0 as? KeysError)?.code == .wordCount })
    #expect(performing: { try Mnemonic.generate(words: count) }, throws: { ($0 as? KeysError)?.code == .wordCount })
  }

  @Test func aWrongChecksumIsToldApartFromAWrongWord() throws {
    let wrongOrder = "about " + phrase.dropLast(6)
    #expect(performing: { try Mnemonic(phrase: wrongOrder) }, throws: { ($0 as? KeysError)?.code == .mnemonicChecksum })
    let error = #expect(throws: KeysError.self) {
      try Mnemonic(phrase: phrase.replacingLast("about", with: "abuot"))
    }
    #expect(error?.code == .unknownWord && error?.position == 11 && error?.suggestions.first == "about")
    #expect(error.map { "\($0)".contains("word 12") && "\($0)".contains("“about”") } == true)
    #expect(error.map { "\($0)".split(separator: "\n").count <= 4 } == true)
  }

  @Test func aWordOfAnotherLanguageIsUnknownInTheOneAskedFor() {
    #expect(
      performing: { try Mnemonic(phrase: phrase, language: .korean) },
      throws: { ($0 as? KeysError)?.code == .unknownWord })
  }

  @Test func mistypedWordsHaveSuggestions() {
    #expect(Mnemonic.suggestions(for: "abandn").first == "abandon")
    #expect(Mnemonic.suggestions(for: "aboandn").first == "abandon")
    #expect(Mnemonic.suggestions(for: "letcure").contains("lecture"))
    #expect(Mnemonic.suggestions(for: "lect").first == "lecture")
    #expect(Mnemonic.suggestions(for: "ZOOO").first == "zoo")
    #expect(Mnemonic.suggestions(for: "가겨", language: .korean).contains("가격"))
    #expect(Mnemonic.suggestions(for: "abaco", language: .spanish).contains { $0 == "ábaco" })
    #expect(Mnemonic.suggestions(for: "qqqqqqqq").isEmpty)
    #expect(Mnemonic.suggestions(for: "").isEmpty)
    #expect(Mnemonic.suggestions(for: String(repeating: "a", count: 1_000_000)).isEmpty)
    #expect(Mnemonic.suggestions(for: "cat", limit: 2).count == 2)
  }

  @Test func theErrorNamesTheLanguageThatMostWordsBelongTo() throws {
    let korean = try Mnemonic(entropy: SecretBytes(copying: Bytes(repeating: 3, count: 16)), language: .korean)
    var words = korean.words
    words[4] = "없는말없"
    let error = #expect(throws: KeysError.self) { try Mnemonic(phrase: words.joined(separator: " ")) }
    #expect(error?.code == .unknownWord && error?.position == 4)
    #expect(error.map { "\($0)".contains("Korean") } == true)
  }

  @Test func entropyHasFiveLengths() {
    for count in 0...40 {
      let entropy = SecretBytes(copying: Bytes(repeating: 1, count: count))
      if [16, 20, 24, 28, 32].contains(count) {
        #expect(throws: Never.self) { try Mnemonic(entropy: entropy) }
      } else {
        #expect(performing: { try Mnemonic(entropy: entropy) }, throws: { ($0 as? KeysError)?.code == .invalidEntropy })
      }
    }
  }

  @Test func passphrasesAreNormalised() throws {
    let mnemonic = try Mnemonic(phrase: phrase)
    #expect(try mnemonic.seed(passphrase: "\u{e9}") == mnemonic.seed(passphrase: "e\u{301}"))
    #expect(try mnemonic.seed(passphrase: "ﬁ") == mnemonic.seed(passphrase: "fi"))
    #expect(try mnemonic.seed(passphrase: "a") != mnemonic.seed(passphrase: "A"))
    #expect(throws: KeysError.self) { try mnemonic.seed(passphrase: String(repeating: "x", count: 1 << 17)) }
  }

  @Test func printsNoWord() throws {
    let mnemonic = try Mnemonic(phrase: phrase)
    var dumped = ""
    dump(mnemonic, to: &dumped)
    for text in ["\(mnemonic)", String(reflecting: mnemonic), dumped] { #expect(!text.contains("abandon")) }
  }
}

extension String {
  fileprivate func replacingLast(_ word: String, with other: String) -> String {
    hasSuffix(word) ? dropLast(word.count) + other : self
  }
}

@Suite struct CompatibilityDecompositionTests {
  @Test func everyScalarDecomposesAsUnicodeSays() throws {
    // The hash of the decompositions of all scalars in order, from the Unicode Character Database 18.0; before and after
    // this range there are none.
    var all = String.UnicodeScalarView()
    for value in UInt32(0xa0)..<0x30000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      all.append(contentsOf: CompatibilityDecomposition.nfkd([scalar]))
    }
    #expect(
      try Hex.encode(Digest.sha256(Bytes(String(all).utf8)), prefix: false)
        == "875691d5f56e5eda4f65bfe2e95d26850f7ced26aac852d4728d0cde8caa94dd")
  }

  @Test func marksAreOrderedByTheirClass() {
    let samples: [(String, String)] = [
      ("a\u{301}\u{323}", "a\u{323}\u{301}"), ("\u{1e69}", "s\u{323}\u{307}"), ("\u{1e0b}\u{323}", "d\u{323}\u{307}"),
      ("\u{212b}", "A\u{30a}"), ("\u{fb01}", "fi"), ("\u{3000}", " "), ("각", "\u{1100}\u{1161}\u{11a8}"),
      ("가", "\u{1100}\u{1161}"), ("x\u{345}\u{301}\u{334}", "x\u{334}\u{301}\u{345}"), ("", ""), ("ab", "ab"),
    ]
    for (text, expected) in samples {
      #expect(CompatibilityDecomposition.nfkd(text).unicodeScalars.elementsEqual(expected.unicodeScalars), "\(text)")
    }
  }

  @Test func aHundredThousandMarksInARowTakeNoTime() {
    let marks = String(String.UnicodeScalarView((0..<100_000).map { $0 % 2 == 0 ? "\u{301}" : "\u{323}" }))
    #expect(CompatibilityDecomposition.nfkd("a" + marks).unicodeScalars.count == 100_001)
  }
}
