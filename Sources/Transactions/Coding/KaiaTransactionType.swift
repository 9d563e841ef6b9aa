import Keys

/// Kaia's own types of transaction; the raw value is the type byte.
///
/// Its upper five bits say what the transaction does, the lower three who pays its fee.
public enum KaiaTransactionType: UInt8, CaseIterable, Hashable, Sendable {
  /// Sends money to an account; the sender pays the fee.
  case valueTransfer = 0x08
  /// Sends money to an account; a fee payer pays the fee.
  case feeDelegatedValueTransfer = 0x09
  /// Sends money to an account; sender and fee payer share the fee.
  case feeDelegatedValueTransferWithRatio = 0x0a
  /// Sends money with a message; the sender pays the fee.
  case valueTransferMemo = 0x10
  /// Sends money with a message; a fee payer pays the fee.
  case feeDelegatedValueTransferMemo = 0x11
  /// Sends money with a message; sender and fee payer share the fee.
  case feeDelegatedValueTransferMemoWithRatio = 0x12
  /// Changes the key of the sender's account; the sender pays the fee.
  case accountUpdate = 0x20
  /// Changes the key of the sender's account; a fee payer pays the fee.
  case feeDelegatedAccountUpdate = 0x21
  /// Changes the key of the sender's account; sender and fee payer share the fee.
  case feeDelegatedAccountUpdateWithRatio = 0x22
  /// Creates a contract; the sender pays the fee.
  case smartContractDeploy = 0x28
  /// Creates a contract; a fee payer pays the fee.
  case feeDelegatedSmartContractDeploy = 0x29
  /// Creates a contract; sender and fee payer share the fee.
  case feeDelegatedSmartContractDeployWithRatio = 0x2a
  /// Calls a contract; the sender pays the fee.
  case smartContractExecution = 0x30
  /// Calls a contract; a fee payer pays the fee.
  case feeDelegatedSmartContractExecution = 0x31
  /// Calls a contract; sender and fee payer share the fee.
  case feeDelegatedSmartContractExecutionWithRatio = 0x32
  /// Takes the place of a waiting transaction with the same nonce; the sender pays the fee.
  case cancel = 0x38
  /// Takes the place of a waiting transaction with the same nonce; a fee payer pays the fee.
  case feeDelegatedCancel = 0x39
  /// Takes the place of a waiting transaction with the same nonce; sender and fee payer share the fee.
  case feeDelegatedCancelWithRatio = 0x3a
  /// Writes down a service chain's block; the sender pays the fee.
  case chainDataAnchoring = 0x48
  /// Writes down a service chain's block; a fee payer pays the fee.
  case feeDelegatedChainDataAnchoring = 0x49
  /// Writes down a service chain's block; sender and fee payer share the fee.
  case feeDelegatedChainDataAnchoringWithRatio = 0x4a

  /// The action of a transaction; the raw value is the upper five bits of the type byte.
  public enum Action: UInt8, CaseIterable, Hashable, Sendable {
    /// Sends money to an account without code.
    case valueTransfer = 1
    /// Sends money with a message to an account without code.
    case valueTransferMemo = 2
    /// Changes the key of the sender's account.
    case accountUpdate = 4
    /// Creates a contract.
    case smartContractDeploy = 5
    /// Calls a contract.
    case smartContractExecution = 6
    /// Takes the place of a waiting transaction with the same nonce.
    case cancel = 7
    /// Writes down a service chain's block.
    case chainDataAnchoring = 9
  }

  /// The payer of the fee; the raw value is the lower three bits of the type byte.
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

  /// The action of its transactions.
  public var action: Action { Action(rawValue: rawValue >> 3)! }

  /// The payer of their fee.
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
