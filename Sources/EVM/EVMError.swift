/// Why a transaction or a block can't be.
///
/// Of what was refused nothing is carried out and nobody pays. Two errors are equal when their codes are; the message is
/// for people.
public struct EVMError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure; new kinds may be added at any time, by other targets too.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The code's name.
    public let description: String

    /// A kind by its name, which alone decides equality.
    public init(_ name: String) { description = name }
  }

  /// The kind of failure.
  public let code: Code
  /// The failure and its reason, with the numbers, in at most four lines.
  public let message: String

  /// An error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }

  public static func == (left: EVMError, right: EVMError) -> Bool { left.code == right.code }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

// MARK: A transaction is refused

extension EVMError.Code {
  /// The rules don't know this kind of transaction.
  public static let unknownKind = Self("unknownKind")
  /// The account has used the nonce already.
  public static let nonceTooLow = Self("nonceTooLow")
  /// Transactions of the account with lower nonces are still to come.
  public static let nonceTooHigh = Self("nonceTooHigh")
  /// The nonce is 2⁶⁴ − 1 (EIP-2681).
  public static let nonceOverflow = Self("nonceOverflow")
  /// The sender can't pay for value, gas and blobs.
  public static let insufficientFunds = Self("insufficientFunds")
  /// The keys that signed may not sign for the sender, or not so.
  public static let invalidSender = Self("invalidSender")
  /// The keys that signed for the fee payer may not sign for it.
  public static let invalidFeePayer = Self("invalidFeePayer")
  /// The fee payer can't pay for its part of the gas.
  public static let insufficientFeePayerFunds = Self("insufficientFeePayerFunds")
  /// The gas limit doesn't pay for what the transaction costs before any code runs.
  public static let intrinsicGas = Self("intrinsicGas")
  /// The block has less gas left.
  public static let blockGasLimit = Self("blockGasLimit")
  /// The gas limit is above that of a transaction (EIP-7825).
  public static let gasLimitTooHigh = Self("gasLimitTooHigh")
  /// The sender is a contract (EIP-3607).
  public static let senderNotEOA = Self("senderNotEOA")
  /// The fee is below the base fee.
  public static let feeCapTooLow = Self("feeCapTooLow")
  /// The priority fee is above the whole fee.
  public static let priorityAboveFeeCap = Self("priorityAboveFeeCap")
  /// More creation code than EIP-3860 allows.
  public static let initCodeSize = Self("initCodeSize")
  /// A kind of transaction that can't create contracts has no recipient.
  public static let missingRecipient = Self("missingRecipient")
  /// A transaction with blobs names none (EIP-4844).
  public static let noBlobs = Self("noBlobs")
  /// More blobs than a transaction may have, or than are left to the block (EIP-4844).
  public static let tooManyBlobs = Self("tooManyBlobs")
  /// A blob's hash has another version than 1.
  public static let blobHashVersion = Self("blobHashVersion")
  /// The fee for blobs is below the block's.
  public static let blobFeeCapTooLow = Self("blobFeeCapTooLow")
  /// A transaction that sets code has an empty list of authorizations (EIP-7702).
  public static let noAuthorizations = Self("noAuthorizations")
}

// MARK: A block can't be

extension EVMError.Code {
  /// A contract that the chain calls has no code.
  public static let missingSystemContract = Self("missingSystemContract")
  /// A call of the chain failed.
  public static let systemCallFailed = Self("systemCallFailed")
  /// A log of the deposit contract isn't what EIP-6110 says.
  public static let malformedDeposit = Self("malformedDeposit")
}
