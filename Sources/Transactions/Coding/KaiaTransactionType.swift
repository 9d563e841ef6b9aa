import Keys

/// A type of transaction of Kaia's own, 0x08 (a transfer that its sender pays) to 0x4a (anchoring whose fee two share);
/// the raw value is the type byte.
///
/// Its upper five bits say what the transaction does, the lower three who pays its fee.
public struct KaiaTransactionType: RawRepresentable, CaseIterable, Hashable, Sendable {
  /// The action of its transactions.
  public let action: Action
  /// The payer of their fee.
  public let payer: Payer

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
  public init(_ action: Action, paidBy payer: Payer) { (self.action, self.payer) = (action, payer) }

  /// The type with this byte, if there is one.
  public init?(rawValue: UInt8) {
    guard let action = Action(rawValue: rawValue >> 3), let payer = Payer(rawValue: rawValue & 7) else { return nil }
    self.init(action, paidBy: payer)
  }

  /// The type byte.
  public var rawValue: UInt8 { action.rawValue << 3 | payer.rawValue }

  /// All types by their bytes: every action has the three types of payment.
  public static let allCases = Action.allCases.flatMap { action in
    Payer.allCases.map { KaiaTransactionType(action, paidBy: $0) }
  }

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
