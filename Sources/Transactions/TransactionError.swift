import Keys

/// A failure of a transaction: its bytes, its JSON, its signature or its place in a chain's rules.
///
/// Two errors are equal when their codes are. The text has at most four lines: what failed, why, what to do.
public struct TransactionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure; new kinds may be added at any time.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    private init(_ description: String) { self.description = description }

    // The bytes.

    /// Bytes that are not one canonical RLP item.
    public static let malformedRLP = Code("malformedRLP")
    /// A first byte that names no known kind of transaction.
    public static let unknownType = Code("unknownType")
    /// Too few or too many fields.
    public static let wrongFieldCount = Code("wrongFieldCount")
    /// A list where bytes are due, or bytes where a list is due.
    public static let wrongFieldShape = Code("wrongFieldShape")
    /// An integer with leading zero bytes.
    public static let leadingZeros = Code("leadingZeros")
    /// An integer above what its field can hold.
    public static let tooLarge = Code("tooLarge")
    /// An address, hash, blob or proof of another length than it must have.
    public static let wrongLength = Code("wrongLength")
    /// A nonce of 2^64 − 1 or more (EIP-2681).
    public static let nonceTooLarge = Code("nonceTooLarge")
    /// A blob or set-code transaction without a recipient (EIP-4844, EIP-7702).
    public static let missingRecipient = Code("missingRecipient")
    /// A sidecar whose parts do not fit one another or the transaction (EIP-4844, EIP-7594).
    public static let invalidSidecar = Code("invalidSidecar")

    // Kaia's own types.

    /// One of Ethereum's kinds where one of Kaia's own types is due.
    public static let notKaia = Code("notKaia")
    /// An account update whose key cannot be read.
    public static let invalidAccountKey = Code("invalidAccountKey")
    /// No signature of the sender yet.
    public static let missingSignature = Code("missingSignature")
    /// No fee payer yet, or no signature of it.
    public static let missingFeePayer = Code("missingFeePayer")
    /// A fee payer of a type whose sender pays.
    public static let unexpectedFeePayer = Code("unexpectedFeePayer")
    /// No signature that names the chain, and nothing else that does.
    public static let unknownChain = Code("unknownChain")
    /// Signed copies that are not of the same transaction.
    public static let differentTransactions = Code("differentTransactions")
    /// A fee payer's per cent that is not between 1 and 99.
    public static let invalidFeeRatio = Code("invalidFeeRatio")
    /// A contract's creation in a form that no chain accepts: with a recipient, a readable address or another code format.
    public static let invalidDeployment = Code("invalidDeployment")

    // The signature.

    /// A `v` that is neither 27, 28 nor 35 and above, or a `yParity` that is neither 0 nor 1.
    public static let invalidV = Code("invalidV")
    /// An `r` or `s` that is zero or not below the curve's order.
    public static let invalidSignature = Code("invalidSignature")
    /// An `s` in the upper half of the order (EIP-2).
    public static let highS = Code("highS")
    /// A well-formed signature that no key can have made.
    public static let recoveryFailed = Code("recoveryFailed")
    /// A chain id so large that `v` would not fit 256 bits (EIP-155).
    public static let chainIDTooLarge = Code("chainIDTooLarge")
    /// A key that is not that of the account the transaction is from.
    public static let wrongSigner = Code("wrongSigner")

    // The cost.

    /// Gas times price, or that and the value, above 2^256 − 1.
    public static let costOverflow = Code("costOverflow")

    // The JSON.

    /// Text that is not a JSON object.
    public static let notJSON = Code("notJSON")
    /// A field that no transaction has.
    public static let unknownField = Code("unknownField")
    /// A field that this kind of transaction does not have.
    public static let fieldOfAnotherKind = Code("fieldOfAnotherKind")
    /// A field that must be there.
    public static let missingField = Code("missingField")
    /// A field whose value cannot be read.
    public static let invalidField = Code("invalidField")
    /// Two fields that contradict one another, or one that contradicts the transaction.
    public static let contradiction = Code("contradiction")

    // A chain's rules.

    /// A kind of transaction that the fork does not know yet.
    public static let typeNotInFork = Code("typeNotInFork")
    /// A signature that names its chain, before EIP-155.
    public static let replayProtectionNotInFork = Code("replayProtectionNotInFork")
    /// A transaction for another chain.
    public static let wrongChain = Code("wrongChain")
    /// A gas limit below what the transaction costs before it does anything.
    public static let intrinsicGasTooLow = Code("intrinsicGasTooLow")
    /// A gas limit above the fork's cap on a single transaction (EIP-7825).
    public static let gasLimitAboveCap = Code("gasLimitAboveCap")
    /// More bytes than a chain takes.
    public static let tooLong = Code("tooLong")
    /// Init code above the fork's limit (EIP-3860).
    public static let initCodeTooLarge = Code("initCodeTooLarge")
    /// A priority fee above the whole fee (EIP-1559).
    public static let priorityFeeAboveMaximum = Code("priorityFeeAboveMaximum")
    /// A blob transaction without blobs, with too many, or with hashes of an unknown version (EIP-4844).
    public static let invalidBlobs = Code("invalidBlobs")
    /// A set-code transaction without authorizations (EIP-7702).
    public static let noAuthorizations = Code("noAuthorizations")
  }

  /// The kind of failure.
  public let code: Code
  /// The field it is about, as JSON-RPC spells it (`accessList[2].address`), if it is about one.
  public let field: String?
  /// The failure, in a sentence.
  public let message: String
  /// Why it failed, if there is more to say.
  public let reason: String?
  /// The next step to take.
  public let advice: String?
  /// The failure of the key of an account update that cannot be read; nil for other failures.
  public let accountKeyError: AccountKeyError?

  init(
    _ code: Code, _ message: String, field: String? = nil, reason: String? = nil, advice: String? = nil,
    accountKeyError: AccountKeyError? = nil
  ) {
    self.code = code
    self.field = field
    self.message = message
    // A reason of another module may bring its own lines; the whole text has four.
    self.reason = reason?.split(separator: "\n").joined(separator: "; ")
    self.advice = advice
    self.accountKeyError = accountKeyError
  }

  public static func == (left: TransactionError, right: TransactionError) -> Bool { left.code == right.code }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  public var description: String {
    [message, reason, advice].compactMap { $0 }.joined(separator: "\n")
  }
}
