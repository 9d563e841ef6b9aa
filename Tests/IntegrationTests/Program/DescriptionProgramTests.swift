import ChainSupport
import Foundation
import Keys
import LectureKit
import Primitives
import StrictJSON
import Testing

/// Descriptions of lectures with the program at both ends: a teacher and students, and a platform's site.
@Suite(
  "Descriptions at a platform's site", .enabled(if: Program.canRun, "\(TestTools.programAdvice)"),
  .timeLimit(.minutes(20)))
struct DescriptionProgramTests {
  /// A process of a platform, and the address at which it listens.
  private func serve(_ cli: CLIFixture, at origin: String, port: String) async throws -> (String, LineProcess) {
    let process = try cli.program.serve(
      "web", "--platform", "--public-url", origin, "--port", port, "--database", cli.folder.file("platform.sqlite"),
      "--json")
    return (try #require(try await process.json()["result"]?["listens"]?.string), process)
  }

  @Test("are published and shown, and their link goes to buyers alone")
  func circle() async throws {
    let cli = try await CLIFixture.open()
    let number = "\(try await cli.fixture.create(title: "Soil"))"
    // A port that is free is told by a process that took one.
    let (taken, first) = try await serve(cli, at: "http://127.0.0.1:7789", port: "0")
    #expect(try await first.end(signal: SIGTERM).status == 0)
    let port = try #require(taken.split(separator: ":").last)
    let site = "http://127.0.0.1:\(port)"
    let (_, server) = try await serve(cli, at: site, port: String(port))
    let url = "https://meet.example/soil?key=4711"
    try cli.folder.write(#"{"texts": {"en": "Eight evenings."}, "link": "\#(url)"}"#, to: "description.json")

    let unsigned = try await cli.program.run(["link", number, "--site", site] + cli.options(from: "student"))
    #expect(unsigned.status == 3 && unsigned.errors.contains("did not buy"), "\(unsigned.errors)")
    let made = try await cli.result(
      "describe", number, "--file", cli.folder.file("description.json"), "--site", site, from: "teacher")
    #expect(made["site"]?.string == site && !"\(made)".contains("meet.example"))
    let shown = try await cli.result("show", number, "--site", site)
    #expect(shown["description"]?["hash"] == made["description"]?["hash"])

    let student = cli.fixture.student
    let lecture = try UInt256(parsing: number)
    _ = try await cli.fixture.client.planPurchase(lecture, from: student.address).send(from: student)
    let link = try await cli.result("link", number, "--site", site, from: "student")
    #expect(link["link"]?.string == url && link["description"] == made["description"]?["hash"])
    let again = try await cli.result("link", number, "--site", site, from: "student")
    #expect(again["link"]?.string == url)
    let stranger = try await cli.program.run(["link", number, "--site", site] + cli.options(from: "poor"))
    #expect(stranger.status == 3 && !(stranger.output + stranger.errors).contains("meet.example"))
    // The log has no link either, whatever was asked.
    let log = try await server.end(signal: SIGTERM)
    #expect(!"\(log)".contains("meet.example"))

    // Without the site what was seen of it is still shown.
    let kept = try await cli.program.run(["show", number, "--site", site, "--json"])
    #expect(kept.status == 0 && kept.errors.contains("cannot be reached"), "\(kept.errors)")
    #expect(try kept.json()["result"]?["description"]?["hash"] == made["description"]?["hash"])
  }
}
