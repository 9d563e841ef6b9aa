import StrictJSON
import Transactions

extension TransactionError: CommandFailureConvertible {
  var commandFailure: CommandFailure {
    CommandFailure(
      .init("transaction.\(code)", code == .wrongChain ? .wrongChain : .failure), message,
      reason: reason.map(CommandFailure.sentence), advice: advice ?? nextStep,
      details: field.map { ["field": .string($0)] } ?? [:])
  }

  /// The next step in the words of the command line.
  private var nextStep: String? {
    switch (code, field) {
    case (.missingFeePayer, "feePayerSignatures"): "Hand it to the fee payer: lectures tx sign-as-fee-payer RAW"
    default: nil
    }
  }
}
