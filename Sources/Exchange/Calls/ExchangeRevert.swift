import ContractABI
import ContractClient
import Primitives

/// The exchanges' reasons to refuse a call, in the words of this library.
enum ExchangeRevert {
  /// The refusal as an error of this library; one that is none of the exchanges' own reasons stays as it is.
  static func explained(_ error: ContractError) -> any Error {
    guard error.code == .reverted || error.code == .failedOnChain, let revert = error.revert,
      let row = row(for: revert)
    else { return error }
    let reserve = error.isOneNodesWord ? "as this one node tells it, " : ""
    let ending = error.code == .reverted ? "nothing was sent" : "\(reserve)the fee is spent, nothing else"
    return ExchangeError(
      row.code, "\(row.message); \(ending).", reason: "The exchange says: \(revert.readable).", call: error.call,
      facts: row.facts, cause: error)
  }

  private struct Row {
    let code: ExchangeError.Code
    let message: String
    var facts: ExchangeErrors.Facts?
  }

  private static func row(for revert: RevertReason) -> Row? {
    switch revert {
    case .message("not the taker"): Row(code: .notTaker, message: "Only another account may fill this order")
    case .message("not filled exactly"):
      Row(code: .orderGone, message: "The exact amount cannot be filled any more")
    case .message("insufficient balance"): Row(code: .balance, message: "An account holds less than this moves")
    case .message("insufficient allowance"):
      Row(code: .allowance, message: "An account lets the exchange move less than this moves")
    case .custom(let error, let values): row(for: error.name, values)
    default: nil
    }
  }

  private static func row(for name: String, _ values: [ABIValue]) -> Row? {
    let hash = values.first.flatMap { value -> Hash32? in
      if case .fixedBytes(let bytes) = value { try? Hash32(bytes) } else { nil }
    }
    let facts = hash.map { ExchangeErrors.Facts.order($0) }
    switch name {
    case "OrderNotFillableError":
      if case .uint(4)? = values.dropFirst().first {
        return Row(code: .expired, message: "The time of the order is over", facts: facts)
      }
      return Row(code: .orderGone, message: "Nothing can be filled of the order any more", facts: facts)
    case "OrderNotFillableByTakerError", "OrderNotFillableBySenderError":
      return Row(code: .notTaker, message: "Only another account may fill this order", facts: facts)
    case "FillOrKillFailedError", "BatchFillIncompleteError":
      return Row(code: .orderGone, message: "The exact amount cannot be filled any more", facts: facts)
    default: return nil
    }
  }
}
