/// Why a transaction in one of Kaia's blocks failed; the raw value is the receipt's `txError`.
public enum KaiaTransactionFailure: UInt8, CaseIterable, Hashable, Sendable {
  /// An error of the virtual machine without a number of its own.
  case machine = 0x02
  /// Calls are nested deeper than the rules allow.
  case callDepth = 0x03
  /// There is a contract already where one should be created.
  case addressCollision = 0x04
  /// The gas left does not pay for keeping the new contract's code.
  case codeStoreOutOfGas = 0x05
  /// The new contract has more code than the rules allow (EIP-170).
  case codeTooLarge = 0x06
  /// An instruction cost more than was left.
  case outOfGas = 0x07
  /// A change of the state within STATICCALL (EIP-214).
  case writeProtection = 0x08
  /// The contract took its changes back; the reason is in what it returned, not in the receipt.
  case reverted = 0x09
  /// The weights of its instructions exceeded the limit that Kaia has beside gas.
  case computationCostLimit = 0x0a
  /// An account was to be created that is there.
  case accountExists = 0x0b
  /// The transaction calls a contract, and its recipient is none.
  case notProgramAccount = 0x0c
  /// A deployment asked for an address by name, which no chain takes.
  case humanReadableAddress = 0x0d
  /// The share of the fee payer is not 1 to 99 per cent.
  case feeRatio = 0x0e
  /// An account's AccountKeyFail was to be changed to itself.
  case failNotUpdatable = 0x0f
  /// The new key is of another type than is due.
  case differentKeyType = 0x10
  /// An account was to get AccountKeyNil, which no account has.
  case accountKeyNil = 0x11
  /// A public key of the new key is no point of secp256k1.
  case keyNotOnCurve = 0x12
  /// A key of the new multisig has weight 0.
  case zeroWeight = 0x13
  /// The bytes of the new key are no account key.
  case unserializableKey = 0x14
  /// A key is in the new multisig twice.
  case duplicateKey = 0x15
  /// The weights of the new multisig are 2⁶⁴ or more together.
  case weightOverflow = 0x16
  /// All keys of the new multisig together do not reach its threshold.
  case unsatisfiableThreshold = 0x17
  /// The new multisig has no keys, or the new role-based key no roles.
  case noKeys = 0x18
  /// The new role-based key has more than three roles.
  case tooManyKeys = 0x19
  /// A role of the new role-based key is role-based itself.
  case nestedKey = 0x1a
  /// A transaction of Ethereum's came from an account whose key was changed.
  case legacyKeyRequired = 0x1b
  /// A type of transaction that the chain took once.
  case deprecated = 0x1c
  /// A type of transaction that the chain does not take.
  case notSupported = 0x1d
  /// A deployment of another code format than 0, the EVM's.
  case codeFormat = 0x1e
}

extension KaiaTransactionFailure: CustomStringConvertible {
  /// The failure, in a clause.
  public var description: String {
    switch self {
    case .machine: "the virtual machine stopped with an error"
    case .callDepth: "calls nested too deep"
    case .addressCollision: "the new contract's address is taken"
    case .codeStoreOutOfGas: "the gas did not suffice to store the contract's code"
    case .codeTooLarge: "the contract's code is too large"
    case .outOfGas: "out of gas"
    case .writeProtection: "a static call tried to write"
    case .reverted: "reverted"
    case .computationCostLimit: "the computation cost limit was exceeded"
    case .accountExists: "the account exists already"
    case .notProgramAccount: "the recipient is not a contract"
    case .humanReadableAddress: "human-readable addresses are not supported"
    case .feeRatio: "the fee ratio is not between 1 and 99"
    case .failNotUpdatable: "an AccountKeyFail cannot be updated"
    case .differentKeyType: "the new key is of another type"
    case .accountKeyNil: "AccountKeyNil cannot be an account's key"
    case .keyNotOnCurve: "a public key is not on the curve"
    case .zeroWeight: "a key's weight is zero"
    case .unserializableKey: "the account key cannot be read"
    case .duplicateKey: "a key is there twice"
    case .weightOverflow: "the sum of the weights is too large"
    case .unsatisfiableThreshold: "the threshold is above the sum of the weights"
    case .noKeys: "the account key has no keys"
    case .tooManyKeys: "the account key has too many keys"
    case .nestedKey: "a role-based key is inside another key"
    case .legacyKeyRequired: "only an account with its original key can send Ethereum's transactions"
    case .deprecated: "the type of the transaction is no longer accepted"
    case .notSupported: "the type of the transaction is not supported"
    case .codeFormat: "the code format is not that of the EVM"
    }
  }
}
