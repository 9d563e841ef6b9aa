import ArgumentParser
import LectureKit
import Localization
import Operations
import StrictJSON
import Terminal

/// `lectures receipt check FILE`: holds a receipt against the chain.
struct ReceiptCheck: ReportingCommand {
  static let configuration = CommandConfiguration(
    "check", "Check a receipt of a purchase.",
    examples: [
      "lectures receipt check receipt.json": "",
      "lectures receipt check receipt.png": "a picture of its code; or its link, in quotes",
    ],
    after: """
      The chain and the contract in use have to be those of the receipt. The exit status is 0 if the receipt holds, \
      and 1 if not: then its claims are shown beside what the chain says. A node can invent a purchase: with --quorum \
      each endpoint is asked alone, and that many must agree. If they contradict each other it is undecided, and the \
      exit status is 5.
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
    let (client, place) = try await context.nodes.agreedLectureClient()
    let quorum = try context.settings.quorum()
    let check = try await context.progress(language[ProgressText.lookingAtContract]) { _ in
      try await CheckedReceipt(receipt, comparedWith: client, at: place, quorum: quorum)
    }
    let (endpointEvidence, isDecided) = (check.endpointEvidence, check.agreed != nil)
    let receiptFields = await check.shown.fields(in: context, on: place.network)
    let evidence = StyledText(
      language[EndpointEvidenceText.words(endpointEvidence)], endpointEvidence.level == nil ? .warning : .plain)
    let student = await context.names.text(of: receipt.student)
    let reasons = PurchaseReceiptText.reasons(of: check, on: place.network)
    let words = reasons.map { $0.english.plain }
    let failure = check.isGood == true ? nil : isDecided ? notGood(reasons) : undecided(reasons)
    return Report(
      [
        "receipt": receipt.json, "title": .text(check.titled.title), "good": check.isGood.map { .bool($0) } ?? .null,
        "mismatches": .array(isDecided ? words.map { .string($0) } : []), "evidence": endpointEvidence.json,
        "endpoints": .integer(endpointEvidence.agreeingEndpoints),
        "contradiction": isDecided ? .null : .string(words.joined(separator: " ")),
        "silent": .array(check.silent.map { .string($0) }),
      ], failure: failure
    ) {
      if check.isGood == true {
        receiptFields.adding(language[Label.evidence], evidence)
      } else {
        language[PurchaseReceiptText.claims]
        receiptFields
        language[isDecided ? PurchaseReceiptText.chainSays : .endpointsSay]
        for reason in reasons { language[reason].styled(.warning) }
        ([:] as Fields).adding(language[Label.evidence], evidence)
      }
      if !check.silent.isEmpty { StyledText(language[ReadingText.silent(check.silent)], .warning) }
      if check.isGood == true { language[PurchaseReceiptText.good(student: student)] }
    }
  }

  private func notGood(_ mismatches: [PurchaseReceiptText]) -> CommandFailure {
    CommandFailure(
      .receiptWrong,
      FailureWords("The receipt is not good.", reason: mismatches.map { $0.english.plain }.joined(separator: " ")),
      translation: { language in
        FailureWords(
          language == .korean ? "올바른 영수증이 아닙니다." : "Квитанція неправильна.",
          reason: mismatches.map { language[$0].plain }.joined(separator: " "))
      })
  }

  /// The failure where endpoints contradict each other: none of their reasons is stated as a fact.
  private func undecided(_ verdicts: [PurchaseReceiptText]) -> CommandFailure {
    CommandFailure(
      .receiptUndecided,
      FailureWords(
        "Whether the receipt is good is undecided: the endpoints contradict each other.",
        reason: verdicts.map { $0.english.plain }.joined(separator: " "),
        advice: ReadingText.advice.english),
      translation: { language in
        FailureWords(
          language == .korean
            ? "엔드포인트의 답이 서로 달라 영수증이 올바른지 판단할 수 없습니다."
            : "Чи правильна квитанція, не вирішено: вузли суперечать один одному.",
          reason: verdicts.map { language[$0].plain }.joined(separator: " "),
          advice: language[ReadingText.advice])
      })
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
  /// Endpoints contradict each other about a receipt.
  static let receiptUndecided = Self("receiptUndecided", .nodeUnavailable)
}
