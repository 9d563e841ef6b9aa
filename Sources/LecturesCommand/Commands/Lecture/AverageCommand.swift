import ArgumentParser
import LectureKit
import Localization
import Operations
import Primitives
import StrictJSON
import Terminal

/// `lectures average [N… | --all]`: shows the average of ratings.
struct AverageCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    "average", "Show the average rating of lectures.",
    examples: ["lectures average 0": "", "lectures average --all": "of every lecture, in a few requests"],
    after: """
      A lecture that nobody has rated yet has no average; that is not a failure. With --quorum each endpoint is asked \
      alone as of one block, and that many must agree; otherwise nothing is shown and the exit status is 5.
      """)

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: QuorumOptions.title) var quorumOptions: QuorumOptions
  @Argument(help: "The lectures' numbers.", completion: .known(.lectures), transform: LectureNumber.init(parsing:))
  var lectures: [LectureNumber] = []
  @Flag(help: "Show every lecture.") var all = false

  func validate() throws {
    guard all != !lectures.isEmpty else { throw UsageRule.lecturesOrAll }
  }

  func run(in context: CommandContext) async throws -> Report {
    let language = context.language
    let place = try await context.nodes.connection()
    let reading = try await context.progress(language[ProgressText.readingAverages]) { _ in
      try await context.nodes.lectureReading(at: place, json: { averages, _ in Self.json(averages) }) { client in
        let numbers = all ? Array(stride(from: 0, to: try await client.count(), by: 1)) : lectures.map(\.value)
        return zip(numbers, try await client.averages(numbers)).map(LectureAverage.init)
      }
    }
    let averages = reading.value.value
    var table = Table(
      .number(language[Label.number]), .name(language[Label.average]), placeholder: language[LectureText.noneYet])
    for rated in averages { table.add("\(rated.lecture)", AverageText.of(rated.average, in: language)) }
    return Report(reading.json(Self.json(averages).object ?? [:])) {
      if !all, averages.count == 1 {
        if let average = averages[0].average {
          language[LectureText.averages(averages[0].lecture, AverageText.of(average, in: language))]
        } else {
          language[LectureText.noAverage(averages[0].lecture)]
        }
      } else {
        table
      }
      reading.lines(in: language)
    }
  }

  private static func json(_ averages: [LectureAverage]) -> JSON {
    ["averages": .array(averages.map { ["lecture": .integer($0.lecture), "average": .integer($0.average)] })]
  }
}

/// The average of a lecture's ratings; nil where nobody rated it.
private struct LectureAverage: Sendable, Hashable {
  let lecture: UInt256
  let average: UInt256?
}
