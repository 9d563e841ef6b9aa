import Keys
import Primitives

/// A field of Kaia's own types; the raw value is its name in JSON-RPC.
enum KaiaField: String {
  case nonce, gasPrice, gas, to, value, from, input, key, humanReadable, codeFormat, feeRatio
}

extension KaiaTransactionType {
  /// The fields in their order on the wire, without the type byte before and the signatures after them.
  var fields: [KaiaField] {
    let ratio: [KaiaField] = payer == .both ? [.feeRatio] : []
    let own: [KaiaField] =
      switch action {
      case .valueTransfer: [.to, .value, .from] + ratio
      case .valueTransferMemo: [.to, .value, .from, .input] + ratio
      case .accountUpdate: [.from, .key] + ratio
      // The only one whose ratio is not the last.
      case .smartContractDeploy: [.to, .value, .from, .input, .humanReadable] + ratio + [.codeFormat]
      case .smartContractExecution: [.to, .value, .from, .input] + ratio
      case .cancel: [.from] + ratio
      case .chainDataAnchoring: [.from, .input] + ratio
      }
    return [.nonce, .gasPrice, .gas] + own
  }
}

/// The values of all fields, of which a type uses its own.
struct KaiaFieldValues {
  var nonce: UInt64 = 0
  var gasPrice: UInt256 = 0
  var gas: UInt64 = 0
  var to: Address?
  var value: UInt256 = 0
  var from = Address.zero
  var input: Bytes = []
  var key = AccountKey.legacy
  var humanReadable = false
  var codeFormat: UInt8 = 0
  var feeRatio: UInt8 = 0

  /// Nothing of any field.
  init() {}

  /// The values of a transaction's fields.
  init(_ transaction: KaiaTransaction) {
    nonce = transaction.nonce
    gasPrice = transaction.gasPrice
    gas = transaction.gasLimit
    to = transaction.operation.to
    value = transaction.operation.value
    from = transaction.from
    input = transaction.operation.input
    key = transaction.operation.accountKey ?? .legacy
    if case .deploy(_, _, _, let humanReadable, let codeFormat) = transaction.operation {
      self.humanReadable = humanReadable
      self.codeFormat = codeFormat
    }
    if case .shared(let percent) = transaction.feePayment { feeRatio = percent }
  }
}

extension KaiaTransaction {
  /// A transaction of a type from the values of its fields.
  ///
  /// - Throws: `missingRecipient` where only a contract's creation may have none.
  init(_ type: KaiaTransactionType, chainID: UInt256, _ values: KaiaFieldValues) throws(TransactionError) {
    func recipient() throws(TransactionError) -> Address {
      guard let to = values.to else {
        throw TransactionError(
          .missingRecipient, "The field to is empty.", about: "to", reason: "A \(type.name) has a recipient.")
      }
      return to
    }
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
      chainID: chainID, nonce: values.nonce, gasPrice: values.gasPrice, gasLimit: values.gas, from: values.from,
      operation: operation, feePayment: feePayment)
  }
}
