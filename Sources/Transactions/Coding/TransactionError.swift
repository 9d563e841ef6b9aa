@_exported import Failures
import Keys

/// A failure of a transaction: its bytes, its JSON, its signature or its place in a chain's rules.
public typealias TransactionError = DomainError<TransactionErrors>

/// The domain of ``TransactionError``.
public enum TransactionErrors: ErrorDomain {
  /// A field, as JSON-RPC spells it.
  public typealias Subject = String
}

extension ErrorCode<TransactionErrors> {
  // The bytes.

  /// Bytes that are not one canonical RLP item.
  public static var malformedRLP: Self { Self("malformedRLP") }
  /// A first byte that names no known kind of transaction.
  public static var unknownType: Self { Self("unknownType") }
  /// Too few or too many fields.
  public static var wrongFieldCount: Self { Self("wrongFieldCount") }
  /// A list where bytes are due, or bytes where a list is due.
  public static var wrongFieldShape: Self { Self("wrongFieldShape") }
  /// An integer with leading zero bytes.
  public static var leadingZeros: Self { Self("leadingZeros") }
  /// An integer above what its field can hold.
  public static var tooLarge: Self { Self("tooLarge") }
  /// An address, hash, blob or proof of another length than it must have.
  public static var wrongLength: Self { Self("wrongLength") }
  /// A nonce of 2^64 − 1 or more (EIP-2681).
  public static var nonceTooLarge: Self { Self("nonceTooLarge") }
  /// A blob or set-code transaction without a recipient (EIP-4844, EIP-7702).
  public static var missingRecipient: Self { Self("missingRecipient") }
  /// A sidecar whose parts do not fit one another or the transaction (EIP-4844, EIP-7594).
  public static var invalidSidecar: Self { Self("invalidSidecar") }

  // Kaia's own types.

  /// A transaction of Ethereum's kinds where one of Kaia's own types is due.
  public static var notKaia: Self { Self("notKaia") }
  /// An account update whose key cannot be read.
  public static var invalidAccountKey: Self { Self("invalidAccountKey") }
  /// No signature of the sender yet.
  public static var missingSignature: Self { Self("missingSignature") }
  /// No fee payer yet, or no signature of it.
  public static var missingFeePayer: Self { Self("missingFeePayer") }
  /// A fee payer of a type whose sender pays.
  public static var unexpectedFeePayer: Self { Self("unexpectedFeePayer") }
  /// No signature that names the chain, and nothing else that does.
  public static var unknownChain: Self { Self("unknownChain") }
  /// Signed copies that are not of the same transaction.
  public static var differentTransactions: Self { Self("differentTransactions") }
  /// A fee payer's per cent that is not between 1 and 99.
  public static var invalidFeeRatio: Self { Self("invalidFeeRatio") }
  /// A contract's creation in a form that no chain accepts: with a recipient, a readable address or another code format.
  public static var invalidDeployment: Self { Self("invalidDeployment") }

  // The signature.

  /// A `v` that is neither 27, 28 nor 35 and above, or a `yParity` that is neither 0 nor 1.
  public static var invalidV: Self { Self("invalidV") }
  /// An `r` or `s` that is zero or not below the curve's order.
  public static var invalidSignature: Self { Self("invalidSignature") }
  /// An `s` in the upper half of the order (EIP-2).
  public static var highS: Self { Self("highS") }
  /// A well-formed signature that no key can have made.
  public static var recoveryFailed: Self { Self("recoveryFailed") }
  /// A chain id so large that `v` would not fit 256 bits (EIP-155).
  public static var chainIDTooLarge: Self { Self("chainIDTooLarge") }
  /// A key that is not that of the account the transaction is from.
  public static var wrongSigner: Self { Self("wrongSigner") }

  // The cost.

  /// Gas times price, or that and the value, above 2^256 − 1.
  public static var costOverflow: Self { Self("costOverflow") }

  // The JSON.

  /// Text that is not a JSON object.
  public static var notJSON: Self { Self("notJSON") }
  /// A field that no transaction has.
  public static var unknownField: Self { Self("unknownField") }
  /// A field that this kind of transaction does not have.
  public static var fieldOfAnotherKind: Self { Self("fieldOfAnotherKind") }
  /// A field that must be there.
  public static var missingField: Self { Self("missingField") }
  /// A field whose value cannot be read.
  public static var invalidField: Self { Self("invalidField") }
  /// Two fields that contradict one another, or one that contradicts the transaction.
  public static var contradiction: Self { Self("contradiction") }

  // A chain's rules.

  /// A kind of transaction that the fork does not know yet.
  public static var typeNotInFork: Self { Self("typeNotInFork") }
  /// A signature that names its chain, before EIP-155.
  public static var replayProtectionNotInFork: Self { Self("replayProtectionNotInFork") }
  /// A transaction for another chain.
  public static var wrongChain: Self { Self("wrongChain") }
  /// A gas limit below what the transaction costs before it does anything.
  public static var intrinsicGasTooLow: Self { Self("intrinsicGasTooLow") }
  /// A gas limit above the fork's cap on a single transaction (EIP-7825).
  public static var gasLimitAboveCap: Self { Self("gasLimitAboveCap") }
  /// More bytes than a chain takes.
  public static var tooLong: Self { Self("tooLong") }
  /// Init code above the fork's limit (EIP-3860).
  public static var initCodeTooLarge: Self { Self("initCodeTooLarge") }
  /// A priority fee above the whole fee (EIP-1559).
  public static var priorityFeeAboveMaximum: Self { Self("priorityFeeAboveMaximum") }
  /// A blob transaction without blobs, with too many, or with hashes of an unknown version (EIP-4844).
  public static var invalidBlobs: Self { Self("invalidBlobs") }
  /// A set-code transaction without authorizations (EIP-7702).
  public static var noAuthorizations: Self { Self("noAuthorizations") }
}

extension TransactionError {
  /// The field it is about, as JSON-RPC spells it (`accessList[2].address`), if it is about one.
  public var field: String? { subject }
  /// The failure of the key of an account update that cannot be read; nil for other failures.
  public var accountKeyError: AccountKeyError? { cause as? AccountKeyError }
}
