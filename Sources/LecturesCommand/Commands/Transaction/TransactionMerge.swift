import ArgumentParser
import Localization
import Primitives
import StrictJSON
import Terminal
import Transactions

/// `lectures tx merge RAW…`: puts the signatures of several copies of a transaction together.
struct TransactionMerge: ReportingCommand {
  static let configuration = CommandConfiguration(
    "merge", "Merge signatures made on separate copies of a Kaia transaction.",
    examples: ["lectures tx merge 0x30f8… 0x30f8…": "two owners of a multisig account have signed, each alone"],
    after: "The copies may differ only in their signatures. No node is asked.")

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @Argument(help: ArgumentHelp("The copies in hexadecimal, or @FILE for a file with one.", valueName: "raw"))
  var copies: [String]

  func validate() throws {
    guard copies.count > 1 else { throw UsageRule.twoCopies }
  }

  func run(in context: CommandContext) async throws -> Report {
    let halves = try copies.map { try half($0, context) }
    let merged = try halves.dropFirst().reduce(halves[0]) { try $0.merging($1) }
    let language = context.language
    let whole = try? merged.completed()
    let raw = (whole?.encoded ?? merged.encoded(merged.feePayer == nil ? .senderPart : .placeholders)).hex
    var fields: Fields = [language[Label.from]: await context.names.text(of: merged.transaction.from)]
    for field in SignatureFields(merged).fields(before: [:], in: language).fields {
      fields.add(field.name, field.value)
    }
    return Report([
      "raw": .string(raw), "complete": .bool(whole != nil), "hash": .text(whole?.hash.hex),
      "senderTxHash": .string(merged.senderTxHash.hex), "signatures": .integer(merged.signatures.count),
      "feePayerSignatures": .integer(merged.feePayer?.signatures.count ?? 0),
    ]) {
      fields
      StyledText(raw)
    }
  }

  private func half(_ copy: String, _ context: CommandContext) throws -> PartlySignedTransaction {
    let text =
      copy.hasPrefix("@") ? String(decoding: try InputFile.contents(of: String(copy.dropFirst())), as: UTF8.self) : copy
    let bytes = try CommandFailure.explaining(.usage, TransactionRefusal.copyNotHex) { try Hex.decode(text.trimmed) }
    return try CommandFailure.typed { try PartlySignedTransaction(decoding: bytes) }
  }
}
