import Alerts
import GasPrices
import Locking
import NodeDoubles
import Operations
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand

/// `--status` of daemons, whose node takes each question and never answers.
@Suite("How daemons do, with a node that hangs") struct DaemonPatienceTests {
  private let home = WalletHome()
  private let node: HostileServer

  init() throws {
    node = try HostileServer { _ in [.hang] }
    home.environment["LECTURES_ENDPOINT"] = node.url
    home.environment["LECTURES_TIMEOUT"] = "1"
  }

  /// An alert on a chain that was watched before.
  private func watched() async throws {
    home.directory.write("{}", to: "lectures/config.json")
    let book = try GasBook(home.file("lectures/gas.sqlite"))
    try await book.remember(chainID: 1337, ofNetwork: "local")
    let rule = try GasAlertRule(chainID: 1337, network: "local", isAbove: false, threshold: 1)
    _ = try await book.alerts.add(rule, channels: [AlertChannel(.terminal)])
  }

  @Test("The node is waited for once in all, whichever parts need it, and what is kept is told")
  func once() async throws {
    try await watched()
    let run = await home.run("daemon --status --json")
    let answer = try JSON(parsing: run.output)
    #expect(answer["error"]?["code"] == "daemon.notRunning", "\(run.output)")
    #expect(answer["result"]?["parts"]?.array?.map { $0["configured"] } == [true, false, false], "\(run.output)")
    // A question that was under way when the time was over may have been put a second time.
    #expect((1...2).contains(node.requests.count), "\(node.requests.count)")
    #expect(run.errors.ranges(of: "did not answer within 1 s").count == 1, "\(run.errors)")
    #expect(run.errors.ranges(of: "this is about chain 1337").count == 1, "\(run.errors)")
  }

  @Test("Each daemon tells what is kept", arguments: ["gas daemon", "exchange daemon"])
  func alone(command: String) async throws {
    try await watched()
    let run = await home.run("\(command) --status")
    #expect(run.status == .failure && run.errors.contains("A node did not answer within 1 s"), "\(run.errors)")
    #expect((1...2).contains(node.requests.count), "\(node.requests.count)")
  }

  @Test("A chain that nobody has watched is not known then, which is said")
  func unknown() async throws {
    home.directory.write("{}", to: "lectures/config.json")
    let run = await home.run("gas daemon --status --json")
    #expect(run.status == .nodeUnavailable, "\(run.output)")
    let error = try JSON(parsing: run.output)["error"]
    #expect(error?["message"] == "The node did not answer within 1 s.", "\(run.output)")
  }

  @Test(
    "Nodes have five seconds in all, unless the session gives another limit; that of the configuration is for answers",
    arguments: [(nil, "5 s"), ("90", "90 s"), ("500ms", "500 ms")] as [(String?, String)])
  func time(given: String?, text: String) throws {
    let path = home.directory.write(#"{"profiles": {"default": {"timeout": "20"}}}"#, to: "settings.json")
    home.environment["LECTURES_TIMEOUT"] = given
    let settings = try Settings(GivenSettings(profile: nil, path: path) { $0.flag }, environment: home.environment)
    #expect(try NodeTimeBudget(settings).text == text)
  }

  @Test("When the time is over nothing more is asked")
  func over() async throws {
    home.environment["LECTURES_TIMEOUT"] = "1ms"
    let settings = try Settings(GivenSettings(profile: nil, path: nil) { $0.flag }, environment: home.environment)
    let (patience, asked) = (try NodeTimeBudget(settings), Guarded(0))
    let ask: @Sendable () async throws -> Void = {
      asked.withLock { $0 += 1 }
      try await Task.sleep(for: .seconds(3600))
    }
    for _ in 0..<3 {
      let error = await #expect(throws: CommandFailure.self) { try await patience.limit(ask) }
      #expect(error?.code.name == "node.timeout" && error?.status == .nodeUnavailable)
    }
    #expect(patience.isOver && asked.withLock { $0 } == 1)
  }
}
