import ArgumentParser
import ContractClient
import LectureKit
import Sending
import StrictJSON
import Terminal
import Transactions

/// `lectures evaluate N --scores 100,80,34,77,99`: rates a lecture.
struct EvaluateCommand: SendingCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate", abstract: "Rate a lecture that you bought.",
    discussion: Help.examples(
      ["lectures evaluate 0 --scores 100,80,34,77,99 --from student1": ""],
      after: "The five scores, from 0 to 100, are for preparation, content, proceeding, communication and satisfaction."
    ))

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup var sending: SendingOptions
  @Argument(help: "The lecture's number.", transform: LectureNumber.init(parsing:)) var lecture: LectureNumber
  @Option(help: ArgumentHelp("The five scores, separated by commas.", valueName: "a,b,c,d,e")) var scores: String

  func run(in context: CommandContext) async throws -> Report {
    let scores = try Scores(parsing: scores)
    let (client, place) = try await context.lectureClient()
    let account = try await context.actingAccount()
    if let receipt = try await context.earlier(.evaluation(lecture.value), by: account, with: client) {
      try receipt.check(gave: scores)
      return try await report(receipt, scores, client, context, place)
    }
    let plan = try await context.progress("Checking lecture \(lecture.value)") { _ in
      try await client.planEvaluation(
        lecture.value, scores: scores, from: account.address, options: context.sendOptions())
    }
    var details: Fields = [:]
    for (question, value) in zip(Scores.questions, scores.values) {
      details.add(CommandFailure.capitalised(question), "\(value)")
    }
    let receipt = try await context.carryOut(plan, by: account, at: place, details: details)
    return try await report(receipt, scores, client, context, place)
  }

  private func report(
    _ receipt: CallReceipt, _ scores: Scores, _ client: LectureClient, _ context: CommandContext, _ place: Connection
  ) async throws -> Report {
    let average = try await client.averages([lecture.value]).first ?? nil
    return Report([
      "lecture": .integer(lecture.value), "scores": scores.json, "average": .integer(average),
      "transaction": receipt.json(on: place.network),
    ]) {
      if let earlier = receipt.earlier {
        StyledText(earlier.sentence("Lecture \(lecture.value)", "was rated"), .good)
      } else {
        StyledText("Lecture \(lecture.value) is rated", .good) + "."
      }
      "Its average is now " + AverageText.of(average)
      context.fields(of: receipt, at: place, earlierIsTold: true)
    }
  }
}

extension CallReceipt {
  /// Checks that the scores of an earlier rating are these: a rating reported as done must have the scores that were
  /// asked for.
  ///
  /// - Throws: `LectureError` `.ratedAlready` for a rating with other scores.
  func check(gave scores: Scores) throws(LectureError) {
    guard let given = Scores(calldata: confirmation.transaction.transaction.data), given != scores else { return }
    throw .ratedOtherwise(given, call: call)
  }
}

extension LectureError {
  /// The run was rated before, with these scores.
  static func ratedOtherwise(_ given: Scores, call: String) -> LectureError {
    LectureError(
      .ratedAlready, "You have rated this lecture already.",
      reason: "You gave it \(given.values.map(String.init).joined(separator: ",")).", call: call,
      advice: "A run is rated once; `lectures mine` shows your rating.")
  }
}
