import ArgumentParser
import LectureKit
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal

/// `lectures show N`: all there is to know about a lecture.
struct ShowCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    "show", "Show a lecture.",
    examples: [
      "lectures show 0": "",
      "lectures show 0 --description signed.json": "with a description that its teacher signed",
      "lectures show 0 --site https://lectures.example": "with that of the platform's site",
      "lectures show 0 --endpoint URL --endpoint URL --quorum 2": "as both endpoints tell it",
    ],
    after: """
      With --quorum each endpoint is asked alone as of one block, and that many must agree; otherwise nothing is \
      shown but who says what, and the exit status is 5.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: QuorumOptions.title) var quorumOptions: QuorumOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @OptionGroup(title: FiatOptions.title) var fiatOptions: FiatOptions
  @OptionGroup(title: SiteOptions.title) var siteOptions: SiteOptions
  @Option(
    name: .customLong("description"),
    help: ArgumentHelp("A file with a description that its teacher signed.", valueName: "file"), completion: .file())
  var descriptionFile: String?
  @Argument(help: "The lecture's number.", completion: .known(.lectures), transform: LectureNumber.init(parsing:))
  var lecture: LectureNumber

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    let given = try descriptionFile.map { path in
      try SignedDescription(parsing: InputFile.contents(of: path, limit: SignedDescription.mostBytes + 1))
    }
    let site = given == nil ? try DescriptionSite(context.settings) : nil
    async let valued = context.money()
    let place = try await context.nodes.connection()
    let told = try await context.progress(language[ProgressText.readingLecture]) { _ in
      try await context.nodes.lectureReading(at: place, json: { ["lecture": $0.json(in: $1)] }) {
        try await $0.lecture(lecture.value)
      }
    }
    let (found, client) = (told.value.value, told.value.client)
    let reading = try await described(given, found, client, site, context)
    if let problem = reading.problem {
      context.warn(language[DescriptionText.problem(CommandFailure(problem).words(in: language).message)])
    }
    let money = try await valued
    var fields: Fields = [:]
    fields.add(language[Label.title], found.title.isEmpty ? nil : StyledText(found.title))
    fields.add(language[Label.teacher], found.teacher.map { "\($0)" })
    fields.add(
      language[Label.price],
      found.price.map { money.valued($0.amount, .strong, isSourced: true) }
        ?? language[LectureText.notKnown].styled(.strong))
    fields.add(
      language[Label.state], found.isOpen == nil ? language[LectureText.notTold] : found.stateWord(in: language))
    fields.add(language[Label.run], language[found.run.map { LectureText.runOf($0) } ?? .notKnown])
    fields.add(language[Label.students], found.studentCount.map { "\($0)" })
    fields.add(language[Label.held], found.escrow.map { money.valued($0) })
    fields.add(language[Label.opened], found.openedAt.map { StyledText(LocalTime.text($0, in: language)) })
    fields.add(language[Label.settled], found.settledAt.map { StyledText(LocalTime.text($0, in: language)) })
    fields.add(language[Label.ratings], "\(found.points.count)")
    fields.add(language[Label.average], found.averageText(in: language))
    fields.add(language[Label.id], StyledText(found.id.hex))
    return Report(
      told.json([
        "lecture": found.json(in: money), "contract": .string(client.generation.rawValue), "fiatRate": money.rate,
        "description": reading.signed?.report ?? .null,
      ])
    ) {
      language[LectureText.heading(found.number)]
      fields
      told.lines(in: language)
      if let signed = reading.signed {
        signed.description.lines(in: language)
        language[DescriptionText.word]
      }
    }
  }

  /// The description that was given, else the newest of those kept here and the site's.
  private func described(
    _ given: SignedDescription?, _ found: Lecture, _ client: LectureClient, _ site: DescriptionSite?,
    _ context: CommandContext
  ) async throws -> DescriptionReading {
    if let given { return try await DescriptionReading.take(given, of: found, at: client, by: context.settings) }
    return try await context.progress(context.language[ProgressText.readingLecture]) { _ in
      try await DescriptionReading.read(found, of: client, by: context.settings, asking: site)
    }
  }
}
