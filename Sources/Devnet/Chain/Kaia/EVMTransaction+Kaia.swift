import EVM
import Keys
import Transactions

extension SignedTransaction {
  /// The keys that signed one of Kaia's own types; nil for Ethereum's kinds.
  ///
  /// - Throws: `TransactionError` of code `recoveryFailed`.
  var signers: EVMTransaction.Signers? {
    get throws(TransactionError) {
      guard transaction.kaia != nil else { return nil }
      return EVMTransaction.Signers(sender: try senderPublicKeys(), feePayer: try feePayerPublicKeys())
    }
  }
}

extension EVMTransaction {
  /// Makes it what one of Kaia's own types is to execution: what it does, who pays, who signed, and the gas that all of that
  /// costs.
  mutating func become(_ transaction: KaiaTransaction, of signed: SignedTransaction, signedBy signers: Signers?) {
    self.signers = signers
    feePayment = signed.feePayer.map { payer in
      FeePayment(payer: payer.address, percent: transaction.feePayment.percent)
    }
    switch transaction.operation {
    case .accountUpdate(let key): action = .updateKey(key)
    case .cancel, .anchoring: action = .nothing
    case .valueTransfer, .memo, .deploy, .execution: action = .message
    }
    // A transaction that has no recipient and creates nothing counts as sent to the sender, as Ethereum's objects show it.
    if !signed.transaction.isCreation, to == nil { to = transaction.from }
    // The numbers are the same at all forks.
    let rules = TransactionRules.kaiaOsaka
    let extra = rules.extraGas(
      transaction.feePayment, furtherSignatures: signed.signatures.count + (signed.feePayer?.signatures.count ?? 1) - 2)
    let keys = UInt64(transaction.operation.accountKey?.publicKeyCount ?? 0) * rules.accountKeyGas
    surcharge = IntrinsicGas(
      charged: extra + keys, floor: extra + (signed.transaction.isCreation ? rules.creationGas : 0))
  }
}

extension KaiaTransaction.FeePayment {
  /// The fee payer's share in per cent.
  var percent: UInt8 {
    switch self {
    case .sender: 0
    case .delegated: 100
    case .shared(let percent): percent
    }
  }
}

extension DevnetTransaction {
  /// Whether it only takes the place of another.
  var isCancel: Bool { transaction.transaction.kaia?.type.action == .cancel }
}
