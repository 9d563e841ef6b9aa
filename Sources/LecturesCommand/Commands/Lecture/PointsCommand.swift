import ArgumentParser
import LectureKit
import Localization
import StrictJSON
import Terminal

/// `lectures points N`: the sums behind the average, question by question.
struct PointsCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    "points", "Show a lecture's ratings by score.",
    examples: ["lectures points 0": ""])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @Argument(help: "The lecture's number.", completion: .known(.lectures), transform: LectureNumber.init(parsing:))
  var lecture: LectureNumber

  func run(in context: CommandContext) async throws -> Report {
    let (client, _) = try await context.nodes.lectureClient()
    let language = context.language
    let points = try await context.progress(language[StudentsText.readingRatings]) { _ in
      try await client.points(lecture.value)
    }
    var table = Table(
      .name(language[StudentsText.question].plain), .number(language[StudentsText.sum].plain),
      .number(language[StudentsText.average].plain))
    var sums: JSONObject = [:]
    for (index, (question, sum)) in zip(Scores.questions, points.sums).enumerated() {
      sums[question] = .integer(sum)
      table.add(
        StyledText(language[ScoreLabel(index)]), "\(sum)",
        points.count > 0 ? "\(sum / points.count)" : StyledText("–", .dim))
    }
    return Report([
      "lecture": .integer(lecture.value), "ratings": .integer(points.count), "sums": .object(sums),
      "average": .integer(points.average),
    ]) {
      language[
        StudentsText.ratings(
          lecture.value, count: points.count, average: AverageText.of(points.average, in: language))]
      table
    }
  }
}
