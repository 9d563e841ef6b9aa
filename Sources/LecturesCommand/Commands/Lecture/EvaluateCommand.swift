import ArgumentParser
import ContractClient
import LectureKit
import Localization
import Operations
import StrictJSON
import Terminal

/// `lectures evaluate N`: rates a lecture, by five scores that are given or asked for.
struct EvaluateCommand: SendingCommand {
  static let configuration = CommandConfiguration(
    "evaluate", "Rate a lecture that you bought.",
    examples: [
      "lectures evaluate 0 --from student1": "asks for the five scores",
      "lectures evaluate 0 --scores 100,80,34,77,99 --from student1": "",
    ],
    after: """
      The five scores, from 0 to 100, are for preparation, content, proceeding, communication and satisfaction. Without \
      --scores they are asked for at a terminal.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup var sending: SendingOptions
  @OptionGroup var gasPrice: GasPriceOptions
  @OptionGroup var gasLimit: GasLimitOptions
  @Argument(help: "The lecture's number.", completion: .known(.lectures), transform: LectureNumber.init(parsing:))
  var lecture: LectureNumber
  @Option(help: ArgumentHelp("The five scores, separated by commas.", valueName: "a,b,c,d,e"))
  var scores: String?

  func run(in context: CommandContext) async throws -> Report {
    let given = try scores.map { try Scores(parsing: $0) }
    guard given != nil || context.prompts.isAnswered else {
      throw CommandFailure(
        .usage,
        CommandRefusal.misused(
          UsageErrorText(UsageRule.scoresMissing.english, rule: .scoresMissing), takers: nil, usage: nil, dashed: nil,
          command: "lectures evaluate"))
    }
    let (client, place) = try await context.nodes.lectureClient()
    let account = try await context.accounts.acting()
    let checking = context.language[ProgressText.checkingLecture(lecture.value)]
    let scores: Scores
    if let given { scores = given } else { scores = try await asked(context, client, account, place) }
    return try await context.runner.carryOut(checking, by: account, at: place) {
      try await $0.rating(lecture.value, scores, of: client)
    } report: {
      report($0, context, place)
    }
  }

  /// The scores that a person types, who is asked once it is known that they can be given.
  private func asked(
    _ context: CommandContext, _ client: LectureClient, _ account: ActingAccount, _ place: Connection
  ) async throws -> Scores {
    guard let prompter = context.prompts.prompter else { throw UsageRule.scoresMissing }
    let (language, settings) = (context.language, try await context.choices.settings())
    let checking = language[ProgressText.checkingLecture(lecture.value)]
    let title = try await context.progress(checking) { progress in
      let planner = Planner(of: account.address, over: place.connection, settings) {
        context.events.tell($0, on: progress, checking: checking)
      }
      try await planner.checkRating(lecture.value, of: client)
      return try await client.lecture(lecture.value).title
    }
    return try await context.prompts.scores(
      under: language[TeachingText.rates(lecture.value, title: title)], by: prompter)
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
