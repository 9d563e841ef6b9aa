import Keys
import Keystores
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand

@Suite("Teachers and owners see what is theirs", .timeLimit(.minutes(20)))
struct TeachingCommandTests {
  /// A lecture in its second run, the first one rated and settled; a second lecture that nobody bought.
  private static func taught() async throws -> MarketHome {
    let home = try await MarketHome()
    try await home.done(
      "create --price 10 --title Swift --from teacher --yes", "create --price 3 --title Vyper --from teacher --yes",
      "purchase 0 --price 10 --from student --yes", "evaluate 0 --scores 100,100,100,100,100 --from student --yes",
      "settle 0 --from owner --yes", "reopen 0 --price 12 --from teacher --yes",
      "purchase 0 --price 12 --from student --yes")
    return home
  }

  @Test("mine --teaching has the students, the held and the settled money of every run")
  func teaching() async throws {
    let home = try await Self.taught()
    let mine = try await home.json("mine --teaching --from teacher")
    let runs = try #require(mine["teaching"]?[0]?["runs"]?.array)
    #expect(runs.map { $0["run"]?.int } == [0, 1] && runs.map { $0["students"]?.int } == [1, 1])
    #expect(runs.map { $0["price"]?.int } == [10, 12] && runs.map { $0["open"]?.bool } == [false, true])
    #expect(runs.map { $0["held"]?["value"]?.string } == ["0", "12"])
    // A tenth is the fee, of which 15 per cent go back for an average of 100.
    #expect(runs.map { $0["income"]?["value"]?.string } == ["9.15", "0"])
    #expect(mine["held"]?["value"] == "12" && mine["income"]?["value"] == "9.15")
    #expect(mine["teaching"]?.array?.count == 2 && mine["lectures"] == nil)
    let text = await home.run("mine --teaching --from teacher").output
    #expect(text.contains("Held until they are settled: 12 KLAY\nIncome of all settlements: 9.15 KLAY\n"), "\(text)")
    let nobody = await home.run("mine --teaching --from student").output
    #expect(nobody.contains("has opened no lecture."), "\(nobody)")
  }

