import EVM
import Primitives
import Transactions

extension DevnetCall {
  /// The transaction with what it doesn't say chosen by a devnet, signed with the key of its `from` or in an
  /// impersonated account's name.
  ///
  /// - Parameter any: whether every account without a key is taken for an impersonated one.
  func signed(by devnet: isolated Devnet, impersonating any: Bool) throws -> DevnetTransaction {
    let from = self.from ?? devnet.accounts.first?.address ?? .zero
    let key = devnet.key(of: from)
    guard key != nil || any || devnet.impersonation.contains(from) else {
      throw DevnetError(
        .unknownAccount, "unknown account: the devnet has no key of \(from), and nobody impersonates it")
    }
    var request = self
    request.from = from
    let filled = try request.filled(by: devnet)
    do {
      guard let key else { return try DevnetTransaction(filled, impersonating: from) }
      return try DevnetTransaction(filled.signed(by: key))
    } catch let error as TransactionError {
      throw DevnetError(.malformedTransaction, "\(error)")
    }
  }

  /// The transaction with all that it doesn't say chosen by a devnet.
  func filled(by devnet: isolated Devnet) throws -> UnsignedTransaction {
    let sender = from ?? .zero
    let (chain, header) = (devnet.chain, devnet.nextHeader)
    let kind = self.kind(chain.rules(of: header))
    let baseFee = header.baseFee ?? 0
    let nonce = try self.nonce ?? devnet.nonce(of: sender, at: .pending)
    let gas = try self.gas ?? devnet.estimateGas(self)
    let price = gasPrice ?? devnet.ledger.suggestedGasPrice
    let tip = maxPriorityFeePerGas ?? min(devnet.ledger.suggestedTip, maxFeePerGas ?? .max)
    let (most, overflow) = (baseFee &* 2).addingReportingOverflow(tip)
    let maxFee = maxFeePerGas ?? (overflow ? .max : most)
    guard kind != .blob else {
      throw DevnetError(.refusedTransaction, "a blob transaction must be signed with its blobs: send it raw")
    }
    let isPriced = kind == .legacy || kind == .accessList
    let transaction = try self.transaction(
      kind, chainID: chain.chainID, nonce: nonce, gas: gas, maxFee: isPriced ? price : maxFee, tip: tip)
    return chain.rules(of: header).acceptsChainBoundSignatures ? transaction : transaction.unbound
  }
}
