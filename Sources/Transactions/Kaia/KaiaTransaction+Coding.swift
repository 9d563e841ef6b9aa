import Keys
import Primitives

extension KaiaTransaction {
  /// The values of its fields.
  var values: TransactionFieldValues {
    var values = TransactionFieldValues(
      chainID: chainID, nonce: nonce, maxPriorityFeePerGas: gasPrice, maxFeePerGas: gasPrice, gas: gasLimit,
      to: operation.to, value: operation.value, input: operation.input, from: from,
      key: operation.accountKey ?? .legacy)
    if case .deploy(_, _, _, let humanReadable, let codeFormat) = operation {
      (values.humanReadable, values.codeFormat) = (humanReadable, codeFormat)
    }
    if case .shared(let percent) = feePayment { values.feeRatio = percent }
    return values
  }

  /// The fields in their order on the wire, without the signatures.
  var items: [RLP.Item] { values.items(type.fields) }

  /// A transaction of a type from the values of its fields.
  ///
  /// - Throws: `missingRecipient` where only a contract's creation may have none.
  init(_ type: KaiaTransactionType, _ values: TransactionFieldValues) throws(TransactionError) {
    func recipient() throws(TransactionError) -> Address { try values.recipient(of: .kaia(type)) }
    let operation: Operation =
      switch type.action {
      case .valueTransfer: .valueTransfer(to: try recipient(), value: values.value)
      case .valueTransferMemo: .memo(to: try recipient(), value: values.value, memo: values.input)
      case .accountUpdate: .accountUpdate(values.key)
      case .smartContractDeploy:
        .deploy(
          to: values.to, value: values.value, initCode: values.input, humanReadable: values.humanReadable,
          codeFormat: values.codeFormat)
      case .smartContractExecution: .execution(to: try recipient(), value: values.value, input: values.input)
      case .cancel: .cancel
      case .chainDataAnchoring: .anchoring(data: values.input)
      }
    let feePayment: FeePayment =
      switch type.payer {
      case .sender: .sender
      case .feePayer: .delegated
      case .both: .shared(percent: values.feeRatio)
      }
    self.init(
      chainID: values.chainID ?? 0, nonce: values.nonce, gasPrice: values.maxFeePerGas, gasLimit: values.gas,
      from: values.from, operation: operation, feePayment: feePayment)
  }

  /// Reads the fields, the signatures not among them; they do not tell the chain.
  init(_ type: KaiaTransactionType, reading reader: inout FieldReader) throws(TransactionError) {
    try self.init(type, TransactionFieldValues(type.fields, reading: &reader))
  }
}
