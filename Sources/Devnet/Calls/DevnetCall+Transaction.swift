import Primitives
import Transactions

extension DevnetCall {
  /// The transaction of a kind that these fields make, with what they don't say; prices in wei for a unit of gas.
  ///
  /// - Throws: `refusedTransaction` if it has no recipient and its kind needs one.
  func transaction(
    _ kind: TransactionKind, chainID: UInt256, nonce: UInt64, gas: UInt64, maxFee: UInt256, tip: UInt256
  ) throws(DevnetError) -> UnsignedTransaction {
    switch kind {
    case .legacy:
      return .legacy(
        LegacyTransaction(
          chainID: chainID, nonce: nonce, gasPrice: maxFee, gasLimit: gas, to: to, value: value, data: data))
    case .accessList:
      return .accessList(
        AccessListTransaction(
          chainID: chainID, nonce: nonce, gasPrice: maxFee, gasLimit: gas, to: to, value: value, data: data,
          accessList: accessList ?? []))
    case .feeMarket:
      return .feeMarket(
        FeeMarketTransaction(
          chainID: chainID, nonce: nonce, maxPriorityFeePerGas: tip, maxFeePerGas: maxFee, gasLimit: gas, to: to,
          value: value, data: data, accessList: accessList ?? []))
    case .setCode:
      return .setCode(
        SetCodeTransaction(
          chainID: chainID, nonce: nonce, maxPriorityFeePerGas: tip, maxFeePerGas: maxFee, gasLimit: gas,
          to: try recipient(kind), value: value, data: data, accessList: accessList ?? [],
          authorizationList: authorizations ?? []))
    case .blob:
      return .blob(
        BlobTransaction(
          chainID: chainID, nonce: nonce, maxPriorityFeePerGas: tip, maxFeePerGas: maxFee, gasLimit: gas,
          to: try recipient(kind), value: value, data: data, accessList: accessList ?? [],
          maxFeePerBlobGas: maxFeePerBlobGas ?? 0, blobVersionedHashes: blobHashes ?? []))
    case .kaia:
      throw DevnetError(.refusedTransaction, "a call has no \(kind) transaction: send it raw")
    }
  }

  private func recipient(_ kind: TransactionKind) throws(DevnetError) -> Address {
    guard let to else {
      throw DevnetError(.refusedTransaction, "\(kind) transactions can't create contracts: give a recipient")
    }
    return to
  }
}
