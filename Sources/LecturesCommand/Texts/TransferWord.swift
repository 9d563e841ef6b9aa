import Localization

/// A transfer in a list that names its receiver elsewhere.
struct TransferWord: Phrase {
  private let amount: String

  /// - Parameter amount: As English writes it, with its unit.
  init(_ amount: String) { self.amount = amount }

  var english: String { "transfer of \(amount)" }

  var korean: String { "\(amount) 전송" }

  var ukrainian: String { "переказ \(Language.ukrainian.decimal(amount))" }
}
