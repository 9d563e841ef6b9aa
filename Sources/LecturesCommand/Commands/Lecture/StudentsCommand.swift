import ArgumentParser
import LectureKit
import Localization
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
    let language = context.language
    let (client, place) = try await context.nodes.lectureClient()
    if let check {
      let address = try await context.accounts.address(check, of: "--check")
      let isStudent = try await context.progress(language[StudentsText.askingContract]) { _ in
        try await client.isStudent(address, of: lecture.value, run: run)
      }
      let failure = CommandFailure(.notStudent, StudentRefusal.notStudent(lecture.value, address, run: run))
      return Report(
        [
          "lecture": .integer(lecture.value), "address": .string(address.checksummed), "student": .bool(isStudent),
        ], failure: isStudent ? nil : failure
      ) {
        language[StudentsText.isStudent(address, isStudent, of: lecture.value, run: run)]
      }
    }
    let students = try await context.progress(language[StudentsText.readingStudents]) { _ in
      try await client.students(of: lecture.value, run: run)
    }
    var table = Table(
      .address(language[StudentsText.student].plain), .number(language[StudentsText.paid].plain, .important),
      .text(language[StudentsText.rated].plain, .important), .number(language[StudentsText.block].plain, .detail),
      placeholder: language[StudentsText.none(lecture.value, run: run)])
    for student in students {
      table.add(
        "\(student.address)", StyledText(place.network.roundedText(student.price.amount, in: language)),
        language[student.scores == nil ? StudentsText.no : .yes],
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
}

extension CommandFailure.Code {
  /// The student asked about has not bought the lecture.
  static let notStudent = Self("notStudent", .failure)
}
