@_exported import Failures
import Primitives

/// A fault of a key, a signature, a mnemonic, a path or a message to sign.
///
/// No text holds a secret but, for a word that is no mnemonic word, that one word.
public typealias KeysError = DomainError<KeysErrors>

/// The domain of ``KeysError``.
public enum KeysErrors: ErrorDomain {
  /// The index of a word or a character.
  public typealias Subject = Int
  /// The words that may have been meant, the likeliest first.
  public typealias Facts = [String]
}

extension ErrorCode<KeysErrors> {
  /// Not 32 bytes, zero, or not below the order of the curve.
  public static var invalidPrivateKey: Self { Self("invalidPrivateKey") }
  /// Of no known form, or no point of the curve.
  public static var invalidPublicKey: Self { Self("invalidPublicKey") }
  /// r, s or v out of range, or bytes of the wrong length or form.
  public static var invalidSignature: Self { Self("invalidSignature") }
  /// A signature in range that no public key can have made.
  public static var unrecoverable: Self { Self("unrecoverable") }
  /// libsecp256k1 refused to sign.
  public static var signingFailed: Self { Self("signingFailed") }
  /// A seed of the wrong length, or (one in 2^127) one without a master key.
  public static var invalidSeed: Self { Self("invalidSeed") }
  /// Entropy that is not 16, 20, 24, 28 or 32 bytes.
  public static var invalidEntropy: Self { Self("invalidEntropy") }
  /// A count of words that no mnemonic has.
  public static var wordCount: Self { Self("wordCount") }
  /// A word that the list does not have.
  public static var unknownWord: Self { Self("unknownWord") }
  /// Words of the list in an order that no mnemonic has.
  public static var mnemonicChecksum: Self { Self("mnemonicChecksum") }
  /// A derivation path that is not written as `m/44'/60'/0'/0/0` is.
  public static var invalidPath: Self { Self("invalidPath") }
  /// An index whose child key does not exist (one in 2^127): the next one is to be taken.
  public static var invalidChild: Self { Self("invalidChild") }
  /// A hardened child asked of a public key.
  public static var hardenedFromPublic: Self { Self("hardenedFromPublic") }
  /// More than 255 levels below the master key.
  public static var tooDeep: Self { Self("tooDeep") }
  /// An `xprv…` or `xpub…` that is not one.
  public static var invalidExtendedKey: Self { Self("invalidExtendedKey") }
  /// Text that is not Base58, or whose four bytes of checksum do not fit.
  public static var invalidBase58: Self { Self("invalidBase58") }
  /// A Klaytn wallet key that is not of its form.
  public static var invalidWalletKey: Self { Self("invalidWalletKey") }
  /// A Klaytn wallet key whose type is not `0x00`.
  public static var unsupportedWalletKeyType: Self { Self("unsupportedWalletKeyType") }
  /// Typed data that is not of the form of EIP-712.
  public static var invalidTypedData: Self { Self("invalidTypedData") }
  /// A type that typed data uses and does not define.
  public static var unknownType: Self { Self("unknownType") }
  /// A field that typed data promises and does not have.
  public static var missingValue: Self { Self("missingValue") }
  /// A value in typed data that is not of its type.
  public static var typeMismatch: Self { Self("typeMismatch") }
  /// Input that is lawful and larger or deeper than is reasonable.
  public static var limitExceeded: Self { Self("limitExceeded") }
  /// Parameters of scrypt or PBKDF2 that are unlawful or ask for too much.
  public static var parametersRefused: Self { Self("parametersRefused") }
  /// OpenSSL could not do what it was asked.
  public static var cryptographyFailed: Self { Self("cryptographyFailed") }
  /// The system has no random bytes.
  public static var noRandomness: Self { Self("noRandomness") }
}

extension KeysError {
  /// The place of the offending word, character or index, counted from zero, where there is one.
  public var position: Int? { subject }
  /// The words that may have been meant instead, the likeliest first.
  public var suggestions: [String] { facts ?? [] }
}

/// A text of somebody else's, cut and cleaned so that it can stand in an error message.
func quoted(_ text: some StringProtocol) -> String { "“\(TerminalSafe.escape(text, limit: 64))”" }
