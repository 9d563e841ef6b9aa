import Keys

/// Kaia's own types of transaction; the raw value is the type byte.
///
/// Its upper five bits say what the transaction does, the lower three who pays its fee.
public enum KaiaTransactionType: UInt8, CaseIterable, Hashable, Sendable {
  case valueTransfer = 0x08
  case feeDelegatedValueTransfer = 0x09
  case feeDelegatedValueTransferWithRatio = 0x0a
  case valueTransferMemo = 0x10
  case feeDelegatedValueTransferMemo = 0x11
  case feeDelegatedValueTransferMemoWithRatio = 0x12
  case accountUpdate = 0x20
  case feeDelegatedAccountUpdate = 0x21
  case feeDelegatedAccountUpdateWithRatio = 0x22
  case smartContractDeploy = 0x28
  case feeDelegatedSmartContractDeploy = 0x29
  case feeDelegatedSmartContractDeployWithRatio = 0x2a
  case smartContractExecution = 0x30
  case feeDelegatedSmartContractExecution = 0x31
  case feeDelegatedSmartContractExecutionWithRatio = 0x32
  case cancel = 0x38
  case feeDelegatedCancel = 0x39
  case feeDelegatedCancelWithRatio = 0x3a
  case chainDataAnchoring = 0x48
  case feeDelegatedChainDataAnchoring = 0x49
  case feeDelegatedChainDataAnchoringWithRatio = 0x4a

  /// What a transaction does; the raw value is the upper five bits of the type byte.
  public enum Action: UInt8, CaseIterable, Hashable, Sendable {
    case valueTransfer = 1
    case valueTransferMemo = 2
    case accountUpdate = 4
    case smartContractDeploy = 5
    case smartContractExecution = 6
    case cancel = 7
    case chainDataAnchoring = 9
  }

  /// Who pays the fee; the raw value is the lower three bits of the type byte.
  public enum Payer: UInt8, CaseIterable, Hashable, Sendable {
    /// The sender.
    case sender = 0
    /// The fee payer.
    case feePayer = 1
    /// Both, by a ratio.
    case both = 2
  }

  /// The type that does this and is paid so.
  public init(_ action: Action, paidBy payer: Payer) {
    // Every action has the three types of payment.
    self = KaiaTransactionType(rawValue: action.rawValue << 3 | payer.rawValue)!
  }

  /// What it does.
  public var action: Action { Action(rawValue: rawValue >> 3)! }

  /// Who pays its fee.
  public var payer: Payer { Payer(rawValue: rawValue & 7)! }

  /// Whether it needs a fee payer's signature.
  public var isFeeDelegated: Bool { payer != .sender }

  /// The role of the sender's account whose key signs it.
  public var role: AccountKey.Role { action == .accountUpdate ? .accountUpdate : .transaction }

  /// The name as JSON-RPC writes it: `TxTypeFeeDelegatedValueTransferWithRatio`.
  public var name: String {
    switch payer {
    case .sender: "TxType\(action.name)"
    case .feePayer: "TxTypeFeeDelegated\(action.name)"
    case .both: "TxTypeFeeDelegated\(action.name)WithRatio"
    }
  }
}

extension KaiaTransactionType.Action {
  /// The name inside of the types' names.
  fileprivate var name: String {
    switch self {
    case .valueTransfer: "ValueTransfer"
    case .valueTransferMemo: "ValueTransferMemo"
    case .accountUpdate: "AccountUpdate"
    case .smartContractDeploy: "SmartContractDeploy"
    case .smartContractExecution: "SmartContractExecution"
    case .cancel: "Cancel"
    case .chainDataAnchoring: "ChainDataAnchoring"
    }
  }
}
