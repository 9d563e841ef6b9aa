import Primitives

/// Why a transaction can't be in a block: nothing of it is carried out and nobody pays.
public struct TransactionRefusal: Error, Sendable, Hashable {
  /// What is wrong, open to new cases.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The code's name.
    public let description: String

    public init(_ name: String) { description = name }

    /// The rules don't know this kind of transaction.
    public static let unknownKind = Code("unknownKind")
    public static let nonceTooLow = Code("nonceTooLow")
    public static let nonceTooHigh = Code("nonceTooHigh")
    /// The nonce is 2⁶⁴ − 1 (EIP-2681).
    public static let nonceOverflow = Code("nonceOverflow")
    /// The sender can't pay for value, gas and blobs.
    public static let insufficientFunds = Code("insufficientFunds")
    /// The gas limit doesn't pay for what the transaction costs before any code runs.
    public static let intrinsicGas = Code("intrinsicGas")
    /// The block has less gas left.
    public static let blockGasLimit = Code("blockGasLimit")
    /// The gas limit is above that of a transaction (EIP-7825).
    public static let gasLimitTooHigh = Code("gasLimitTooHigh")
    /// The sender is a contract (EIP-3607).
    public static let senderNotEOA = Code("senderNotEOA")
    /// The fee is below the base fee.
    public static let feeCapTooLow = Code("feeCapTooLow")
    /// The priority fee is above the whole fee.
    public static let priorityAboveFeeCap = Code("priorityAboveFeeCap")
    /// More creation code than EIP-3860 allows.
    public static let initCodeSize = Code("initCodeSize")
    /// A kind of transaction that can't create contracts has no recipient.
    public static let missingRecipient = Code("missingRecipient")
    public static let noBlobs = Code("noBlobs")
    public static let tooManyBlobs = Code("tooManyBlobs")
    /// A blob's hash has another version than 1.
    public static let blobHashVersion = Code("blobHashVersion")
    /// The fee for blobs is below the block's.
    public static let blobFeeCapTooLow = Code("blobFeeCapTooLow")
    public static let noAuthorizations = Code("noAuthorizations")
  }

  /// What is wrong.
  public let code: Code
  /// The same in words, with the numbers.
  public let message: String

  /// A refusal.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public static func == (left: TransactionRefusal, right: TransactionRefusal) -> Bool { left.code == right.code }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension TransactionRefusal: CustomStringConvertible {
  public var description: String { message }
}
