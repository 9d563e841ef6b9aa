/// Why an account key cannot be read, cannot become an account's key, or does not accept its signers.
///
/// Two errors are equal when their codes are.
public struct AccountKeyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure; new kinds may be added at any time.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    public let description: String
    /// The number of this failure in a receipt of Kaia (`txError`); nil if there is none.
    public let transactionError: UInt8?

    private init(_ description: String, _ transactionError: UInt8? = nil) {
      self.description = description
      self.transactionError = transactionError
    }

    /// Bytes or JSON that are no account key.
    public static let malformed = Code("malformed")
    /// A kind of key that there is not.
    public static let unknownKind = Code("unknownKind")
    /// AccountKeyFail in place of AccountKeyFail: it can never be changed to itself.
    public static let failNotUpdatable = Code("failNotUpdatable", 0x0f)
    /// AccountKeyNil where a key is due.
    public static let noKey = Code("noKey", 0x11)
    /// A public key that is no point of secp256k1.
    public static let notOnCurve = Code("notOnCurve", 0x12)
    /// A key of a multisig whose signature counts nothing.
    public static let zeroWeight = Code("zeroWeight", 0x13)
    /// A key that a multisig has twice.
    public static let duplicateKey = Code("duplicateKey", 0x15)
    /// Weights whose sum is 2^64 or more.
    public static let weightOverflow = Code("weightOverflow", 0x16)
    /// A threshold that all keys together do not reach.
    public static let unsatisfiableThreshold = Code("unsatisfiableThreshold", 0x17)
    /// A multisig without keys, or a role-based key without roles.
    public static let empty = Code("empty", 0x18)
    /// More roles than the three there are.
    public static let tooManyRoles = Code("tooManyRoles", 0x19)
    /// A role-based key in a role of a role-based key.
    public static let nested = Code("nested", 0x1a)
    /// More than ten keys in a multisig.
    public static let tooManyKeys = Code("tooManyKeys")
    /// A threshold of 0, which no signature at all would reach.
    public static let zeroThreshold = Code("zeroThreshold")
    /// Signers who may not sign for the account in this role, or not without others.
    public static let unauthorized = Code("unauthorized")
  }

  /// The kind of failure.
  public let code: Code
  /// The failure, its reason, and what to do, in at most four lines.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The number of this failure in a receipt of Kaia (`txError`); nil if there is none.
  public var transactionError: UInt8? { code.transactionError }

  public var description: String { message }

  public static func == (left: AccountKeyError, right: AccountKeyError) -> Bool { left.code == right.code }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  static func malformed(_ why: String) -> AccountKeyError {
    AccountKeyError(.malformed, "cannot read the account key: \(why)")
  }

  static let nested = AccountKeyError(
    .nested, "a role of a role-based account key cannot have a role-based key\ngive each role one key or a multisig")

  static func tooManyKeys(_ count: Int) -> AccountKeyError {
    AccountKeyError(
      .tooManyKeys, "a multisig account key has \(count) keys; Kaia allows \(WeightedMultisig.mostKeys)")
  }

  static func roles(_ count: Int) -> AccountKeyError? {
    switch count {
    case 0: AccountKeyError(.empty, "a role-based account key has no role\ngive it one to three keys")
    case 1...AccountKey.Role.allCases.count: nil
    default:
      AccountKeyError(
        .tooManyRoles,
        "a role-based account key has \(count) roles\nthere are three: transaction, account update, fee payer")
    }
  }

  static let notOnCurve = AccountKeyError(
    .notOnCurve, "cannot take the account key: a public key in it is not a point of secp256k1\ncopy it again")
}
