import Foundation
import Platform
import Testing

@testable import LecturesCommand

@Suite("The variable that names the file with a database's address")
struct DatabaseVariableTests {
  private let home = WalletHome()

  /// Runs a line with the variable that names a file of a text.
  private func run(_ line: String, _ text: String, mode: UInt32 = 0o600) async -> CommandRun {
    let file = home.directory.write(text, to: "database")
    chmod(file, mode)
    home.environment[DatabaseOptions.variable] = file
    return await home.run(line)
  }

  /// Commands that work with a database, and name none.
  private static let commands = ["relay export orders.jsonl", "fee-payer show", "index status"]

  @Test("is LECTURES_DATABASE_FILE, and is no stray one")
  func name() async {
    #expect(DatabaseOptions.variable == "LECTURES_DATABASE_FILE")
    let run = await run("config list", "host=/nowhere")
    #expect(run.status == .success && !(run.output + run.errors).contains("DATABASE"), "\(run.output)\(run.errors)")
  }

  @Test("counts where no option names a place; a file that others may read is not used", arguments: commands)
  func exposed(line: String) async {
    home.environment["LECTURES_CONTRACT"] = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
    let run = await run(line, "host=db.example password=hunter2", mode: 0o644)
    #expect(run.status == .locked && run.errors.contains("chmod 600"), "\(run.errors)")
  }

  @Test("names an address that is refused without its password", arguments: commands)
  func refused(line: String) async {
    home.environment["LECTURES_CONTRACT"] = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
    let run = await run(line, "host=db.example sslmode=disable password=hunter2")
    #expect(run.status != .success && run.errors.contains("verify-full"), "\(run.errors)")
    #expect(!(run.output + run.errors).contains("hunter2"))
  }

  @Test(
    "gives way to what an option or a setting names",
    arguments: [
      "relay export orders.jsonl --store none.sqlite", "relay export orders.jsonl --database none.sqlite",
      "fee-payer show none.journal", "fee-payer show --database none.sqlite", "index status --database none.sqlite",
      "index status",
    ])
  func weaker(line: String) async {
    home.environment["LECTURES_CONTRACT"] = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
    if line == "index status" { home.environment["LECTURES_INDEX"] = home.file("none.sqlite") }
    let words = line.replacing("none.", with: home.file("none.")).replacing("orders.", with: home.file("orders."))
    let run = await run(words, "host=db.example sslmode=disable", mode: 0o644)
    #expect(run.status != .success && !run.errors.contains("verify-full"), "\(run.errors)")
    #expect(run.status != .usage && !run.errors.contains(home.file("database")), "\(run.errors)")
  }

  @Test("that is empty is none", arguments: ["relay export orders.jsonl", "fee-payer show"])
  func empty(line: String) async {
    home.environment[DatabaseOptions.variable] = ""
    let run = await home.run(line)
    #expect(run.status == .usage && run.errors.contains("--database"), "\(run.errors)")
  }
}
