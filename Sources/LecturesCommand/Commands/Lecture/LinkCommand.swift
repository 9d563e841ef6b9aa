import ArgumentParser
import Keys
import LectureKit
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal

/// `lectures link N`: the link that the teacher gives to those who bought the run.
struct LinkCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    "link", "Get the link that only a lecture's buyers see.",
    examples: [
      "lectures link 0 --from student1": "from the site that is set",
      "lectures link 0 --from student1 --run 1": "of an earlier run",
    ],
    after: """
      The account signs a request that counts for five minutes, once, at this site alone; nothing is sent to the chain. \
      The site gives the link if the contract says that the account bought the run. A link that is not the one whose \
      hash the teacher signed is not shown.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions
  @OptionGroup(title: SiteOptions.title) var siteOptions: SiteOptions
  @Argument(help: "The lecture's number.", completion: .known(.lectures), transform: LectureNumber.init(parsing:))
  var lecture: LectureNumber
  @Option(help: ArgumentHelp("The run, from 0; by default the present one.", valueName: "number")) var run: UInt64?

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    guard let site = try DescriptionSite(context.settings) else {
      throw CommandFailure(.settings, DescriptionRefusal.noSite)
    }
    let account = try await context.accounts.acting()
    let (client, _) = try await context.nodes.lectureClient()
    let check = DescriptionCheck(client)
    let found = try await context.progress(language[ProgressText.readingLecture]) { _ in
      try await client.lecture(lecture.value)
    }
    let run = run ?? found.run ?? 0
    try await check.checkPurchase(of: found.number, run: run, by: account.address)
    let described = try await context.progress(language[DescriptionText.asking(site: site.origin)]) { _ in
      try await site.description(of: found.number, run: run)
    }
    guard let described, described.description.linkHash != .zero else {
      throw LectureError.linkRefused(.noLink)
    }
    try await check.verify(described, of: found)
    let request = LinkRequest(
      site: site.origin, lecture: found.number, run: run, student: account.address,
      issuedAt: UInt64(clamping: LocalTime.now()))
    let typed = try request.typedData(chainID: client.session.chainID, contract: client.market.address)
    let signature = try await context.accounts.signature(of: typed.digest(), by: account)
    let link = try await context.progress(language[DescriptionText.asking(site: site.origin)]) { _ in
      try await site.link(SignedLinkRequest(request, signature: signature))
    }
    guard link.hash == described.description.linkHash else {
      throw CommandFailure(.otherLink, DescriptionRefusal.otherLink(site: site.origin))
    }
    return Report([
      "lecture": .number("\(found.number)"), "run": .integer(run), "link": .string(link.url),
      "description": .string(described.hash.hex),
    ]) {
      language[DescriptionText.linkIs(lecture: "\(found.number)", run: run)]
      StyledText(link.url, .strong)
      language[DescriptionText.keepIt]
    }
  }
}

extension CommandFailure.Code {
  /// A site gave another link than the one whose hash the teacher signed.
  static let otherLink = Self("otherLink", .failure)
}
