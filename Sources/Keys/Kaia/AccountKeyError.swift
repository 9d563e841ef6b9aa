/// Why an account key cannot be read, cannot become an account's key, or does not accept its signers.
public typealias AccountKeyError = DomainError<AccountKeyErrors>

/// The domain of ``AccountKeyError``.
public enum AccountKeyErrors: ErrorDomain {}

extension ErrorCode<AccountKeyErrors> {
  /// Bytes or JSON that are no account key.
  public static var malformed: Self { Self("malformed") }
  /// A kind of key that there is not.
  public static var unknownKind: Self { Self("unknownKind") }
  /// AccountKeyFail in place of AccountKeyFail: it can never be changed to itself.
  public static var failNotUpdatable: Self { Self("failNotUpdatable", 0x0f) }
  /// AccountKeyNil where a key is due.
  public static var noKey: Self { Self("noKey", 0x11) }
  /// A public key that is no point of secp256k1.
  public static var notOnCurve: Self { Self("notOnCurve", 0x12) }
  /// A key of a multisig whose signature counts nothing.
  public static var zeroWeight: Self { Self("zeroWeight", 0x13) }
  /// A key that a multisig has twice.
  public static var duplicateKey: Self { Self("duplicateKey", 0x15) }
  /// Weights whose sum is 2^64 or more.
  public static var weightOverflow: Self { Self("weightOverflow", 0x16) }
  /// A threshold that all keys together do not reach.
  public static var unsatisfiableThreshold: Self { Self("unsatisfiableThreshold", 0x17) }
  /// A multisig without keys, or a role-based key without roles.
  public static var empty: Self { Self("empty", 0x18) }
  /// More roles than the three there are.
  public static var tooManyRoles: Self { Self("tooManyRoles", 0x19) }
  /// A role-based key in a role of a role-based key.
  public static var nested: Self { Self("nested", 0x1a) }
  /// More than ten keys in a multisig.
  public static var tooManyKeys: Self { Self("tooManyKeys") }
  /// A threshold of 0, which no signature at all would reach.
  public static var zeroThreshold: Self { Self("zeroThreshold") }
  /// Signers who may not sign for the account in this role, or not without others.
  public static var unauthorized: Self { Self("unauthorized") }
}

extension AccountKeyError {
  /// The number of this failure in a receipt of Kaia (`txError`); nil if there is none.
  public var transactionError: UInt8? { code.number.map { UInt8($0) } }

  static func malformed(_ why: String) -> AccountKeyError {
    AccountKeyError(.malformed, "cannot read the account key: \(why)")
  }

  static var nested: AccountKeyError {
    AccountKeyError(
      .nested, "a role of a role-based account key cannot have a role-based key\ngive each role one key or a multisig")
  }

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

  static var notOnCurve: AccountKeyError {
    AccountKeyError(
      .notOnCurve, "cannot take the account key: a public key in it is not a point of secp256k1\ncopy it again")
  }
}
