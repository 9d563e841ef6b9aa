import ArgumentParser
import LectureKit
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal

/// `lectures mine`: shows the purchases and ratings of an account, and the lectures it can still rate.
struct MineCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    "mine", "Show your purchases, your ratings and the lectures you can still rate.",
    examples: ["lectures mine --from student1": ""])

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: AccountOptions.title) var accountOptions: AccountOptions

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    let address = try await context.accounts.address(of: nil)
    let (client, place) = try await context.nodes.lectureClient()
    let (mine, credit) = try await context.progress(language[ProgressText.readingOwnLectures]) { _ in
      (try await client.enrolments(of: address), try await client.credit(of: address))
    }
    var table = Table(
      .number(language[Label.number]), .number(language[Label.run], .detail), .text(language[Label.title]),
      .number(language[Label.price], .useful), .name(language[Label.bought], .detail),
      .name(language[Label.rating], .useful), .name(language[Label.toDo], .important),
      placeholder: language[LectureText.boughtNothing(address)])
    for enrolment in mine {
      let lecture = enrolment.lecture
      table.add(
        "\(lecture.number)", StyledText(enrolment.run.map { "\($0)" } ?? "?"),
        StyledText(lecture.title.isEmpty ? "–" : lecture.title),
        StyledText(enrolment.price.map { place.network.roundedText($0.amount, in: language) } ?? "?"),
        enrolment.boughtAt.map { StyledText(LocalTime.text($0, in: language)) }
          ?? language[LectureText.boughtAtUnknownTime],
        StyledText(
          enrolment.scores?.values.map(String.init).joined(separator: ",") ?? (enrolment.tellsRating ? "–" : "?")
        ),
        enrolment.advice(in: language))
    }
    return Report([
      "account": .string(address.checksummed), "credit": .amount(credit, on: place.network),
      "lectures": .array(mine.map { $0.json(on: place.network) }),
    ]) {
      table
      if credit > .zero {
        language[LectureText.waits(place.network.text(credit, in: language), command: "lectures withdraw")]
      }
    }
  }
}

extension Enrolment {
  fileprivate func advice(in language: Language) -> StyledText {
    if reclaimed { return language[LectureText.reclaimed] }
    if reclaimable { return StyledText("lectures reclaim \(lecture.number)", .action) }
    if canRate { return StyledText("lectures evaluate \(lecture.number)", .action) }
    return ""
  }

  fileprivate func json(on network: Network) -> JSON {
    [
      "lecture": lecture.json(on: network), "run": .integer(run), "present": .bool(isPresent),
      "price": .integer(price?.klay),
      "bought": .bool(bought), "boughtAt": .integer(boughtAt),
      "scores": scores?.json ?? .null, "canRate": .bool(canRate), "reclaimed": .bool(reclaimed),
      "reclaimable": .bool(reclaimable), "reclaimableFrom": .integer(reclaimableFrom),
    ]
  }
}
