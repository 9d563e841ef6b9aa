import ArgumentParser
import Keystores
import LectureKit
import Localization
import Operations
import Primitives
import QRCodes
import StrictJSON
import Terminal

/// `lectures receipt make N`: the receipt of a purchase, as a file or a QR code.
struct ReceiptMake: ReportingCommand {
  static let configuration = CommandConfiguration(
    "make", "Make a receipt of a purchase.",
    examples: [
      "lectures receipt make 0 --from student1": "as a QR code",
      "lectures receipt make 0 --output receipt.json": "as a file; .png and .svg are pictures of the code",
      "lectures receipt make 0 --run 1": "of an earlier run",
    ],
    after: """
      It names the chain, the contract, the lecture, its run, the student, the price, the transaction and its block. It \
      proves nothing by itself: whoever gets it checks it with `lectures receipt check`.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @Argument(help: "The lecture's number.", completion: .known(.lectures), transform: LectureNumber.init(parsing:))
  var lecture: LectureNumber
  @Option(help: ArgumentHelp("The run, from 0; by default the newest that you bought.", valueName: "number"))
  var run: UInt64?
  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write it to a file, .json, .png or .svg.", valueName: "file"),
    completion: .file())
  var output: String?
  @Flag(help: "Replace an existing file.") var replace = false

  func validate() throws {
    if replace && output == nil { throw UsageRule.goesWith("--replace", "--output") }
    if let output, !CodeDrawing.isPicture(output), !isJSON(output) {
      throw UsageRule.ending("--output", [".json", ".png", ".svg"])
    }
  }

  private func isJSON(_ path: String) -> Bool { path.lowercased().hasSuffix(".json") }

  func run(in context: CommandContext) async throws -> Report {
    try OutputFile.check(output, replacing: replace)
    let language = context.language
    let student = try await context.accounts.address(of: nil)
    let (client, place) = try await context.nodes.lectureClient()
    let titled = try await context.progress(language[ProgressText.readingEvents]) { _ in
      try await TitledReceipt(of: lecture.value, run: run, boughtBy: student, at: client)
    }
    let receipt = titled.receipt
    let drawing = CodeDrawing(code: try QRCode(receipt.link, errorCorrection: .medium))
    if let output {
      if isJSON(output) {
        try await PrivateFile.write(titled.file, to: output, replacing: replace)
      } else {
        try await drawing.write(to: output, replacing: replace)
      }
    }
    let (fields, screen) = (await titled.fields(in: context, on: place.network), context.console.screen)
    return Report([
      "receipt": receipt.json, "title": .text(titled.title), "link": .string(receipt.link), "output": .text(output),
    ]) {
      if let output {
        language[PurchaseReceiptText.inFile(output)]
      } else if let columns = drawing.excessColumns(on: screen) {
        language[InvitationText.tooNarrow(columns: columns)]
      } else {
        drawing.lines(on: screen)
      }
      fields
    }
  }
}

extension TitledReceipt {
  /// The facts of a receipt for people.
  func fields(in context: CommandContext, on network: Network) async -> Fields {
    let language = context.language
    return [
      language[Label.title]: language[LectureText.heading(receipt.lecture)]
        + (title.map { ": " + StyledText($0) } ?? ""),
      language[Label.run]: "\(receipt.run)",
      language[Label.account]: await context.names.text(of: receipt.student),
      language[Label.paid]: StyledText(network.text(receipt.price.amount, in: language)),
      language[InvitationText.chain].plain: "\(receipt.chainID)",
      language[Label.contract]: StyledText(receipt.contract.checksummed),
      language[Label.transaction]: StyledText(receipt.transaction.hex), language[Label.block]: "\(receipt.block)",
    ]
  }
}