  @Test(
    "the history names the runs that were opened, and has the income of teacher and owner, each without fees of others")
  func history() async throws {
    let home = try await Self.taught()
    let teacher = try await home.json("history teacher")
    #expect(
      teacher["entries"]?.array?.map { $0["what"]?.string } == [
        "opened lecture 0", "opened lecture 1", "received the income of lecture 0", "opened run 1 of lecture 0",
      ])
    #expect(teacher["entries"]?.array?.map { $0["run"]?.int } == [0, 0, 0, 1])
    let income = try #require(teacher["entries"]?[2])
    #expect(income["kind"] == "received" && income["amount"]?["value"] == "9.15" && income["credited"] == false)
    #expect(income["fee"]?["value"] == "0" && teacher["income"]?["value"] == "9.15")
    let owner = try await home.json("history owner")
    let collected = try #require(owner["entries"]?.array?.last { $0["kind"] == "collected" })
    #expect(collected["amount"]?["value"] == "0.85" && collected["what"] == "collected the fee of lecture 0")
    #expect(collected["fee"]?["value"] != "0" && owner["income"]?["value"] == "0.85")
    #expect(owner["entries"]?.array?.contains { $0["kind"] == "received" } == false)
    let student = try await home.json("history student")
    #expect(student["income"]?["value"] == "0")
    #expect(
      student["entries"]?.array?.map { $0["what"]?.string } == [
        "bought lecture 0", "rated lecture 0", "bought run 1 of lecture 0",
      ])
    let text = await home.run("history teacher").output
    #expect(text.contains("Income of settlements: 9.15 KLAY\n"), "\(text)")
    let rebuilt = await home.run("tx rebuild --yes --outbox \(home.file("lost.sqlite"))")
    #expect(rebuilt.status == .success, "what came in is no transaction of the teacher's: \(rebuilt.errors)")
  }

  @Test("students are those of the present run, or of the run that is named")
  func students() async throws {
    let home = try await Self.taught()
    for (line, run, price) in [("students 0", 1, 12), ("students 0 --run 1", 1, 12), ("students 0 --run 0", 0, 10)] {
      let students = try #require(try await home.json(line)["students"]?.array)
      #expect(students.map { $0["address"]?.string } == [home.student.address.checksummed], "\(line)")
      #expect(students.map { $0["rated"]?.bool } == [run == 0], "\(line)")
      #expect(students.map { $0["run"]?.int } == [run] && students.map { $0["price"]?.int } == [price], "\(line)")
    }
    let none = await home.run("students 1 --run 0")
    #expect(none.output == "Lecture 1 has no students in its run 0.\n", "\(none.output)")
    let bought = await home.run("students 0 --run 0 --check student")
    #expect(bought.status == .success && bought.output.hasSuffix(" is a student of lecture 0, run 0.\n"))
    #expect(await home.run("students 0 --run 0 --check owner").status == .failure)
    for line in ["students 0 --run 2", "students 0 --run 2 --check student"] {
      let run = await home.run(line)
      #expect(run.status == .refused && run.errors.contains("Lecture 0 has no run 2 yet."), "\(run.errors)")
    }
  }

  @Test("the list is searched, sorted, and limited to a teacher")
  func list() async throws {
    let home = try await Self.taught()
    func numbers(_ options: String) async throws -> [Int?]? {
      try await home.json("list \(options)")["lectures"]?.array?.map { $0["number"]?.int }
    }
    let address = home.student.address
    for (options, expected) in [
      ("--sort price", [1, 0]), ("--sort students", [0, 1]), ("--sort rating", [0, 1]), ("--search vYPER", [1]),
      ("--teacher teacher", [0, 1]), ("--teacher student", []), ("--teacher \(address)", []),
    ] as [(String, [Int?])] {
      #expect(try await numbers(options) == expected, "\(options)")
    }
    let none = await home.run("list --search rust").output
    #expect(none == "No lecture is like that.\n", "\(none)")
    #expect(await home.run("list --sort best").status == .usage)
    #expect(await home.run("list --teacher 0x12").status == .usage)
    let own = try await home.json("list --teacher me --from teacher")
    #expect(
      own == (try await home.json("list --teacher teacher")) && own["lectures"]?.array?.isEmpty == false, "\(own)")
  }

  @Test("a batch refuses a row as the single command does, and names the list as the next step")
  func refusedRow() async throws {
    let home = try await Self.taught()
    try PrivateFile.replace(home.file("rows.csv"), with: Array("settle,77\n".utf8))
    let line = "batch \(home.file("rows.csv")) --from owner --yes"
    let alone = await home.run("settle 77 --from owner --yes --json")
    let single = try #require(try JSON(parsing: alone.output)["error"])
    for row in [line, "\(line) --dry-run"] {
      let run = await home.run("\(row) --json")
      let error = try JSON(parsing: run.output)["result"]?["rows"]?[0]?["outcome"]?["error"]
      for member in ["code", "message", "advice"] {
        #expect(error?[member] == single[member], "\(row) \(member): \(run.output)")
      }
    }
    let text = await home.run(line)
    #expect(text.errors.contains("Row 1: There is no such lecture."), "\(text.errors)")
    #expect(!text.errors.contains("would fail"), "\(text.errors)")
  }

  @Test("a batch tells the numbers of the lectures that it opened, and sends nothing while a row cannot be done")
  func batch() async throws {
    let home = try await Self.taught()
    try PrivateFile.replace(
      home.file("rows.csv"), with: Array("create,5,Rust\nsettle,1\nevaluate,0/0,1,2,3,4,5\n".utf8))
    let line = "batch \(home.file("rows.csv")) --from teacher --yes"
    let count = try await home.json("list")["lectures"]?.array?.count
    let held = await home.run("\(line) --json")
    let rows = try #require(try JSON(parsing: held.output)["result"]?["rows"]?.array)
    #expect(rows.map { $0["outcome"]?["state"]?.string } == ["notSent", "failed", "failed"], "\(held.output)")
    #expect(held.status == .failure)
    #expect(try await home.json("list")["lectures"]?.array?.count == count)
    let text = await home.run(line)
    #expect(text.errors.contains("2 of 3 rows cannot be done; nothing was sent."), "\(text.errors)")
    let going = await home.run("\(line) --keep-going")
    #expect(going.output.contains("done: lecture 2") && going.errors.contains("2 of 3 rows failed."), "\(going.output)")
    let again = try await home.json("\(line) --keep-going")
    #expect(again["rows"]?[0]?["outcome"]?["state"] == "skipped" && again["rows"]?[0]?["outcome"]?["lecture"] == 2)
  }
}
