import Primitives

/// A secret as words that people can write down: BIP-39.
public struct Mnemonic: Sendable {
  /// The secret: 16, 20, 24, 28 or 32 bytes.
  public let entropy: SecretBytes
  /// The language of the words.
  public let language: Language
  /// The first byte of the entropy's SHA-256, whose first bits end the last word.
  private let checksum: UInt8

  /// The counts that a mnemonic's words can have.
  public static let wordCounts = [12, 15, 18, 21, 24]

  /// Writes a secret as words.
  ///
  /// - Throws: `invalidEntropy` if there are not 16, 20, 24, 28 or 32 bytes.
  public init(entropy: SecretBytes, language: Language = .english) throws(KeysError) {
    guard Self.wordCounts.contains(entropy.count * 3 / 4), entropy.count % 4 == 0 else {
      throw KeysError(
        .invalidEntropy,
        """
        cannot make a mnemonic of \(entropy.count) bytes of entropy
        give 16, 20, 24, 28 or 32 bytes for 12, 15, 18, 21 or 24 words
        """)
    }
    self.entropy = entropy
    self.language = language
    checksum = try entropy.withUnsafeBytes { (bytes) throws(KeysError) in try Digest.sha256(bytes)[0] }
  }

  /// Makes a new mnemonic from the system's random generator.
  ///
  /// - Parameter words: 12, 15, 18, 21 or 24, for 128 to 256 bits.
  /// - Throws: `wordCount` for another count, `noRandomness`.
  public static func generate(words: Int = 12, language: Language = .english) throws(KeysError) -> Mnemonic {
    guard wordCounts.contains(words) else { throw wrongCount(words) }
    return try Mnemonic(entropy: SecretBytes.random(count: words / 3 * 4), language: language)
  }

  /// Reads a phrase: words in any case and Unicode form, with any white space around them.
  ///
  /// - Parameter language: nil to find it out. Words that several lists have in common are distinguished by the
  ///   checksum; the seed does not depend on the language.
  /// - Throws: `wordCount`, `unknownWord` (with its position and suggestions) or `mnemonicChecksum`.
  public init(phrase: String, language: Language? = nil) throws(KeysError) {
    guard phrase.utf8.count <= 1 << 14 else {
      throw KeysError(
        .wordCount, "a mnemonic cannot be \(phrase.utf8.count) bytes long\nit has 12, 15, 18, 21 or 24 words")
    }
    let words = Self.words(of: phrase)
    guard Self.wordCounts.contains(words.count) else { throw Self.wrongCount(words.count) }
    var checksumError: KeysError?
    for candidate in language.map({ [$0] }) ?? Language.allCases {
      let numbers = words.compactMap { candidate.list.number(of: $0) }
      guard numbers.count == words.count else { continue }
      do throws(KeysError) {
        self = try Mnemonic(numbers: numbers, language: candidate)
        return
      } catch {
        checksumError = checksumError ?? error
      }
    }
    throw checksumError ?? Self.unknownWord(in: words, language: language)
  }

  /// Takes numbers of words, and checks the last one's checksum.
  private init(numbers: [Int], language: Language) throws(KeysError) {
    let entropy = SecretBytes(count: numbers.count / 3 * 4) { target in
      for place in 0..<target.count * 8 {
        let bit = UInt8(numbers[place / 11] >> (10 - place % 11) & 1)
        target[place / 8] |= bit << (7 - place % 8)
      }
    }
    let mnemonic = try Mnemonic(entropy: entropy, language: language)
    guard mnemonic.numbers == numbers else {
      throw KeysError(
        .mnemonicChecksum,
        """
        cannot read the mnemonic: every word is in the \(language.name) list, but the checksum does not fit
        a word was taken for another, or two are in the wrong order; compare with what was written down
        """)
    }
    self = mnemonic
  }

  /// The number of words.
  public var wordCount: Int { entropy.count * 3 / 4 }

  /// The words, as the list has them.
  public var words: [String] { numbers.map { language.list.words[$0] } }

  /// The numbers of the words in the list: 11 bits each of the entropy and, at the end, the checksum.
  private var numbers: [Int] {
    entropy.withUnsafeBytes { bytes in
      (0..<wordCount).map { word in
        (word * 11..<word * 11 + 11).reduce(0) { number, place in
          let byte = place / 8 < bytes.count ? bytes[place / 8] : checksum
          return number << 1 | Int(byte >> (7 - place % 8) & 1)
        }
      }
    }
  }

  /// The words in one line. It stays in ordinary memory for as long as somebody keeps it.
  public var phrase: String { words.joined(separator: language.separator) }

  /// The 64 bytes that the keys are derived from: PBKDF2-HMAC-SHA512 of the phrase, 2048 rounds, both texts in form KD.
  ///
  /// Takes about a millisecond.
  ///
  /// - Parameter passphrase: what some call the 25th word; every other passphrase gives another, equally lawful seed.
  /// - Throws: `parametersRefused` for a passphrase above 64 KiB, `cryptographyFailed`.
  public func seed(passphrase: String = "") throws(KeysError) -> SecretBytes {
    guard passphrase.utf8.count <= 1 << 16 else {
      throw KeysError(
        .parametersRefused, "cannot make a seed: the passphrase is longer than 64 KiB\ngive a shorter one")
    }
    let password = SecretBytes(utf8: words.map(CompatibilityDecomposition.nfkd).joined(separator: " "))
    let salt = "mnemonic" + CompatibilityDecomposition.nfkd(passphrase)
    return try KeyDerivation.pbkdf2(
      .hmacSHA512, password: password, salt: Bytes(salt.utf8), iterations: 2048, length: 64)
  }

  /// The words of a phrase, in form KD and lower case.
  static func words(of phrase: String) -> [String] {
    CompatibilityDecomposition.nfkd(phrase).lowercased()
      .split(whereSeparator: \.isWhitespace).map(String.init)
  }

  private static func wrongCount(_ count: Int) -> KeysError {
    KeysError(
      .wordCount,
      """
      a mnemonic cannot have \(count) \(count == 1 ? "word" : "words")
      it has 12, 15, 18, 21 or 24, with white space between them
      """)
  }
}

extension Mnemonic: Hashable {
  /// Compares all words, in a time that does not depend on them.
  public static func == (left: Mnemonic, right: Mnemonic) -> Bool {
    left.language == right.language && left.entropy == right.entropy
  }

  /// Hashes the language and the count only, so that no hash depends on the secret.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(language)
    hasher.combine(wordCount)
  }
}

extension Mnemonic: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The count of the words and their language; never the words.
  public var description: String { "mnemonic of \(wordCount) \(language.name) words" }
  /// The description, which shows no secret.
  public var debugDescription: String { description }
  /// No children, so that `dump` shows no word.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
