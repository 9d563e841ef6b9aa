import ArgumentParser
import LectureKit
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal

/// `lectures list`: all lectures in a table.
struct ListCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    "list", "List the lectures.",
    examples: [
      "lectures list": "",
      "lectures list --open": "only those that can be bought",
    ])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @Flag(help: "List only lectures that can be bought now.") var open = false

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    let (client, place) = try await context.nodes.lectureClient()
    let all = try await context.progress(language[ProgressText.readingLectures]) { _ in try await client.lectures() }
    let shown = open ? all.filter { $0.isOpen != false } : all
    var table = Table(
      .number(language[Label.number]), .text(language[Label.title]), .number(language[Label.price]),
      .name(language[Label.state], .important), .number(language[Label.students], .useful),
      .name(language[Label.average], .important), .address(language[Label.teacher], .detail),
      placeholder: language[all.isEmpty ? LectureText.none : .noneOpen])
    for lecture in shown {
      table.add(
        "\(lecture.number)", StyledText(lecture.title.isEmpty ? "–" : lecture.title),
        StyledText(lecture.price.map { place.network.roundedText($0.amount, in: language) } ?? "?"),
        lecture.stateWord(in: language),
        StyledText(lecture.studentCount.map { "\($0)" } ?? "?"), lecture.averageText(in: language),
        StyledText(lecture.teacher?.checksummed ?? "?"))
    }
    return Report(["lectures": .array(shown.map { $0.json(on: place.network) })]) { table }
  }
}
