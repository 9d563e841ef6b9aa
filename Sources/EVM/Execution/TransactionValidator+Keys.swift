import Keys

extension TransactionValidator {
  /// Looks whether those who signed a transaction may sign for its accounts.
  ///
  /// - Throws: `invalidSender`, `invalidFeePayer`, or what the state's reader throws.
  public func validateKeys(_ transaction: EVMTransaction) throws {
    let key = try state.signingKey(of: transaction.sender)
    guard let signers = transaction.signers else {
      guard case .legacy = key else {
        throw EVMError(.invalidSender, "invalid sender: a legacy transaction must be with a legacy account key")
      }
      return
    }
    let role: AccountKey.Role = if case .updateKey = transaction.action { .accountUpdate } else { .transaction }
    do throws(AccountKeyError) {
      try key.check(signers.sender, role: role, of: transaction.sender)
    } catch {
      throw EVMError(.invalidSender, "invalid sender: invalid account key")
    }
    guard let payer = transaction.feePayment?.payer else { return }
    let payerKey = try state.signingKey(of: payer)
    do throws(AccountKeyError) {
      try payerKey.check(signers.feePayer, role: .feePayer, of: payer)
    } catch {
      throw EVMError(.invalidFeePayer, "invalid fee payer: invalid account key")
    }
  }
}
