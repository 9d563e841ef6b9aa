import ContractABI
import Operations
import Primitives
import Terminal
import Transactions

/// A transaction for people: its fields, one below the other.
struct TransactionFields {
  let transaction: UnsignedTransaction
  /// The money that it moves.
  let money: Money
  /// The call, readable, where the contract's interface is known.
  let call: String?

  private var network: Network { money.network }

  /// The effect and the maximum cost, and below them all other facts.
  func fields(from: StyledText?, and more: Fields = [:]) -> Fields {
    var fields: Fields = [:]
    fields.add("Kind", kind)
    fields.add("Chain", StyledText(transaction.chainID?.description ?? "any: it names none"))
    fields.add("From", from)
    fields.add("Nonce", "\(transaction.nonce)")
    fields.add("To", recipient)
    fields.add("Value", money.valued(Amount(wei: transaction.value), .strong, isSourced: true))
    fields.add("Call", data)
    fields.add("Gas limit", "\(transaction.gasLimit)")
    fields.add("Gas price", price)
    fields.add("Gas at most", (try? transaction.maximumGasCost).map { money.valued($0) })
    fields.add("Fee paid by", payer)
    if let key = transaction.kaia?.operation.accountKey {
      for line in key.lines { fields.add("New key", StyledText(line)) }
    }
    if !transaction.accessList.isEmpty { fields.add("Access list", "\(transaction.accessList.count) accounts") }
    if case .blob(let blob) = transaction { fields.add("Blobs", "\(blob.blobVersionedHashes.count)") }
    if case .setCode(let setCode) = transaction {
      for authorization in setCode.authorizationList {
        fields.add(
          "Sets code", "of \(authorization.address), chain \(authorization.chainID), nonce \(authorization.nonce)")
      }
    }
    for field in more.fields { fields.add(field.name, field.value) }
    return fields
  }

  private var kind: StyledText {
    let kind = transaction.kind
    guard case .legacy(let legacy) = transaction else { return "\(kind) (type \(kind.quantity))" }
    return legacy.chainID == nil ? "legacy, without replay protection" : "legacy (EIP-155)"
  }

  /// Nothing where there is no recipient and no contract is created.
  private var recipient: StyledText? {
    if let to = transaction.to { return StyledText(to.checksummed) }
    return transaction.isCreation ? "creates a contract" : nil
  }

  /// The payer of the fee, where that may be another account than the sender.
  private var payer: StyledText? {
    switch transaction.kaia?.feePayment {
    case nil: nil
    case .sender: "the sender"
    case .delegated: "the fee payer"
    case .shared(let percent): "the fee payer \(percent) %, the sender the rest"
    }
  }

  private var data: StyledText? {
    guard !transaction.data.isEmpty else { return nil }
    if let call { return StyledText(call) }
    return StyledText(TerminalSafe.shorten(transaction.data))
  }

  private var price: StyledText {
    switch transaction {
    case .legacy, .accessList, .kaia: return StyledText(network.text(gasPrice: transaction.maxFeePerGas))
    case .feeMarket, .blob, .setCode:
      let (most, tip) = (transaction.maxFeePerGas, transaction.maxPriorityFeePerGas)
      let text = StyledText("\(network.text(gasPrice: most)) at most, \(network.text(gasPrice: tip)) of it a tip")
      return tip <= most ? text : text + StyledText("; that is more than all of it, and every chain refuses it", .bad)
    }
  }
}

extension Settings {
  /// The network a transaction is for, as far as its chain id identifies it: for the name of its money.
  func network(ofChain chainID: UInt256?) throws -> Network {
    let inUse = try network()
    guard let chainID, inUse.chainID != chainID else { return inUse }
    return Network.builtIn(ofChain: chainID) ?? inUse
  }
}
