/// Why a transaction in one of Kaia's blocks failed; the raw value is the receipt's `txError`.
public enum KaiaTransactionFailure: UInt8, CaseIterable, Hashable, Sendable {
  /// An error of the virtual machine without a number of its own.
  case machine = 0x02
  case callDepth = 0x03
  case addressCollision = 0x04
  case codeStoreOutOfGas = 0x05
  case codeTooLarge = 0x06
  case outOfGas = 0x07
  case writeProtection = 0x08
  case reverted = 0x09
  case computationCostLimit = 0x0a
  case accountExists = 0x0b
  case notProgramAccount = 0x0c
  case humanReadableAddress = 0x0d
  case feeRatio = 0x0e
  case failNotUpdatable = 0x0f
  case differentKeyType = 0x10
  case accountKeyNil = 0x11
  case keyNotOnCurve = 0x12
  case zeroWeight = 0x13
  case unserializableKey = 0x14
  case duplicateKey = 0x15
  case weightOverflow = 0x16
  case unsatisfiableThreshold = 0x17
  case noKeys = 0x18
  case tooManyKeys = 0x19
  case nestedKey = 0x1a
  case legacyKeyRequired = 0x1b
  case deprecated = 0x1c
  case notSupported = 0x1d
  case codeFormat = 0x1e
}

extension KaiaTransactionFailure: CustomStringConvertible {
  /// What failed, in a clause.
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
