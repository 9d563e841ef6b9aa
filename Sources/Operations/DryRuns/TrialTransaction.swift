import EVM
import Keys
import Primitives
import Sending
import Transactions

extension EVMTransaction {
  /// Makes the call that one of Kaia's own types does; its signatures are not looked at.
  ///
  /// - Parameters:
  ///   - feePayer: The account that pays beside the sender; nil for none, or one whose balance is not known: then the
  ///     gas is free.
  ///   - extraGas: The gas it needs beyond its data and its execution.
  public init(trying transaction: KaiaTransaction, feePayer: Address?, extraGas: UInt64) {
    var percent: UInt8 = 100
    if case .shared(let share) = transaction.feePayment { percent = share }
    let isDeployment = if case .deploy = transaction.operation { true } else { false }
    self.init(
      sender: transaction.from, nonce: transaction.nonce,
      to: transaction.operation.to ?? (isDeployment ? nil : transaction.from), value: transaction.operation.value,
      data: transaction.operation.input, gasLimit: transaction.gasLimit,
      maxFeePerGas: transaction.feePayment != .sender && feePayer == nil ? 0 : transaction.gasPrice,
      feePayment: feePayer.map { FeePayment(payer: $0, percent: percent) })
    switch transaction.operation {
    case .accountUpdate, .cancel, .anchoring: action = .nothing
    case .valueTransfer, .memo, .deploy, .execution: action = .message
    }
    surcharge = IntrinsicGas(charged: extraGas, floor: extraGas)
  }

  /// The validity checks that a simulation leaves out: the nonce, which counts the pool's transactions while the state
  /// does not, and the fee where its payer is not known.
  public var trialLeniency: Machine.Leniency { maxFeePerGas == 0 ? [.nonce, .fees] : .nonce }
}

extension PreparedTransaction {
  /// The transaction for a simulation: one of Kaia's own types is a call like any other, whose gas another account may
  /// pay.
  public var trial: EVMTransaction {
    let unsigned = transaction(nonce: transactionCount)
    guard let kaia, case .kaia(let native) = unsigned else {
      return EVMTransaction(unsigned, sender: request.from)
    }
    return EVMTransaction(trying: native, feePayer: kaia.feePayer, extraGas: kaia.extraGas)
  }
}

extension SignedTransaction {
  /// The effect on the state, as a transaction to simulate.
  public func trial(by sender: Address) -> EVMTransaction {
    guard let half = try? PartlySignedTransaction(self) else { return EVMTransaction(transaction, sender: sender) }
    return half.trial(payer: feePayer?.address)
  }
}

extension PartlySignedTransaction {
  /// The effect on the state, as a transaction to simulate, with the signatures that it has and at least one of each
  /// account that has to sign.
  public func trial(payer: Address?) -> EVMTransaction {
    // The prices of keys are the same at every fork.
    let extra = TransactionRules.kaiaPrague.extraGas(
      transaction.feePayment,
      furtherSignatures: max(signatures.count, 1) + max(feePayer?.signatures.count ?? 1, 1) - 2,
      newKeys: transaction.operation.accountKey?.publicKeyCount ?? 0)
    return EVMTransaction(trying: transaction, feePayer: payer, extraGas: extra)
  }
}
