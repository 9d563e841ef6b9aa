import ArgumentParser
import LectureKit
import Localization
import Primitives
import StrictJSON
import Terminal

/// `lectures average [N… | --all]`: shows the average of ratings.
struct AverageCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    "average", "Show the average rating of lectures.",
    examples: ["lectures average 0": "", "lectures average --all": "of every lecture, in a few requests"],
    after: "A lecture that nobody has rated yet has no average; that is not a failure.")

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @Argument(help: "The lectures' numbers.", transform: LectureNumber.init(parsing:)) var lectures: [LectureNumber] = []
  @Flag(help: "Show every lecture.") var all = false

  func validate() throws {
    guard all != !lectures.isEmpty else { throw UsageRule.lecturesOrAll }
  }

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    let (client, _) = try await context.nodes.lectureClient()
    let (numbers, averages) = try await context.progress(language[ProgressText.readingAverages]) { _ in
      var numbers = lectures.map(\.value)
      if all {
        numbers = Array(stride(from: 0, to: try await client.count(), by: 1))
      }
      return (numbers, try await client.averages(numbers))
    }
    var table = Table(
      .number(language[Label.number]), .name(language[Label.average]), placeholder: language[LectureText.noneYet])
    for (number, average) in zip(numbers, averages) {
      table.add("\(number)", AverageText.of(average, in: language))
    }
    return Report([
      "averages": .array(
        zip(numbers, averages).map { ["lecture": .integer($0), "average": .integer($1)] })
    ]) {
      if !all, numbers.count == 1 {
        if let average = averages[0] {
          language[LectureText.averages(numbers[0], AverageText.of(average, in: language))]
        } else {
          language[LectureText.noAverage(numbers[0])]
        }
      } else {
        table
      }
    }
  }
}
