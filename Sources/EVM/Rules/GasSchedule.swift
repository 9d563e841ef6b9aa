/// The gas that instructions cost beyond their row in the table of opcodes.
public struct GasSchedule: Sendable, Hashable {
  /// A word of memory, linear part; the square of the words divided by 512 comes on top (Yellow Paper, equation 326).
  public var memoryWord: UInt64 = 3
  /// A word copied by CALLDATACOPY, CODECOPY, EXTCODECOPY, RETURNDATACOPY, MCOPY.
  public var copyWord: UInt64 = 3
  /// A word hashed by KECCAK256 and CREATE2.
  public var keccakWord: UInt64 = 6
  /// A byte of a log's data.
  public var logByte: UInt64 = 8
  /// A byte of EXP's exponent.
  public var exponentByte: UInt64 = 10

  /// A call that moves value.
  public var callValue: UInt64 = 9000
  /// The stipend that the callee of such a call gets for nothing.
  public var callStipend = GasCost.callStipend
  /// A call that brings an account into being.
  public var newAccount = GasCost.newAccount
  /// SELFDESTRUCT to an account that it brings into being.
  public var selfDestructNewAccount: UInt64 = 0
  /// The refund of SELFDESTRUCT.
  public var selfDestructRefund: UInt64 = 24_000

  /// A byte of a new contract's code.
  public var codeDepositByte: UInt64 = 200
  /// A word of creation code.
  public var initCodeWord: UInt64 = 0

  /// The additional cost of the first access to an account in a transaction.
  public var coldAccount: UInt64 = 0
  /// The additional cost of the first access to SELFDESTRUCT's beneficiary.
  public var coldBeneficiary: UInt64 = 0
  /// The additional cost of the first SLOAD of a slot in a transaction.
  public var coldSlot: UInt64 = 0
  /// The access to the account behind a delegation (EIP-7702), if it is warm; `coldAccount` comes on top.
  public var warmAccess: UInt64 = 0

  /// Whether EXTCODEHASH counts as an access to the account (EIP-2929); on Kaia only since Prague (KIP-239).
  public var codeHashIsAccess = true

  /// SSTORE.
  public var storage = StorageCosts()

  /// Frontier's.
  public init() {}
}

/// The rules by which SSTORE is charged.
public struct StorageCosts: Sendable, Hashable {
  /// Whether the value at the transaction's beginning counts (EIP-1283, EIP-2200), or only the present one.
  public var isNetMetered = false
  /// SSTORE fails unless more gas than this is left.
  public var sentry: UInt64 = 0
  /// A write that changes nothing, or a slot that was already changed in this transaction; net metering only.
  public var unchanged: UInt64 = 0
  /// Zero to something.
  public var set: UInt64 = 20_000
  /// Something to something else, or to zero.
  public var reset = GasCost.storageReset
  /// The refund for clearing a slot.
  public var clearRefund: UInt64 = 15_000
  /// The additional cost of the first access to the slot in a transaction (EIP-2929).
  public var cold: UInt64 = 0

  /// Frontier's.
  public init() {}
}

/// The gas that a transaction costs before any code runs.
public struct TransactionCosts: Sendable, Hashable {
  /// Any transaction.
  public var base: UInt64 = 21_000
  /// More if it creates a contract.
  public var creation: UInt64 = 0
  /// A zero byte of the data.
  public var zeroByte: UInt64 = 4
  /// Another byte of the data.
  public var nonZeroByte: UInt64 = 68
  /// Each address that the access list names (EIP-2930).
  public var accessListAddress: UInt64 = 0
  /// A storage key of the access list.
  public var accessListKey: UInt64 = 0
  /// An authorization to set code.
  public var authorization: UInt64 = 0
  /// The refund of an authorization whose account was there already.
  public var authorizationRefund: UInt64 = 0
  /// The least that a token of the data costs the whole transaction, four for a byte that is not zero (EIP-7623).
  public var floorToken: UInt64 = 0
  /// At most one part in so many of the gas used is given back.
  public var refundQuotient: UInt64 = 2

  /// Frontier's.
  public init() {}
}
