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
    examples: ["lectures show 0": ""])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @OptionGroup(title: FiatOptions.title) var fiatOptions: FiatOptions
  @Argument(help: "The lecture's number.", transform: LectureNumber.init(parsing:)) var lecture: LectureNumber

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    async let valued = context.money()
    let (client, _) = try await context.nodes.lectureClient()
    let found = try await context.progress(language[ProgressText.readingLecture]) { _ in
      try await client.lecture(lecture.value)
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
    return Report([
      "lecture": found.json(in: money), "contract": .string(client.generation.rawValue), "fiatRate": money.rate,
    ]) {
      language[LectureText.heading(found.number)]
      fields
    }
  }
}
