import Files
import Primitives

/// A failure of a key file, a directory of them, or a backup.
///
/// Two errors are equal when their ``code`` is. No text ever holds a password, a key or decrypted bytes.
public struct KeystoreError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure; new kinds may be added.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// As the static member is called; two kinds are one when their names are.
    public let name: String

    init(_ name: String) {
      self.name = name
    }

    public var description: String { name }

    /// The MAC does not match: the password is wrong, or (rarer) what it protects was damaged.
    public static let wrongPassword = Code("wrongPassword")
    /// The file is not what its format asks for, whatever the password.
    public static let damaged = Code("damaged")
    /// JSON, but not a key file.
    public static let notKeystore = Code("notKeystore")
    /// The password was right, and the key belongs to another address than the file says.
    public static let addressMismatch = Code("addressMismatch")
    /// A lawful file of a kind, cipher or key derivation that is not read here.
    public static let unsupported = Code("unsupported")
    /// The file asks for more memory or work than the limits allow, or for parameters that are not lawful.
    public static let parametersRefused = Code("parametersRefused")
    /// The file is larger than any key file or backup has reason to be.
    public static let tooLarge = Code("tooLarge")
    /// No key has this name or address.
    public static let notFound = Code("notFound")
    /// Several key files answer to this address.
    public static let ambiguous = Code("ambiguous")
    /// The name, or the address, is taken.
    public static let exists = Code("exists")
    /// The name cannot be the name of a key.
    public static let invalidName = Code("invalidName")
    /// The key file is not the one that was meant, or another process changed it meanwhile.
    public static let changed = Code("changed")
    /// Another process holds the directory's lock.
    public static let busy = Code("busy")
    /// Others may read or write the file, or replace it in its folder.
    public static let exposed = Code("exposed")
    /// The operating system does not let the folder of keys, or a file, be read.
    public static let unreadable = Code("unreadable")
    /// The operating system refused.
    public static let io = Code("io")
    /// The cryptographic library refused (out of memory, no randomness).
    public static let cryptography = Code("cryptography")
  }

  /// Facts on which the remedy depends beyond the code.
  public enum Facts: Sendable, Hashable {
    /// The account that was asked for, where the file holds another's keys.
    case otherAccount(asked: Address)
  }

  /// The kind of failure.
  public let code: Code
  /// The failure, in one sentence.
  public let message: String
  /// Why it failed.
  public let reason: String?
  /// The remedy, where there is one that is the same for whoever calls this library.
  public let advice: String?
  /// The facts on which the remedy depends beyond the code; nil where there are none.
  public let facts: Facts?

  init(_ code: Code, _ message: String, reason: String? = nil, advice: String? = nil, facts: Facts? = nil) {
    self.code = code
    self.message = message
    self.reason = reason
    self.advice = advice
    self.facts = facts
  }

  public var description: String {
    [message, reason, advice].compactMap { $0 }.joined(separator: "\n")
  }

  public static func == (a: KeystoreError, b: KeystoreError) -> Bool {
    a.code == b.code
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
  }
}

extension KeystoreError {
  /// The failure with the name of its file; as it is if it names the file already.
  func about(_ file: String) -> KeystoreError {
    let name = KeystoreError.printable(file)
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

  /// A name out of a file or a command, safe to print: no control characters, no endless line.
  static func printable(_ name: String) -> String { TerminalSafe.escape(name, limit: 100) }
}
