import Keys

extension KaiaTransaction {
  /// Checks what every chain asks of the fields, whatever its fork and accounts.
  ///
  /// - Throws: `invalidFeeRatio`; `invalidDeployment` for a creation with a recipient, a readable address, or another
  ///   code format than the EVM's. `kaiaFailure` of these errors is the chain's number for them.
  public func check() throws(TransactionError) {
    if case .shared(let percent) = feePayment, !(1...99).contains(percent) {
      throw TransactionError(
        .invalidFeeRatio, "The fee ratio is \(percent).", about: "feeRatio",
        reason: "It is the fee payer's per cent, 1 to 99.",
        advice: "Use the type without a ratio where one of the two pays all.")
    }
    guard case .deploy(let to, _, _, let humanReadable, let codeFormat) = operation else { return }
    if to != nil {
      throw TransactionError(
        .invalidDeployment, "The creation of a contract has a recipient.", about: "to",
        reason: "The chain decides the address.", advice: "Leave it out.")
    }
    if humanReadable {
      throw TransactionError(
        .invalidDeployment, "The creation of a contract asks for a readable address.", about: "humanReadable",
        reason: "No chain has them.", advice: "Set humanReadable to false.")
    }
    if codeFormat != 0 {
      throw TransactionError(
        .invalidDeployment, "The code format is \(codeFormat).", about: "codeFormat",
        reason: "The only one is 0, the EVM's.")
    }
  }
}

extension TransactionError {
  /// The number of this failure in a receipt of Kaia; nil if there is none.
  public var kaiaFailure: KaiaTransactionFailure? {
    switch (code, field) {
    case (.invalidFeeRatio, _): .feeRatio
    case (.invalidDeployment, "humanReadable"?): .humanReadableAddress
    case (.invalidDeployment, "codeFormat"?): .codeFormat
    case (.invalidAccountKey, _):
      accountKeyError?.transactionError.flatMap { KaiaTransactionFailure(rawValue: $0) } ?? .unserializableKey
    default: nil
    }
  }
}
