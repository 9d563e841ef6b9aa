import StrictJSON
import Transactions

extension TransactionErrors: CommandFailureDomain {
  static let subject = "transaction"

  static func status(of error: TransactionError) -> ExitStatus { error.code == .wrongChain ? .wrongChain : .failure }

  static func nextStep(after error: TransactionError) -> String? {
    switch (error.code, error.field) {
    case (.missingFeePayer, "feePayerSignatures"): "Hand it to the fee payer: lectures tx sign-as-fee-payer RAW"
    default: nil
    }
  }

  static func details(of error: TransactionError) -> JSONObject { error.field.map { ["field": .string($0)] } ?? [:] }

  static func commandFailure(of error: TransactionError) -> CommandFailure {
    CommandFailure(
      code(of: error), error.message, reason: error.reason.map(CommandFailure.sentence),
      advice: advice(for: error), details: details(of: error))
  }
}
