import ContractABI
import Localization
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
  private var language: Language { money.language }

  /// The effect and the maximum cost, and below them all other facts.
  func fields(from: StyledText?, and more: Fields = [:]) -> Fields {
    var fields: Fields = [:]
    fields.add(language[Label.kind], kind)
    fields.add(
      language[TransactionLabel.chain],
      transaction.chainID.map { "\($0)" } ?? language[RawTransactionText.anyChain])
    fields.add(language[Label.from], from)
    fields.add(language[TransactionLabel.nonce], "\(transaction.nonce)")
    fields.add(language[Label.to], recipient)
    fields.add(language[TransactionLabel.money], money.valued(Amount(wei: transaction.value), .strong, isSourced: true))
    fields.add(language[Label.call], data)
    fields.add(language[TransactionLabel.gasLimit], "\(transaction.gasLimit)")
    fields.add(language[TransactionLabel.gasPrice], price)
    fields.add(language[Label.gasAtMost], (try? transaction.maximumGasCost).map { money.valued($0) })
    fields.add(language[TransactionLabel.feePaidBy], payer)
    if let key = transaction.kaia?.operation.accountKey {
      for line in AccountKeyText(key).lines(in: language) {
        fields.add(language[TransactionLabel.newKey], StyledText(line))
      }
    }
    if !transaction.accessList.isEmpty {
      fields.add(
        language[TransactionLabel.accessList], language[RawTransactionText.accounts(transaction.accessList.count)])
    }
    if case .blob(let blob) = transaction {
      fields.add(language[TransactionLabel.blobs], "\(blob.blobVersionedHashes.count)")
    }
    if case .setCode(let setCode) = transaction {
      for authorization in setCode.authorizationList {
        fields.add(
          language[TransactionLabel.setsCode],
          language[
            RawTransactionText.code(
              authorization.address, chain: authorization.chainID, nonce: authorization.nonce)])
      }
    }
    for field in more.fields { fields.add(field.name, field.value) }
    return fields
  }

  private var kind: StyledText {
    let kind = transaction.kind
    guard case .legacy(let legacy) = transaction else {
      return language[RawTransactionText.kind("\(kind)", type: "\(kind.quantity)")]
    }
    return language[legacy.chainID == nil ? RawTransactionText.unprotected : .protected]
  }

  /// Nothing where there is no recipient and no contract is created.
  private var recipient: StyledText? {
    if let to = transaction.to { return StyledText(to.checksummed) }
    return transaction.isCreation ? language[RawTransactionText.createsContract] : nil
  }

  /// The payer of the fee, where that may be another account than the sender.
  private var payer: StyledText? {
    switch transaction.kaia?.feePayment {
    case nil: nil
    case .sender: language[RawTransactionText.senderPays]
    case .delegated: language[RawTransactionText.feePayerPays]
    case .shared(let percent): language[RawTransactionText.sharedFee(percent: percent)]
    }
  }

  private var data: StyledText? {
    guard !transaction.data.isEmpty else { return nil }
    if let call { return StyledText(call) }
    return StyledText(TerminalSafe.shorten(transaction.data))
  }

  private var price: StyledText {
    switch transaction {
    case .legacy, .accessList, .kaia: return StyledText(text(gasPrice: transaction.maxFeePerGas))
    case .feeMarket, .blob, .setCode:
      let (most, tip) = (transaction.maxFeePerGas, transaction.maxPriorityFeePerGas)
      let words = language[RawTransactionText.price(most: text(gasPrice: most), tip: text(gasPrice: tip))]
      return tip <= most ? words : words + language[RawTransactionText.tipAboveAll]
    }
  }

  private func text(gasPrice: UInt256) -> String { language.decimal(network.text(gasPrice: gasPrice)) }
}

extension Settings {
  /// The network a transaction is for, as far as its chain id identifies it: for the name of its money.
  func network(ofChain chainID: UInt256?) throws -> Network {
    let inUse = try network()
    guard let chainID, inUse.chainID != chainID else { return inUse }
    return Network.builtIn(ofChain: chainID) ?? inUse
  }
}
