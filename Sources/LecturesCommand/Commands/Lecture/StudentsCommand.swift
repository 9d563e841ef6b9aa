import ArgumentParser
import LectureKit
import Operations
import Primitives
import StrictJSON
import Terminal

/// `lectures students N [--run RUN] [--check ADDRESS]`: lists the buyers of a run.
struct StudentsCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    "students", "List a lecture's students.",
    examples: [
      "lectures students 0": "", "lectures students 0 --run 1": "of an earlier run",
      "lectures students 0 --check student1": "is this account a student of it?",
    ],
    after: "With --check, the exit status is 0 for a student of the run, and 1 for any other account.")

  @OptionGroup(title: GlobalOptions.title) var global: GlobalOptions
  @OptionGroup(title: NodeOptions.title) var nodeOptions: NodeOptions
  @OptionGroup(title: ContractOptions.title) var contractOptions: ContractOptions
  @OptionGroup(title: AccountOptions.title) var keystoreOptions: KeystoreOptions
  @Argument(help: "The lecture's number.", completion: .known(.lectures), transform: LectureNumber.init(parsing:))
  var lecture: LectureNumber
  @Option(help: ArgumentHelp("The run, from 0; by default the present one.", valueName: "number")) var run: UInt64?
  @Option(
    help: ArgumentHelp(
      "Check whether this account is a student: an address or the name of an account.", valueName: "account"),
    completion: .known(.names))
  var check: String?

  func run(in context: CommandContext) async throws -> Report {
    let (client, place) = try await context.nodes.lectureClient()
    if let check {
      let address = try await context.accounts.address(check, of: "--check")
      let isStudent = try await context.progress("Asking the contract") { _ in
        try await client.isStudent(address, of: lecture.value, run: run)
      }
      let failure = CommandFailure(
        .notStudent, "Not a student of lecture \(lecture.value).",
        reason: "\(address) has not bought its \(runWords), or was paid back.")
      return Report(
        [
          "lecture": .integer(lecture.value), "address": .string(address.checksummed), "student": .bool(isStudent),
        ], failure: isStudent ? nil : failure
      ) {
        "\(address) is \(isStudent ? "a" : "no") student of lecture \(lecture.value)\(run.map { ", run \($0)" } ?? "")."
      }
    }
    let students = try await context.progress("Reading the students") { _ in
      try await client.students(of: lecture.value, run: run)
    }
    var table = Table(
      .address("Student"), .number("Paid", .important), .text("Rated", .important), .number("Block", .detail),
      placeholder: "Lecture \(lecture.value) has no students in its \(runWords).")
    for student in students {
      table.add(
        "\(student.address)", "\(place.network.roundedText(student.price.amount))",
        student.scores == nil ? "no" : "yes",
        StyledText(student.block.map { "\($0)" } ?? "?"))
    }
    return Report([
      "lecture": .integer(lecture.value),
      "students": .array(
        students.map {
          [
            "address": .string($0.address.checksummed), "price": .integer($0.price.klay), "run": .integer($0.run),
            "block": .integer($0.block), "rated": .bool($0.scores != nil),
          ]
        }),
    ]) { table }
  }

  private var runWords: String { run.map { "run \($0)" } ?? "present run" }
}

extension CommandFailure.Code {
  /// The student asked about has not bought the lecture.
  static let notStudent = Self("notStudent", .failure)
}
