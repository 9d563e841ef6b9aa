import ArgumentParser
import ContractClient
import LectureKit
import Localization
import Operations
import StrictJSON
import Terminal

/// `lectures evaluate N --scores 100,80,34,77,99`: rates a lecture.
struct EvaluateCommand: SendingCommand {
  static let configuration = CommandConfiguration(
    "evaluate", "Rate a lecture that you bought.",
    examples: ["lectures evaluate 0 --scores 100,80,34,77,99 --from student1": ""],
    after: "The five scores, from 0 to 100, are for preparation, content, proceeding, communication and satisfaction.")

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup var sending: SendingOptions
  @Argument(help: "The lecture's number.", transform: LectureNumber.init(parsing:)) var lecture: LectureNumber
  @Option(help: ArgumentHelp("The five scores, separated by commas.", valueName: "a,b,c,d,e")) var scores: String

  func run(in context: CommandContext) async throws -> Report {
    let scores = try Scores(parsing: scores)
    let (client, place) = try await context.nodes.lectureClient()
    let account = try await context.accounts.acting()
    let checking = context.language[ProgressText.checkingLecture(lecture.value)]
    return try await context.runner.carryOut(checking, by: account, at: place) {
      try await $0.rating(lecture.value, scores, of: client)
    } report: {
      report($0, context, place)
    }
  }

  private func report(_ rating: Rating, _ context: CommandContext, _ place: Connection) -> Report {
    let (receipt, language) = (rating.receipt, context.language)
    return Report([
      "lecture": .integer(lecture.value), "scores": rating.scores.json, "average": .integer(rating.average),
      "transaction": receipt.json(on: place.network),
    ]) {
      if let earlier = receipt.earlier {
        StyledText(language[EarlierText(earlier, did: .rating(lecture.value))], .good)
      } else {
        language[LectureText.rated(lecture.value)]
      }
      language[LectureText.averageNow(AverageText.of(rating.average, in: language))]
      receipt.fields(on: place.network, in: language, earlierIsTold: true)
    }
  }
}
