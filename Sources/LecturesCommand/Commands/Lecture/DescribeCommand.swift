import ArgumentParser
import Keys
import Keystores
import LectureKit
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal

/// `lectures describe N --file FILE`: signs the description of a lecture, and publishes it.
struct DescribeCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    "describe", "Sign and publish a lecture's description.",
    examples: [
      "lectures describe 0 --file description.json --from teacher": "to the site that is set, or kept here",
      "lectures describe 0 --file description.json --from teacher --output signed.json": "and as a file for others",
      "lectures describe 0 --file description.json --from teacher --run 1": "of one run alone",
    ],
    after: """
      The file is a JSON object: {"texts": {"en": "…", "ko": "…"}, "dates": [{"starts": "2026-12-01T18:00:00+02:00", \
      "ends": "2026-12-01T19:30:00+02:00"}], "place": "…", "seats": 20, "link": "https://…"}. Only "texts" has to be \
      there. "link" is for buyers: the description has its hash alone, and the platform's site (--site) gives it to \
      accounts that bought the run. A newer description takes the place of an older one. Nothing is sent to the chain.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @OptionGroup(title: SiteOptions.title) var siteOptions: SiteOptions
  @Argument(help: "The lecture's number.", completion: .known(.lectures), transform: LectureNumber.init(parsing:))
  var lecture: LectureNumber
  @Option(help: ArgumentHelp("The file with the description.", valueName: "file"), completion: .file())
  var file: String
  @Option(help: ArgumentHelp("The run that it is of, from 0; by default all.", valueName: "number")) var run: UInt64?
  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write the signed description to a file.", valueName: "file"),
    completion: .file())
  var output: String?
  @Flag(help: "Replace an existing file.") var replace = false

  func validate() throws {
    if replace && output == nil { throw UsageRule.goesWith("--replace", "--output") }
  }

  func run(in context: CommandContext) async throws -> Report {
    try OutputFile.check(output, replacing: replace)
    let file = try DescriptionFile(
      parsing: InputFile.contents(of: file, limit: SignedDescription.mostBytes + 1))
    let site = try DescriptionSite(context.settings)
    if file.link != nil, site == nil { throw CommandFailure(.settings, DescriptionRefusal.noSite) }
    let link = try file.link.map { (url) throws(LectureError) in try BuyersLink(url: url) }
    let language = context.language
    let account = try await context.accounts.acting()
    let (client, _) = try await context.nodes.lectureClient()
    let found = try await context.progress(language[ProgressText.readingLecture]) { _ in
      try await client.lecture(lecture.value)
    }
    let wanted = try WantedDescription(
      file.content, link: link, of: found, run: run, by: account.address, at: client, issuedAt: LocalTime.now())
    for line in wanted.description.lines(in: language) { context.note(line) }
    let signed = try wanted.signed(
      await context.accounts.signature(of: wanted.unsigned.hash, by: account))
    try await DescriptionCheck(client).verify(signed, of: found)
    // Before the site is asked: what is signed is not lost if that does not answer.
    if let output { try await PrivateFile.write(signed.fileBytes, to: output, replacing: replace) }
    var (published, failure) = (site?.origin, CommandFailure?.none)
    if let site {
      do {
        try await context.progress(language[DescriptionText.asking(site: site.origin)]) { _ in
          try await site.publish(signed, link)
        }
      } catch let error as LectureError {
        guard let output else { throw error }
        published = nil
        failure = CommandFailure(
          CommandFailure(error).code, DescriptionRefusal.notPublished(file: output), because: error)
      }
    }
    let kept = try await keep(signed, of: client, context, isOnlyPlace: site == nil && output == nil)
    return Report(
      [
        "description": signed.report, "site": .text(published), "output": .text(output), "kept": .text(kept),
      ], failure: failure
    ) {
      if let published { language[DescriptionText.published(site: published)] }
      if let path = output ?? (site == nil ? kept : nil) { language[DescriptionText.inFile(path)] }
      [language[DescriptionText.hash].plain: StyledText(signed.hash.hex)] as Fields
    }
  }

  /// Keeps the description here, where `show` finds it.
  private func keep(
    _ signed: SignedDescription, of client: LectureClient, _ context: CommandContext, isOnlyPlace: Bool
  ) async throws -> String? {
    guard let folder = DescriptionFolder(of: signed.description.lecture, at: client, context.settings) else {
      guard !isOnlyPlace else {
        throw SettingsError.noPlaceForDescriptions
      }
      return nil
    }
    if isOnlyPlace { return try await folder.keep(signed) }
    return try? await folder.keep(signed)
  }
}
