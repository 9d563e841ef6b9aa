import ArgumentParser
import Localization
import Primitives
import StrictJSON
import Terminal
import Transactions

/// `lectures tx decode RAW`: decodes a raw transaction without a node.
struct TransactionDecode: ReportingCommand {
  static let configuration = CommandConfiguration(
    "decode", "Decode a raw transaction.",
    examples: [
      "lectures tx decode 0x02f8…": "", "lectures tx decode --file blobs.hex": "",
      "lectures tx decode 0x02f8… --abi Token.json": "with its call",
    ],
    after: """
      It shows the fields, hashes and signer of legacy, EIP-2930, EIP-1559, EIP-4844, EIP-7702 and Kaia's own types, \
      signed, half-signed or unsigned, or of the bytes that a fee payer is to sign. No node is asked: whether a \
      signer of one of Kaia's types may sign for the account, only its chain knows.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NetworkOptions.title) var networkOptions: NetworkOptions
  @OptionGroup(title: NetworkOptions.title) var chainIDOptions: ChainIDOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @OptionGroup var input: RawTransactionInput
  @OptionGroup var interface: InterfaceOptions

  func run(in context: CommandContext) async throws -> Report {
    let raw = try input.read(context)
    let transaction = raw.transaction
    let language = context.language
    let network = try context.settings.network(ofChain: transaction.chainID)
    let call = try interface.readable(transaction.data, to: transaction.to, in: context)
    let text = TransactionFields(
      transaction: transaction, money: Money(network: network, language: language, valuation: nil), call: call)
    var result: JSONObject = [
      "kind": .string(transaction.kind.description), "signingHash": .string(transaction.signingHash.hex),
      "call": .text(call), "maximumCost": (try? transaction.maximumCost).map { .amount($0, on: network) } ?? .null,
    ]
    switch raw {
    case .unsigned:
      result["signed"] = false
      result["transaction"] = transaction.json
      return Report(.object(result)) {
        text.fields(
          from: nil, and: [language[TransactionLabel.signingHash]: StyledText(transaction.signingHash.hex)])
        language[RawTransactionText.unsigned]
      }
    case .partlySigned(let partly):
      let signatures = SignatureFields(partly)
      result["signed"] = false
      result["senderTxHash"] = .string(partly.senderTxHash.hex)
      result["transaction"] = partly.json
      for (name, value) in signatures.json { result[name] = value }
      let from = await context.names.text(of: partly.transaction.from)
      return Report(.object(result)) {
        text.fields(
          from: from,
          and: signatures.fields(
            before: [language[TransactionLabel.sendersHash]: StyledText(partly.senderTxHash.hex, .strong)],
            in: language))
        language[signatures.missing]
      }
    case .signed(let signed):
      // The signature may belong to no account: then the rest is shown all the same.
      let sender = try? signed.sender()
      result["signed"] = true
      result["signer"] = .text(sender)
      result["hash"] = .string(signed.hash.hex)
      result["size"] = .integer(signed.encoded.count)
      result["sidecarBlobs"] = .integer(signed.sidecar?.blobs.count)
      result["transaction"] = signed.json
      let signatures = (try? PartlySignedTransaction(signed)).map(SignatureFields.init)
      if let signatures {
        result["senderTxHash"] = .string(signed.senderTxHash.hex)
        for (name, value) in signatures.json { result[name] = value }
      }
      var from = language[RawTransactionText.nobodySigned]
      if let sender { from = await context.names.text(of: sender) }
      let signer = from
      var hashes: Fields = [language[TransactionLabel.hash]: StyledText(signed.hash.hex, .strong)]
      if signed.senderTxHash != signed.hash {
        hashes.add(language[TransactionLabel.sendersHash], StyledText(signed.senderTxHash.hex))
      }
      hashes.add(language[TransactionLabel.signingHash], StyledText(transaction.signingHash.hex))
      hashes.add(language[TransactionLabel.size], language[RawTransactionText.bytes(signed.encoded.count)])
      let more = signatures?.fields(before: hashes, in: language) ?? hashes
      if case .blob(let blob) = transaction,
        let index = signed.sidecar?.firstMismatch(with: blob.blobVersionedHashes)
      {
        context.warn(language[RawTransactionText.foreignBlob(index)])
      }
      return Report(.object(result)) {
        text.fields(from: signer, and: more)
        if let sidecar = signed.sidecar { language[RawTransactionText.sidecar(blobs: sidecar.blobs.count)] }
      }
    }
  }
}
