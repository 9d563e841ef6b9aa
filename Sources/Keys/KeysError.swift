import Primitives

/// A fault of a key, a signature, a mnemonic, a path or a message to sign.
///
/// Two errors are equal when their codes are; the text is for people and holds no secret but, for a word that is no
/// mnemonic word, that one word.
public struct KeysError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure; new kinds may be added at any time.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    private init(_ description: String) { self.description = description }

    /// Not 32 bytes, zero, or not below the order of the curve.
    public static let invalidPrivateKey = Code("invalidPrivateKey")
    /// Of no known form, or no point of the curve.
    public static let invalidPublicKey = Code("invalidPublicKey")
    /// r, s or v out of range, or bytes of the wrong length or form.
    public static let invalidSignature = Code("invalidSignature")
    /// A signature in range that no public key can have made.
    public static let unrecoverable = Code("unrecoverable")
    /// libsecp256k1 refused to sign.
    public static let signingFailed = Code("signingFailed")
    /// A seed of the wrong length, or (one in 2^127) one without a master key.
    public static let invalidSeed = Code("invalidSeed")
    /// Entropy that is not 16, 20, 24, 28 or 32 bytes.
    public static let invalidEntropy = Code("invalidEntropy")
    /// A count of words that no mnemonic has.
    public static let wordCount = Code("wordCount")
    /// A word that the list does not have.
    public static let unknownWord = Code("unknownWord")
    /// Words of the list in an order that no mnemonic has.
    public static let mnemonicChecksum = Code("mnemonicChecksum")
    /// A derivation path that is not written as `m/44'/60'/0'/0/0` is.
    public static let invalidPath = Code("invalidPath")
    /// An index whose child key does not exist (one in 2^127): the next one is to be taken.
    public static let invalidChild = Code("invalidChild")
    /// A hardened child asked of a public key.
    public static let hardenedFromPublic = Code("hardenedFromPublic")
    /// More than 255 levels below the master key.
    public static let tooDeep = Code("tooDeep")
    /// An `xprv…` or `xpub…` that is not one.
    public static let invalidExtendedKey = Code("invalidExtendedKey")
    /// Text that is not Base58, or whose four bytes of checksum do not fit.
    public static let invalidBase58 = Code("invalidBase58")
    /// A Klaytn wallet key that is not of its form.
    public static let invalidWalletKey = Code("invalidWalletKey")
    /// A Klaytn wallet key whose type is not `0x00`.
    public static let unsupportedWalletKeyType = Code("unsupportedWalletKeyType")
    /// Typed data that is not of the form of EIP-712.
    public static let invalidTypedData = Code("invalidTypedData")
    /// A type that typed data uses and does not define.
    public static let unknownType = Code("unknownType")
    /// A field that typed data promises and does not have.
    public static let missingValue = Code("missingValue")
    /// A value in typed data that is not of its type.
    public static let typeMismatch = Code("typeMismatch")
    /// Input that is lawful and larger or deeper than is reasonable.
    public static let limitExceeded = Code("limitExceeded")
    /// Parameters of scrypt or PBKDF2 that are unlawful or ask for too much.
    public static let parametersRefused = Code("parametersRefused")
    /// OpenSSL could not do what it was asked.
    public static let cryptographyFailed = Code("cryptographyFailed")
    /// The system has no random bytes.
    public static let noRandomness = Code("noRandomness")
  }

  /// The kind of failure.
  public let code: Code
  /// The failure, its reason, and what to do, in at most four lines.
  public let message: String
  /// The place of the offending word, character or index, counted from zero, where there is one.
  public let position: Int?
  /// The words that may have been meant instead, the likeliest first.
  public let suggestions: [String]

  init(_ code: Code, _ message: String, position: Int? = nil, suggestions: [String] = []) {
    self.code = code
    self.message = message
    self.position = position
    self.suggestions = suggestions
  }

  public var description: String { message }

  public static func == (left: KeysError, right: KeysError) -> Bool { left.code == right.code }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

/// A text of somebody else's, cut and cleaned so that it can stand in an error message.
func quoted(_ text: some StringProtocol) -> String { "“\(TerminalSafe.escape(text, limit: 64))”" }
