import Alerts
import GasPrices
import Localization
import Locking
import NodeDoubles
import Primitives
import StrictJSON
import Terminal
import Testing

@testable import LecturesCommand

/// `lectures gas …` with an oracle that says nine million gwei, whose node says thirty or is away.
@Suite("The gas commands and an oracle that lies") struct GasOracleCommandTests {
  private let home = WalletHome()
  private let oracle: HostileServer
  private let isAway = Guarded(false)
  private var book: GasBook { get throws { try GasBook(home.file("lectures/gas.sqlite")) } }
  private var options: String { "--oracle \(oracle.url) --oracle-key-file \(home.file("key"))" }

  init() throws {
    let answer: JSON = [
      "status": "1", "message": "OK",
      "result": [
        "LastBlock": "7", "SafeGasPrice": "9000001", "ProposeGasPrice": "9000001", "FastGasPrice": "9000001",
        "suggestBaseFee": "9000000", "gasUsedRatio": "0.5",
      ],
    ]
    oracle = try HostileServer { _ in [.send(HTTPText.reply(answer.serializedBytes(), status: 200))] }
    home.directory.write("KEY123\n", to: "key", mode: 0o600)
  }

  private func node() throws -> StubNode {
    let isAway = isAway
    let gwei = { @Sendable (price: UInt256) in JSON.string((price * 1_000_000_000).quantity) }
    return try StubNode { chain in
      chain.answers["eth_feeHistory"] = { _, _ in
        isAway.withLock { $0 }
          ? .error("the state is gone")
          : .result([
            "oldestBlock": "0x10", "baseFeePerGas": [gwei(30), gwei(30)], "gasUsedRatio": [.number("0.5")],
            "reward": [[gwei(2), gwei(3), gwei(4), gwei(5)]],
          ])
      }
    }
  }

  /// Whether everything that is kept is a price of the node.
  private func keepsTheNode() async throws -> Bool {
    let samples = try await book.samples(chainID: 1337, since: .min)
    return !samples.isEmpty && samples.allSatisfy { $0.fast < 1_000_000_000_000 }
  }

  @Test("Prices now are the node's, and the oracle is said not to be believed")
  func now() async throws {
    home.use(try node())
    let quote = try await home.json("gas \(options)")
    #expect(quote["source"] == "node" && quote["unverified"] == false, "\(quote)")
    #expect(quote["oracleProblem"]?.string?.contains("not believed") == true, "\(quote)")
  }

  @Test("A watch keeps the node's prices, and sends no alert at the oracle's")
  func watch() async throws {
    home.use(try node())
    _ = try await home.json("gas alert add --above 5000 --terminal")
    let run = await home.run("gas watch --count 2 --every 1 \(options)")
    #expect(run.status == .success, "\(run.errors)")
    #expect(try await keepsTheNode())
    #expect(try await book.alerts.deliveries().isEmpty)
  }

  @Test("A watch on a screen draws all of it anew in its place, the heading first", arguments: [20, 40, 80])
  func screen(_ columns: Int) async throws {
    home.use(try node())
    let run = await CommandRun(
      "gas watch --count 2 --every 1 --no-color", environment: home.environment, terminal: columns)
    let parts = run.output.split(separator: "\r\u{1B}[")
    try #require(run.status == .success && parts.count == 2, "\(run.output)\(run.errors)")
    let rows = parts[0].split(separator: "\n").count
    let back = "\(rows)A\u{1B}[J"
    #expect(rows < Screen.usualRows && parts[1].hasPrefix(back), "\(run.output)")
    for frame in [parts[0], parts[1].dropFirst(back.count)] {
      let lines = frame.split(separator: "\n")
      #expect(frame.hasPrefix("local, prices in"), "\(frame)")
      #expect(lines.count < Screen.usualRows && lines.allSatisfy { $0.count <= columns }, "\(frame)")
    }
  }

  @Test("A daemon whose node goes away does not begin to believe the oracle, keeps nothing of it, and sends no alert")
  func daemon() async throws {
    home.use(try node())
    let receiver = try HostileServer { _ in [.send(HTTPText.reply(Bytes("{}".utf8), status: 200))] }
    _ = try await home.json("gas alert add --above 5000 --webhook \(receiver.url)")
    let (environment, options) = (home.environment, options)
    let daemon = Task { _ = await CommandRun("gas daemon --every 1 \(options)", environment: environment) }
    func wait(forReadings count: Int) async throws {
      for _ in 0..<1200 where oracle.requests.count < count { try await Task.sleep(for: .milliseconds(50)) }
    }
    try await wait(forReadings: 2)
    isAway.withLock { $0 = true }
    try await wait(forReadings: oracle.requests.count + 2)
    let problem = try await HealthBook(besides: try book.path).health(of: "1337")?.problem
    daemon.cancel()
    _ = await daemon.value
    #expect(problem?.contains("not believed") == true, "\(problem ?? "")")
    #expect(try await keepsTheNode())
    let events = try receiver.requests.map { try JSON(parsing: $0.body)["event"]?.string }
    #expect(events.allSatisfy { $0 == "failing" }, "\(events)")
  }

  @Test(
    "Where no node answers the oracle's prices are shown, and said to be confirmed by nobody",
    arguments: Language.allCases)
  func alone(language: Language) async throws {
    let line = "gas --network mainnet --endpoint http://127.0.0.1:1 --language \(language.rawValue) \(options)"
    let run = await home.run(line)
    #expect(run.status == .success && run.output.contains(language[GasText.unverified]), "\(run.output)\(run.errors)")
    let quote = try await home.json(line)
    #expect(quote["source"] == "oracle" && quote["unverified"] == true, "\(quote)")
  }
}
