import ArgumentParser
import LectureKit
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal

/// `lectures receipt check FILE`: holds a receipt against the chain.
struct ReceiptCheck: ReportingCommand {
  static let configuration = CommandConfiguration(
    "check", "Check a receipt of a purchase.",
    examples: [
      "lectures receipt check receipt.json": "",
      "lectures receipt check receipt.png": "the picture of its code; the link in quotes does, too",
    ],
    after: """
      The chain and the contract in use have to be those of the receipt. The exit status is 0 if all of it holds, and 1 \
      if something does not, which is told. That is as the node tells it, which can invent a purchase: with --quorum \
      each endpoint is asked alone, and so many have to find the receipt good.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @OptionGroup(title: QuorumOptions.title) var quorumOptions: QuorumOptions
  @Argument(help: "The receipt: its file, a picture of its code, or its link.", completion: .file()) var receipt: String

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    let receipt = try PurchaseReceipt(parsing: try await text(context))
    let (client, place) = try await context.nodes.lectureClient()
    let quorum = try context.settings.quorum()
    let (mismatches, telling) = try await context.progress(language[ProgressText.lookingAtContract]) { _ in
      guard quorum > 1 else { return (try await client.receipts.mismatches(of: receipt), Telling(ofOneAt: place)) }
      let told = try await client.receipts.toldMismatches(of: receipt, quorum: quorum)
      return (told.value, Telling(by: told.tellers, at: place, quorum: quorum))
    }
    var fields = await receipt.fields(in: context, on: place.network)
    fields.add(
      language[Label.evidence],
      StyledText(language[TellingText.words(telling)], telling.level == nil ? .warning : .plain))
    let shown = fields
    let student = await context.names.text(of: receipt.student)
    let told = mismatches.map { PurchaseReceiptText.mismatch($0, place.network) }
    let failure =
      told.isEmpty
      ? nil
      : CommandFailure(
        .receiptWrong,
        FailureWords("The receipt is not good.", reason: told.map { $0.english.plain }.joined(separator: " ")),
        translation: { language in
          FailureWords(
            language == .korean ? "올바른 영수증이 아닙니다." : "Квитанція неправильна.",
            reason: told.map { language[$0].plain }.joined(separator: " "))
        })
    return Report(
      [
        "receipt": receipt.json, "good": .bool(told.isEmpty),
        "mismatches": .array(told.map { .string($0.english.plain) }), "evidence": telling.json,
        "endpoints": .integer(telling.tellers),
      ], failure: failure
    ) {
      shown
      if told.isEmpty { language[PurchaseReceiptText.good(student: student)] }
    }
  }

  private func text(_ context: CommandContext) async throws -> String {
    if receipt.hasPrefix(PurchaseReceipt.beginning) { return receipt }
    if CommandContext.isPicture(receipt) { return try await context.codeText(in: receipt) }
    let bytes = try InputFile.contents(of: receipt, limit: PurchaseReceipt.longest + 1)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension CommandFailure.Code {
  /// A receipt says something that the chain does not bear out.
  static let receiptWrong = Self("receiptWrong", .failure)
}
