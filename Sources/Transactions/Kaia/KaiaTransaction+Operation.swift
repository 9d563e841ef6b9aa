import Keys
import Primitives

extension KaiaTransaction.Operation {
  /// The part of the type that it decides.
  public var action: KaiaTransactionType.Action {
    switch self {
    case .valueTransfer: .valueTransfer
    case .memo: .valueTransferMemo
    case .accountUpdate: .accountUpdate
    case .deploy: .smartContractDeploy
    case .execution: .smartContractExecution
    case .cancel: .cancel
    case .anchoring: .chainDataAnchoring
    }
  }

  /// The recipient, if it has one.
  public var to: Address? {
    switch self {
    case .valueTransfer(let to, _), .memo(let to, _, _), .execution(let to, _, _): to
    case .deploy(let to, _, _, _, _): to
    case .accountUpdate, .cancel, .anchoring: nil
    }
  }

  /// Peb that go to the recipient.
  public var value: UInt256 {
    switch self {
    case .valueTransfer(_, let value), .memo(_, let value, _), .execution(_, let value, _): value
    case .deploy(_, let value, _, _, _): value
    case .accountUpdate, .cancel, .anchoring: 0
    }
  }

  /// The memo, init code, calldata or anchored data.
  public var input: Bytes {
    switch self {
    case .memo(_, _, let input), .execution(_, _, let input), .anchoring(let input): input
    case .deploy(_, _, let input, _, _): input
    case .valueTransfer, .accountUpdate, .cancel: []
    }
  }

  /// The key that the account is to have, of an account update.
  public var accountKey: AccountKey? {
    guard case .accountUpdate(let key) = self else { return nil }
    return key
  }
}
