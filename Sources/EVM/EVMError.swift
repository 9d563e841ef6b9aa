@_exported import Failures

/// Why a transaction or a block can't be.
///
/// Of what was refused nothing is carried out and nobody pays.
public typealias EVMError = DomainError<EVMErrors>

/// The domain of ``EVMError``.
public enum EVMErrors: ErrorDomain {}

// MARK: A transaction is refused

extension ErrorCode<EVMErrors> {
  /// The rules don't know this kind of transaction.
  public static var unknownKind: Self { Self("unknownKind") }
  /// The account has used the nonce already.
  public static var nonceTooLow: Self { Self("nonceTooLow") }
  /// Transactions of the account with lower nonces are still to come.
  public static var nonceTooHigh: Self { Self("nonceTooHigh") }
  /// The nonce is 2⁶⁴ − 1 (EIP-2681).
  public static var nonceOverflow: Self { Self("nonceOverflow") }
  /// The sender can't pay for value, gas and blobs.
  public static var insufficientFunds: Self { Self("insufficientFunds") }
  /// The keys that signed may not sign for the sender, or not so.
  public static var invalidSender: Self { Self("invalidSender") }
  /// The keys that signed for the fee payer may not sign for it.
  public static var invalidFeePayer: Self { Self("invalidFeePayer") }
  /// The fee payer can't pay for its part of the gas.
  public static var insufficientFeePayerFunds: Self { Self("insufficientFeePayerFunds") }
  /// The gas limit doesn't pay for what the transaction costs before any code runs.
  public static var intrinsicGas: Self { Self("intrinsicGas") }
  /// The block has less gas left.
  public static var blockGasLimit: Self { Self("blockGasLimit") }
  /// The gas limit is above that of a transaction (EIP-7825).
  public static var gasLimitTooHigh: Self { Self("gasLimitTooHigh") }
  /// The sender is a contract (EIP-3607).
  public static var senderNotEOA: Self { Self("senderNotEOA") }
  /// The fee is below the base fee.
  public static var feeCapTooLow: Self { Self("feeCapTooLow") }
  /// The priority fee is above the whole fee.
  public static var priorityAboveFeeCap: Self { Self("priorityAboveFeeCap") }
  /// More creation code than EIP-3860 allows.
  public static var initCodeSize: Self { Self("initCodeSize") }
  /// A kind of transaction that can't create contracts has no recipient.
  public static var missingRecipient: Self { Self("missingRecipient") }
  /// A transaction with blobs names none (EIP-4844).
  public static var noBlobs: Self { Self("noBlobs") }
  /// More blobs than a transaction may have, or than are left to the block (EIP-4844).
  public static var tooManyBlobs: Self { Self("tooManyBlobs") }
  /// A blob's hash has another version than 1.
  public static var blobHashVersion: Self { Self("blobHashVersion") }
  /// The fee for blobs is below the block's.
  public static var blobFeeCapTooLow: Self { Self("blobFeeCapTooLow") }
  /// A transaction that sets code has an empty list of authorizations (EIP-7702).
  public static var noAuthorizations: Self { Self("noAuthorizations") }

  // MARK: A block can't be

  /// A contract that the chain calls has no code.
  public static var missingSystemContract: Self { Self("missingSystemContract") }
  /// A call of the chain failed.
  public static var systemCallFailed: Self { Self("systemCallFailed") }
  /// A log of the deposit contract isn't what EIP-6110 says.
  public static var malformedDeposit: Self { Self("malformedDeposit") }
}
