import NodeDoubles
import Testing

@testable import LecturesCommand

@Suite("The time limit of a request to a node")
struct RequestTimeTests {
  private static let contract = "0x5FbDB2315678afecb367f032d93F642f64180aa3"

  @Test("A node that hangs is asked once, and given up when the limit is over")
  func hanging() async throws {
    let node = try HostileServer { _ in [.hang] }
    defer { node.stop() }
    let run = await CommandRun("list --endpoint \(node.url) --contract \(Self.contract) --timeout 300ms")
    #expect(run.status == .nodeUnavailable && run.errors.contains("within 300 ms."), "\(run.errors)")
    #expect(!run.errors.contains("attempts") && node.requests.count == 1, "\(run.errors)")
  }

  @Test("A node that refuses at once is asked again within it")
  func refusing() async throws {
    let node = try HostileServer { _ in [.reply("", status: 503)] }
    defer { node.stop() }
    let run = await CommandRun("list --endpoint \(node.url) --contract \(Self.contract) --timeout 60")
    #expect(run.status == .nodeUnavailable && run.errors.contains("4 attempts"), "\(run.errors)")
    #expect(node.requests.count == 4)
  }
}
