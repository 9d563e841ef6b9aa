/// A field of a transaction, in the order in which JSON shows them; the raw value is its name in JSON-RPC.
enum TransactionField: String, CaseIterable {
  case nonce, to, value, gas, gasPrice, maxPriorityFeePerGas, maxFeePerGas, input, accessList, maxFeePerBlobGas
  case blobVersionedHashes, authorizationList, from, key, humanReadable, codeFormat, feeRatio
  case chainID = "chainId"
}

extension TransactionKind {
  /// The fields in their order on the wire, without the type byte before and the signatures after them.
  var fields: [TransactionField] {
    let call: [TransactionField] = [.gas, .to, .value, .input]
    let feeMarket: [TransactionField] =
      [.chainID, .nonce, .maxPriorityFeePerGas, .maxFeePerGas] + call + [.accessList]
    return switch self {
    case .legacy: [.nonce, .gasPrice] + call
    case .accessList: [.chainID, .nonce, .gasPrice] + call + [.accessList]
    case .feeMarket: feeMarket
    case .blob: feeMarket + [.maxFeePerBlobGas, .blobVersionedHashes]
    case .setCode: feeMarket + [.authorizationList]
    case .kaia(let type): type.fields
    }
  }
}

extension KaiaTransactionType {
  /// The fields in their order on the wire, without the type byte before and the signatures after them.
  var fields: [TransactionField] {
    let ratio: [TransactionField] = payer == .both ? [.feeRatio] : []
    let own: [TransactionField] =
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
