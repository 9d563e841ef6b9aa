import StrictJSON
import Transactions

extension TransactionError: CommandFailureConvertible {
  var commandFailure: CommandFailure {
    CommandFailure(
      .init("transaction.\(code)", code == .wrongChain ? .wrongChain : .failure), message,
      reason: reason.map(CommandFailure.sentence), advice: advice, details: field.map { ["field": .string($0)] } ?? [:])
  }
}
