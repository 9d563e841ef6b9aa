import ArgumentParser
import LectureKit
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
  @Argument(help: "The lecture's number.", transform: LectureNumber.init(parsing:)) var lecture: LectureNumber

  func run(in context: CommandContext) async throws -> Report {
    let (client, place) = try await context.nodes.lectureClient()
    let found = try await context.progress("Reading the lecture") { _ in try await client.lecture(lecture.value) }
    var fields: Fields = [:]
    fields.add("Title", found.title.isEmpty ? nil : StyledText(found.title))
    fields.add("Teacher", found.teacher.map { "\($0)" })
    fields.add("Price", StyledText(found.price.map(place.network.text) ?? "not known", .strong))
    fields.add("State", found.isOpen == nil ? "not told by this contract" : found.stateWord)
    fields.add("Run", found.run.map { "\($0) of 0…4" } ?? "not known")
    fields.add("Students", found.studentCount.map { "\($0)" })
    fields.add("Held", found.escrow.map { StyledText(place.network.text($0)) })
    fields.add("Opened", found.openedAt.map { StyledText(LocalTime.text($0)) })
    fields.add("Settled", found.settledAt.map { StyledText(LocalTime.text($0)) })
    fields.add("Ratings", "\(found.points.count)")
    fields.add("Average", found.averageText)
    fields.add("Id", StyledText(found.id.hex))
    return Report(["lecture": found.json(on: place.network), "contract": .string(client.generation.rawValue)]) {
      "Lecture \("\(found.number)", .strong)"
      fields
    }
  }
}
