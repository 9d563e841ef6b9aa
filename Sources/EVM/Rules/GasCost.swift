/// Units of gas that several instructions or forks share (Yellow Paper, appendix G, and the EIPs since). What a chain
/// charges at a fork is in `RuleSet`.
enum GasCost {
  /// Instructions that do no work, or have all their costs elsewhere.
  static let zero: UInt64 = 0
  /// JUMPDEST.
  static let jumpDestination: UInt64 = 1
  /// Reads what is at hand.
  static let base: UInt64 = 2
  /// Additions, comparisons, bits, the stack, a word of memory.
  static let veryLow: UInt64 = 3
  /// Multiplications and divisions.
  static let low: UInt64 = 5
  /// Modular arithmetic and jumps.
  static let mid: UInt64 = 8
  /// Powers and conditional jumps.
  static let high: UInt64 = 10
  /// BLOCKHASH.
  static let blockHash: UInt64 = 20
  /// KECCAK256, before its words.
  static let keccak256: UInt64 = 30
  /// A LOG, before topics and data.
  static let log: UInt64 = 375
  /// A topic of a LOG.
  static let logTopic: UInt64 = 375
  /// CREATE and CREATE2; since Homestead a transaction that creates (EIP-2).
  static let create: UInt64 = 32_000

  // MARK: The state, as each fork prices it

  /// Reads an account.
  static let frontierAccountRead: UInt64 = 20
  /// Reads a slot.
  static let frontierStorageRead: UInt64 = 50
  /// Calls an account.
  static let frontierCall: UInt64 = 40
  /// Reads an account's code, or calls it (EIP-150).
  static let tangerineCodeAccess: UInt64 = 700
  /// Reads an account's balance, later the hash of its code (EIP-150, EIP-1052).
  static let tangerineAccountRead: UInt64 = 400
  /// Reads a slot (EIP-150).
  static let tangerineStorageRead: UInt64 = 200
  /// Reads an account (EIP-1884).
  static let istanbulAccountRead: UInt64 = 700
  /// Reads a slot (EIP-1884).
  static let istanbulStorageRead: UInt64 = 800
  /// The first access to an account in a transaction (EIP-2929).
  static let coldAccountAccess: UInt64 = 2600
  /// The first access to a slot in a transaction (EIP-2929).
  static let coldStorageRead: UInt64 = 2100
  /// Every other access (EIP-2929), and transient storage (EIP-1153).
  static let warmStorageRead: UInt64 = 100
  /// A slot that changes from something (EIP-2929 takes the first access from it).
  static let storageReset: UInt64 = 5000
  /// An account that comes into being.
  static let newAccount: UInt64 = 25_000
  /// The stipend of a call that moves value, below which SSTORE fails (EIP-2200).
  static let callStipend: UInt64 = 2300
}
