@_exported import Failures
import Files
import Primitives

/// A failure of a key file, a directory of them, or a backup.
///
/// No text ever holds a password, a key or decrypted bytes.
public typealias KeystoreError = DomainError<KeystoreErrors>

/// The domain of ``KeystoreError``.
public enum KeystoreErrors: ErrorDomain {
  /// Facts on which the remedy depends beyond the code.
  public enum Facts: Sendable, Hashable {
    /// The account that was asked for, where the file holds another's keys.
    case otherAccount(asked: Address)
    /// A name or address that no key file has, the name most like it, and the names there are; all safe to print.
    case unknownName(String, nearest: String?, among: [String])
    /// The parameters of a key derivation, as in `scrypt (n = 4, r = 8, p = 1)`, and the limit that they are beyond, as in
    /// `n · r · p ≤ 16`.
    case beyondLimit(parameters: String, limit: String)
    /// The place of key files can only be read.
    case notWritable
  }
}

extension ErrorCode<KeystoreErrors> {
  /// The MAC does not match: the password is wrong, or (rarer) what it protects was damaged.
  public static var wrongPassword: Self { Self("wrongPassword") }
  /// The file is not what its format asks for, whatever the password.
  public static var damaged: Self { Self("damaged") }
  /// JSON, but not a key file.
  public static var notKeystore: Self { Self("notKeystore") }
  /// The password was right, and the key belongs to another address than the file says.
  public static var addressMismatch: Self { Self("addressMismatch") }
  /// A lawful file of a kind, cipher or key derivation that is not read here.
  public static var unsupported: Self { Self("unsupported") }
  /// The file asks for more memory or work than the limits allow, or for parameters that are not lawful.
  public static var parametersRefused: Self { Self("parametersRefused") }
  /// The file is larger than any key file or backup has reason to be.
  public static var tooLarge: Self { Self("tooLarge") }
  /// No key has this name or address.
  public static var notFound: Self { Self("notFound") }
  /// Several key files answer to this address.
  public static var ambiguous: Self { Self("ambiguous") }
  /// The name, or the address, is taken.
  public static var exists: Self { Self("exists") }
  /// The name cannot be the name of a key.
  public static var invalidName: Self { Self("invalidName") }
  /// The key file is not the one that was meant, or another process changed it meanwhile.
  public static var changed: Self { Self("changed") }
  /// Another process holds the directory's lock.
  public static var busy: Self { Self("busy") }
  /// Others may read or write the file, or replace it in its folder.
  public static var exposed: Self { Self("exposed") }
  /// The operating system does not let the folder of keys, or a file, be read.
  public static var unreadable: Self { Self("unreadable") }
  /// The operating system refused.
  public static var io: Self { Self("io") }
  /// The cryptographic library refused (out of memory, no randomness).
  public static var cryptography: Self { Self("cryptography") }
}

extension KeystoreError {
  /// The failure with the name of its file; as it is if it names the file already.
  func about(_ file: String) -> KeystoreError {
    let name = TerminalSafe.name(file)
    if message.hasPrefix("\(name): ") || message.hasSuffix(": \(name).") { return self }
    return KeystoreError(code, "\(name): \(message)", reason: reason, advice: advice)
  }

  static func damaged(_ message: String, reason: String? = nil) -> KeystoreError {
    KeystoreError(
      .damaged, message, reason: reason,
      advice: "Take the file from a backup, or ask whoever made it for another copy.")
  }

  /// A file that is not for others, and that they may read or write.
  static func exposed(_ what: String, _ exposure: Exposure) -> KeystoreError {
    KeystoreError(
      .exposed, "\(what) is not used, because others have access to it.", reason: exposure.reason,
      advice: exposure.repair)
  }
}
