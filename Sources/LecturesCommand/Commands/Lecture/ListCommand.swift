import ArgumentParser
import LectureKit
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
    let (client, place) = try await context.nodes.lectureClient()
    let all = try await context.progress("Reading the lectures") { _ in try await client.lectures() }
    let shown = open ? all.filter { $0.isOpen != false } : all
    var table = Table(
      .number("No."), .text("Title"), .number("Price"), .name("State", .important), .number("Students", .useful),
      .name("Average", .important), .address("Teacher", .detail),
      placeholder: all.isEmpty
        ? "There are no lectures yet. An instructor opens one: lectures create --price 10" : "No lecture is open.")
    for lecture in shown {
      table.add(
        "\(lecture.number)", StyledText(lecture.title.isEmpty ? "–" : lecture.title),
        StyledText(lecture.price.map { place.network.roundedText($0.amount) } ?? "?"), lecture.stateWord,
        StyledText(lecture.studentCount.map { "\($0)" } ?? "?"), lecture.averageText,
        StyledText(lecture.teacher?.checksummed ?? "?"))
    }
    return Report(["lectures": .array(shown.map { $0.json(on: place.network) })]) { table }
  }
}
