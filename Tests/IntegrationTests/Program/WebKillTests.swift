import ChainSupport
import Foundation
import Keys
import LectureKit
import NodeRPC
import Primitives
import StrictJSON
import Testing

/// `lectures web` killed while it sends, and started again.
@Suite(
  "A server of pages that is killed", .enabled(if: Program.canRun, "\(TestTools.programAdvice)"),
  .timeLimit(.minutes(30)))
struct WebKillTests {
  @Test(
    "a purchase that is under way when the server is killed is paid once, and stands among the transactions",
    arguments: [0, 10, 40, 90, 160, 300])
  func killed(after milliseconds: Int) async throws {
    let cli = try await CLIFixture.open()
    let number = try await cli.fixture.create(title: "Killed")
    let first = try await WebVisitor(entering: cli, as: "student")
    let review = try #require(try await first.post("/lectures/\(number)/buy").location)
    // Whether the answer or the kill comes first is what differs.
    async let confirmed = try? first.post("\(review)/confirm", ["password": CLIFixture.password])
    try await Task.sleep(for: .milliseconds(milliseconds))
    #expect(try await first.server.end(signal: SIGKILL).status == -Int(SIGKILL))
    _ = await confirmed

    let second = try await WebVisitor(entering: cli, as: "student")
    _ = try await second.post("/transactions/resume")
    // Whoever sees that it is not theirs buys it; the button does no harm to who has it.
    if let again = try await second.post("/lectures/\(number)/buy").location {
      let confirmed = try await second.post("\(again)/confirm", ["password": CLIFixture.password])
      _ = try await second.settled(confirmed.location ?? again)
    }
    let student = cli.fixture.student.address
    #expect(try await cli.fixture.client.lecture(number).studentCount == 1)
    #expect(try await cli.fixture.client.lecture(number).escrow == .klay(10))
    #expect(try await cli.chain.node.transactionCount(of: student, at: .latest) == 1)
    #expect(try await second.get("/lectures/\(number)").text.contains("You bought this lecture."))
    #expect(try await second.get("/transactions").text.contains("href=\"/transactions/1\""))
    #expect(try await second.server.end(signal: SIGTERM).status >= 0)
  }

  @Test("a page and a terminal that buy the same lecture at once pay once")
  func beside() async throws {
    let cli = try await CLIFixture.open()
    let number = try await cli.fixture.create(title: "Both")
    let visitor = try await WebVisitor(entering: cli, as: "student")
    let review = try #require(try await visitor.post("/lectures/\(number)/buy").location)
    async let page = visitor.post("\(review)/confirm", ["password": CLIFixture.password])
    async let terminal = cli.program.run(
      "purchase", "\(number)", "--from", "student", "--yes", "--price", "10", "--json")
    _ = try await (page, terminal)
    _ = try await visitor.settled(review)
    #expect(try await cli.fixture.client.lecture(number).escrow == .klay(10))
    #expect(try await cli.chain.node.transactionCount(of: cli.fixture.student.address, at: .latest) == 1)
    #expect(try await visitor.server.end(signal: SIGTERM).status >= 0)
  }
}
