import ArgumentParser
import Primitives
import StrictJSON
import Transactions

/// `lectures tx decode RAW`: what a raw transaction is, without a node.
struct TransactionDecode: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode", abstract: "Show what a raw transaction is: its fields, hashes and signer.",
    discussion: Help.examples(
      [
        "lectures tx decode 0x02f8…": "", "lectures tx decode --file blobs.hex": "",
        "lectures tx decode 0x02f8… --abi Token.json": "with its call",
      ],
      after: "Legacy, EIP-2930, EIP-1559, EIP-4844 and EIP-7702, signed or not. Nothing is asked of a node."))

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup var input: RawTransactionInput
  @OptionGroup var interface: InterfaceOptions

  func run(in context: CommandContext) async throws -> Report {
    let raw = try input.read(context)
    let transaction = raw.transaction
    let network = try context.network(ofChain: transaction.chainID)
    let call = try interface.readable(transaction.data, to: transaction.to, in: context)
    let text = TransactionFields(transaction: transaction, network: network, call: call)
    var result: JSONObject = [
      "kind": .string(transaction.kind.description), "signingHash": .string(transaction.signingHash.hex),
      "call": .text(call), "maximumCost": (try? transaction.maximumCost).map { .amount($0, on: network) } ?? .null,
    ]
    switch raw {
    case .unsigned:
      result["signed"] = false
      result["transaction"] = transaction.json
      return Report(.object(result)) {
        text.fields(from: nil, and: ["Signing hash": StyledText(transaction.signingHash.hex)])
        StyledText("It is not signed.", .warning)
      }
    case .signed(let signed):
      // Nobody may have made the signature: then the rest is shown all the same.
      let sender = try? signed.sender()
      result["signed"] = true
      result["signer"] = .text(sender)
      result["hash"] = .string(signed.hash.hex)
      result["size"] = .integer(signed.encoded.count)
      result["sidecarBlobs"] = .integer(signed.sidecar?.blobs.count)
      result["transaction"] = signed.json
      var from = StyledText("nobody: no key can have made the signature", .bad)
      if let sender { from = await context.named(sender) }
      let signer = from
      return Report(.object(result)) {
        text.fields(
          from: signer,
          and: [
            "Hash": StyledText(signed.hash.hex, .strong), "Signing hash": StyledText(transaction.signingHash.hex),
            "Size": "\(signed.encoded.count) bytes",
          ])
        if let sidecar = signed.sidecar { "It carries \(sidecar.blobs.count) blobs." }
      }
    }
  }
}
