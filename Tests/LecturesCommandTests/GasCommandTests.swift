import Alerts
import GasPrices
import NodeDoubles
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand

/// `lectures gas …` inside the test, on a node that says what it is told to.
@Suite("The gas commands") struct GasCommandTests {
  private let home = WalletHome()
  private var book: GasBook { get throws { try GasBook(home.file("lectures/gas.sqlite")) } }

  private func remember(_ chainID: UInt256) async throws {
    try await book.remember(chainID: chainID, ofNetwork: "local")
  }

  @Test("An alert is for the chain that the node serves, and not for the one that had the network's name before")
  func chainOfTheNode() async throws {
    try await remember(5)
    home.use(try StubNode())
    let run = await home.run("gas alert add --below 25 --terminal")
    #expect(run.status == .success && run.errors.contains("was chain 5"), "\(run.errors)")
    #expect(try await book.alerts.all().map(\.rule.subject.chain) == ["1337"])
    let status = await home.run("gas daemon --status --json")
    #expect(try JSON(parsing: status.output)["result"]?["chainId"] == "1337", "\(status.output)")
  }

  @Test("Where the node does not answer, it is the chain that was watched the last time, and that is told")
  func chainOfTheBook() async throws {
    try await remember(5)
    home.environment["LECTURES_ENDPOINT"] = "http://127.0.0.1:1"
    let run = await home.run("gas history")
    #expect(run.status == .success && run.errors.contains("does not answer"), "\(run.errors)")
  }

  @Test("The service has what the settings say, wherever they say it, and absolute paths")
  func unit() async throws {
    // The folder is there, then.
    try await remember(5)
    home.directory.write("KEY123\n", to: "key")
    home.directory.write(
      #"{"networks": {"mine": {"endpoint": "http://127.0.0.1:7", "chain-id": 5}}}"#, to: "lectures/config.json")
    home.environment["LECTURES_NETWORK"] = "mine"
    home.environment["LECTURES_ORACLE_KEY_FILE"] = "~/key"
    let run = await home.run("gas daemon --systemd-unit --endpoint http://127.0.0.1:9 --every 30")
    #expect(run.status == .success, "\(run.errors)")
    let start = try #require(run.output.split(separator: "\n").first { $0.hasPrefix("ExecStart=/") })
    for words in [
      " gas daemon --network mine --endpoint http://127.0.0.1:9 ", " --timeout 60 ",
      " --oracle-key-file \(home.file("key")) ", " --config \(home.file("lectures/config.json"))", " --every 30",
    ] { #expect(start.contains(words), "\(words): \(start)") }
    #expect(run.output.contains("\nEnvironment=XDG_DATA_HOME=\(home.directory.path)\n"), "\(run.output)")
    #expect(run.output.contains("\nReadWritePaths=%h \(home.file("lectures"))\n"), "\(run.output)")
  }

  @Test("No service is made of settings that the daemon would refuse")
  func invalidUnit() async throws {
    for line in [
      "--network nowhere", "--endpoint ftp://x", "--every 0.5", "--oracle-key-file missing --network mainnet",
    ] {
      let run = await home.run("gas daemon --systemd-unit \(line)")
      #expect(run.status != .success && run.output.isEmpty, "\(line): \(run.output)")
    }
    home.environment["LECTURES_ORACLE_KEY"] = "SECRETKEY"
    let run = await home.run("gas daemon --systemd-unit --network mainnet")
    #expect(run.status != .success && run.errors.contains("--oracle-key-file FILE"), "\(run.errors)")
  }

  @Test("What makes no sense is refused before anything is kept or sent")
  func refused() async throws {
    let home = await WalletHome.withOwner()
    home.use(try StubNode { $0.balances = [WalletHome.owner.lowercased(): 100] })
    #expect(await home.run("gas watch --count 1 --every 0.001").status == .usage)
    #expect(await home.run("gas alert add --below 25", "--command", " ").status == .usage)
    let line =
      "wallet transfer --to \(WalletHome.student) --amount 1 --wait-for-price 0 --yes"
    let waiting = await home.run(line)
    #expect(waiting.status == .usage && waiting.errors.contains("--deadline"), "\(waiting.errors)")
  }

  @Test("A network whose money is Kaia's counts in ston, in alerts as elsewhere")
  func ston() async throws {
    home.use(try StubNode())
    #expect(
      await home.run("gas alert add --below 25 --terminal").output.contains("below 25 ston (standard) on local"))
    let list = await home.run("gas alert list")
    #expect(list.output.contains("below 25 ston") && list.output.contains("Crossed"), "\(list.output)")
  }

  @Test("History writes no file over another unasked, none of nothing, and draws the tier that is asked for")
  func files() async throws {
    home.use(try StubNode())
    let (svg, csv) = (home.file("gas.svg"), home.file("gas.csv"))
    let nothing = await home.run("gas history --svg \(svg) --csv \(csv)")
    #expect(nothing.output.contains("Nothing is written."), "\(nothing.output)\(nothing.errors)")
    #expect(home.directory.read("gas.svg") == nil && home.directory.read("gas.csv") == nil)

    let now = LocalTime.now()
    let sample = GasSample(
      time: now, block: 7, baseFee: 1, slow: 1_000_000_000, standard: 2_000_000_000, fast: 9_000_000_000)
    try await book.record(sample, chainID: 1337)
    #expect(await home.run("gas history --svg \(svg) --csv \(csv)").status == .success)
    let standard = try #require(home.directory.read("gas.svg"))
    let again = await home.run("gas history --svg \(svg) --tier fast")
    #expect(again.status == .failure && again.errors.contains("--replace"), "\(again.errors)")
    #expect(home.directory.read("gas.svg") == standard)
    #expect(await home.run("gas history --svg \(svg) --tier fast --replace").status == .success)
    let fast = try #require(home.directory.read("gas.svg"))
    #expect(fast.contains(", fast, by hour") && fast.contains(">10<") && !fast.contains("<polygon"), "\(fast)")
    #expect(standard.contains(", standard, by hour") && standard.contains("<polygon"), "\(standard)")
  }
}
