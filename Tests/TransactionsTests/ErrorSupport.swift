@testable import Transactions

extension TransactionError {
  /// An error to compare with: errors are equal when their codes are.
  static func sample(_ code: Code) -> TransactionError { TransactionError(code, "") }
}
