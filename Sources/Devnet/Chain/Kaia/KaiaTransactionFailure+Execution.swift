import EVM
import Transactions

extension KaiaTransactionFailure {
  /// Why a transaction in a block failed; nil for one that didn't.
  init?(_ outcome: CallResult.Outcome) {
    switch outcome {
    case .success: return nil
    case .reverted: self = .reverted
    case .failed(let failure):
      switch failure {
      case .addressCollision: self = .addressCollision
      case .codeDeposit: self = .codeStoreOutOfGas
      case .codeSize: self = .codeTooLarge
      case .outOfGas: self = .outOfGas
      case .writeProtection: self = .writeProtection
      case .computationLimit: self = .computationCostLimit
      case .accountKey(let number): self = KaiaTransactionFailure(rawValue: number) ?? .machine
      default: self = .machine
      }
    }
  }

  /// The words of Kaia's nodes.
  var nodeText: String {
    switch self {
    case .machine: "VM error occurs while running smart contract"
    case .callDepth: "max call depth exceeded"
    case .addressCollision: "contract address collision"
    case .codeStoreOutOfGas: "contract creation code storage out of gas"
    case .codeTooLarge: "evm: max code size exceeded"
    case .outOfGas: "out of gas"
    case .writeProtection: "evm: write protection"
    case .reverted: "evm: execution reverted"
    case .computationCostLimit: "reached the opcode computation cost limit"
    case .accountExists: "account already exists"
    case .notProgramAccount: "not a program account (e.g., an account having code and storage)"
    case .humanReadableAddress: "Human-readable address is not supported now"
    case .feeRatio: "fee ratio is out of range [1, 99]"
    case .failNotUpdatable: "AccountKeyFail is not updatable"
    case .differentKeyType: "different account key type"
    case .accountKeyNil: "AccountKeyNil cannot be initialized to an account"
    case .keyNotOnCurve: "public key is not on curve"
    case .zeroWeight: "key weight is zero"
    case .unserializableKey: "key is not serializable"
    case .duplicateKey: "duplicated key"
    case .weightOverflow: "weighted sum overflow"
    case .unsatisfiableThreshold: "unsatisfiable threshold. Weighted sum of keys is less than the threshold."
    case .noKeys: "length is zero"
    case .tooManyKeys: "length too long"
    case .nestedKey: "nested composite type"
    case .legacyKeyRequired: "a legacy transaction must be with a legacy account key"
    case .deprecated: "deprecated feature"
    case .notSupported: "not supported"
    case .codeFormat: "smart contract code format is invalid"
    }
  }
}
