import Alerts
import Database
import Exchange
import GasPrices
import Localization
import NodeDoubles
import Outbox
import Primitives
import Rates
import StrictJSON
import Testing

@testable import LecturesCommand

/// `lectures daemon` inside the test: one process for gas, rates and conditional orders.
@Suite("The one daemon") struct AllDaemonTests {
  private let home = WalletHome()
  private var gas: GasBook { get throws { try GasBook(home.file("lectures/gas.sqlite")) } }
  private var rates: RatesBook { get throws { try RatesBook(home.file("lectures/rates.sqlite")) } }

  @Test("Where it does not run, the status is a failure and says which parts have something to do")
  func stopped() async throws {
    home.use(try StubNode())
    _ = await home.run("rates alert add --pair USD/UAH --below 43 --terminal")
    let run = await home.run("daemon --status --json")
    let answer = try JSON(parsing: run.output)
    #expect(run.status == .failure && answer["error"]?["code"] == "daemon.notRunning", "\(run.output)")
    let parts = answer["result"]?["parts"]?.array ?? []
    #expect(parts.map { $0["name"] } == ["gas", "rates", "exchange"])
    #expect(parts.map { $0["configured"] } == [false, true, false])
    #expect(parts.allSatisfy { $0["running"] == false } && answer["result"]?["running"] == false)
    #expect(await home.run("daemon --status").errors.contains("lectures daemon"))
  }

  @Test("The status is told though no node answers")
  func statusWithoutNode() async throws {
    home.environment["LECTURES_ENDPOINT"] = "http://127.0.0.1:1"
    // A journal without conditional orders is no work, whichever chain it is of.
    let journal = try OrderJournal(home.file("lectures/exchange.sqlite"), chain: ChainMark(chainID: 1))
    #expect(try await journal.triggers().isEmpty)
    let run = await home.run("daemon --status --json")
    let answer = try JSON(parsing: run.output)
    #expect(answer["error"]?["code"] == "daemon.notRunning", "\(run.output)")
    #expect(answer["result"]?["parts"]?.array?.map { $0["configured"] } == [false, false, false])
    let words = await home.run("daemon --status").errors
    #expect(words.contains("The daemon does not run, and nothing is configured that it would watch."), "\(words)")
    #expect(words.contains("lectures gas alert add") && !words.contains("Start it"), "\(words)")
  }

  @Test("Parts that one reason keeps from beginning are told together")
  func away() {
    let told = AllDaemon.byReason([("gas", "no server"), ("rates", "no bank"), ("gas kaia", "no server")])
    #expect(told.map(\.names) == [["gas", "gas kaia"], ["rates"]])
    #expect(told.map(\.reason) == ["no server", "no bank"])
    let line = Language.english[DaemonText.idle("gas, rates")]
    #expect(line == "Nothing is configured for gas, rates; it is looked for every minute.")
  }

  @Test("A server that is away is one reason, whichever books lie there", arguments: Language.allCases)
  func awayServer(language: Language) {
    let server = DatabaseError(.unreachable, "books: no server")
    let errors: [any Error] = [
      GasPricesError(.bookFailed, "No gas.", cause: server), RatesError(.bookFailed, "No rates.", cause: server),
    ]
    let reasons = Set(errors.map { AllDaemon.reason(of: $0, in: language) })
    #expect(reasons.count == 1 && reasons.first?.contains("books: no server") == true, "\(reasons)")
    let full = AllDaemon.reason(
      of: GasPricesError(.bookFailed, "No gas.", cause: DatabaseError(.full, "")), in: .english)
    #expect(full == "No gas.")
  }

  @Test("The status is that of all parts: one that fails, or does not run though it should, makes it a failure")
  func status() async throws {
    home.use(try StubNode())
    _ = await home.run("rates alert add --pair USD/UAH --below 43 --terminal")
    let lock = try MonitorLock(book: try rates.path, scope: RateSubject.scope, topic: RateSubject.topic)
    let well = await home.run("daemon --status")
    #expect(well.status == .success && well.output.contains("rates"), "\(well.output)\(well.errors)")
    let keeper = HealthMonitor(
      try HealthBook(besides: try rates.path), of: HealthMonitor.Daemon("rates", scope: RateSubject.scope),
      receivers: { [] }, message: { _ in "" }, terminal: { _ in }, pulse: ServiceHeartbeat(environment: [:]),
      clock: { 1_700_000_000 })
    try await keeper.note(problem: "the bank is shut", hasReading: false, pause: .seconds(1))
    let failing = await home.run("daemon --status")
    #expect(failing.status == .failure && failing.errors.contains("the bank is shut"), "\(failing.errors)")
    try await keeper.note(problem: nil, hasReading: true, pause: .seconds(1))
    #expect(await home.run("daemon --status").status == .success)
    // Of the same chain, under another name.
    let rule = try GasAlertRule(chainID: 1337, network: "other", isAbove: false, threshold: 1)
    _ = try await gas.alerts.add(rule, channels: [AlertChannel(.terminal)])
    let absent = await home.run("daemon --status --json")
    let answer = try JSON(parsing: absent.output)
    #expect(absent.status == .failure && answer["error"]?["code"] == "daemon.failing", "\(absent.output)")
    #expect(answer["result"]?["parts"]?[0]?["configured"] == true)
    // A node that was never there when somebody watched is the reason of the part that needs it, and not of the
    // command.
    home.environment["LECTURES_ENDPOINT"] = "http://127.0.0.1:1"
    let away = await home.run("daemon --status --json")
    let told = try JSON(parsing: away.output)
    #expect(told["error"]?["code"] == "daemon.failing" && told["result"]?["parts"]?[1]?["running"] == true, "\(told)")
    #expect(told["error"]?["reason"]?.string?.contains("Nothing listens") == true, "\(told)")
    withExtendedLifetime(lock) {}
  }

  @Test(
    "The reason of a part that fails is English for scripts, even beside a person, and people read it in their language",
    arguments: EverydayLanguageTests.languages)
  func reasonLanguage(language: Language) async throws {
    home.use(try StubNode())
    _ = await home.run("rates alert add --pair USD/UAH --below 43 --terminal")
    // The gas is watched, and the rates are not, though there is an alert on one.
    let lock = try MonitorLock(book: try gas.path, scope: "1337", topic: GasSubject.topic)
    let line = "daemon --status --language \(language.rawValue)"
    let reason = AlertRefusal.ratesUnwatched
    // Somebody who could be asked is spoken to in the language, and what a script reads is not.
    let run = await home.run("\(line) --json", answers: [])
    let answer = try JSON(parsing: run.output)
    #expect(run.status == .failure && answer["error"]?["code"] == "daemon.failing", "\(run.output)")
    #expect(answer["error"]?["reason"] == .string(reason.english.message), "\(run.output)")
    let shown = await home.run(line)
    #expect(shown.status == .failure && shown.errors.contains(language[reason].message), "\(shown.errors)")
    withExtendedLifetime(lock) {}
  }

  @Test("It watches what is configured, with the locks of the daemons of their own, and ends with all of it")
  func running() async throws {
    home.use(try StubNode())
    _ = await home.run("gas alert add --below 0.000000001 --terminal")
    let book = try gas
    let environment = home.environment
    let daemon = Task { await CommandRun("daemon --json", environment: environment).output }
    for _ in 0..<1200 {
      if MonitorLock.holder(book: book.path, scope: "1337") != nil,
        try await book.newestSample(chainID: 1337) != nil
      {
        break
      }
      try await Task.sleep(for: .milliseconds(50))
    }
    let second = await home.run("gas daemon")
    #expect(second.errors.contains("Another process watches this chain already."), "\(second.errors)")
    let status = try await home.json("daemon --status")
    #expect(status["running"] == true && status["failing"] == false, "\(status)")
    #expect(status["parts"]?[0]?["running"] == true && status["parts"]?[1]?["running"] == false)
    daemon.cancel()
    #expect(try JSON(parsing: await daemon.value)["result"]?["parts"] == ["gas"])
    #expect(MonitorLock.holder(book: book.path, scope: "1337") == nil)
  }

  @Test("A node that is away from the first start on fails since a time, under the chain of the network's alerts")
  func neverThere() async throws {
    home.environment["LECTURES_ENDPOINT"] = "http://127.0.0.1:1"
    home.directory.write("{}", to: "lectures/config.json")
    let book = try gas
    for chain in [5, 1337] as [UInt256] {
      let rule = try GasAlertRule(chainID: chain, network: "local", isAbove: false, threshold: 1)
      _ = try await book.alerts.add(rule, channels: [AlertChannel(.terminal)])
    }
    let health = try HealthBook(besides: book.path)
    let environment = home.environment
    let daemon = Task { await CommandRun("daemon --json", environment: environment).output }
    for _ in 0..<1200 {
      if try await health.health(of: "1337")?.isFailing == true { break }
      try await Task.sleep(for: .milliseconds(50))
    }
    let answer = try JSON(parsing: await home.run("daemon --status --json").output)
    daemon.cancel()
    #expect(answer["error"]?["code"] == "daemon.failing", "\(answer)")
    let part = answer["result"]?["parts"]?[0]
    #expect(part?["running"] == true && part?["failing"] == true && part?["failingSince"]?.int != nil, "\(answer)")
    #expect(part?["problem"]?.string?.contains("Nothing listens") == true, "\(answer)")
    #expect(try JSON(parsing: await daemon.value)["result"]?["parts"] == ["gas"])
  }

  @Test("The gas of every network with alerts is watched, and none that has none is asked for anything")
  func networks() async throws {
    let other = try StubNode { $0.chainID = 5 }
    let idle = try StubNode { $0.chainID = 6 }
    home.use(try StubNode())
    // The folder is there, then.
    let book = try gas
    home.directory.write(
      #"{"networks": {"other": {"endpoint": "\#(other.url)", "chain-id": 5}, "idle": {"endpoint": "\#(idle.url)"}}}"#,
      to: "lectures/config.json")
    for (network, chain) in [("local", 1337), ("other", 5), ("gone", 7)] as [(String, UInt256)] {
      let rule = try GasAlertRule(chainID: chain, network: network, isAbove: false, threshold: 1)
      _ = try await book.alerts.add(rule, channels: [AlertChannel(.terminal)])
    }
    let environment = home.environment
    let daemon = Task { await CommandRun("daemon --json", environment: environment) }
    for _ in 0..<2400 {
      let samples = [try await book.newestSample(chainID: 1337), try await book.newestSample(chainID: 5)]
      if samples.allSatisfy({ $0 != nil }) { break }
      try await Task.sleep(for: .milliseconds(50))
    }
    let status = try await home.json("daemon --status")
    let parts = status["parts"]?.array ?? []
    #expect(parts.map { $0["name"] } == ["gas", "rates", "exchange", "gas"], "\(status)")
    #expect(parts.last?["network"] == "other" && parts.last?["running"] == true, "\(status)")
    #expect(parts.first?["network"] == .null && parts.first?["running"] == true)
    daemon.cancel()
    let run = await daemon.value
    #expect(try JSON(parsing: run.output)["result"]?["parts"] == ["gas", "gas other"])
    #expect(run.errors.contains("gone"), "a network that no setting defines: \(run.errors)")
    #expect(idle.exchanges == 0)
  }

  @Test(
    "What it has to say goes through a log where nobody reads along at a terminal, or a level is set",
    arguments: [
      (nil, "", "warning daemon: "), (80, " --log-level notice", "warning daemon: "), (80, "", "warning: "),
      (nil, " --log-level error", nil),
    ] as [(Int?, String, String?)])
  func log(terminal: Int?, options: String, start: String?) async throws {
    home.use(try StubNode())
    let book = try gas
    for (network, chain) in [("local", 1337), ("gone\nerror daemon: no", 7)] as [(String, UInt256)] {
      let rule = try GasAlertRule(chainID: chain, network: network, isAbove: false, threshold: 1)
      _ = try await book.alerts.add(rule, channels: [AlertChannel(.terminal)])
    }
    let environment = home.environment
    let daemon = Task { await CommandRun("daemon\(options)", environment: environment, terminal: terminal) }
    for _ in 0..<2400 {
      if try await book.newestSample(chainID: 1337) != nil { break }
      try await Task.sleep(for: .milliseconds(50))
    }
    daemon.cancel()
    let lines = await daemon.value.errors.split(separator: "\n").filter { $0.contains("gone") }
    #expect(lines.count == (start == nil ? 0 : 1), "\(lines)")
    if let start, let line = lines.first {
      #expect(line.contains(start) && line.contains("error daemon: no"), "\(line)")
    }
  }

  @Test("It keeps the index that is configured, alone, and gives it up when it ends")
  func index() async throws {
    let home = try await MarketHome()
    try await home.done("create --price 10 --title Swift --from teacher --yes")
    let file = home.file("index.sqlite")
    let environment = home.environment.merging(["LECTURES_INDEX": file]) { $1 }
    func part() async throws -> JSON? {
      let status = try JSON(parsing: await CommandRun("daemon --status --json", environment: environment).output)
      return status["result"]?["parts"]?.array?.first { $0["name"] == "index" }
    }
    func index() async -> CommandRun { await CommandRun("index status --json", environment: environment) }
    let before = try await part()
    #expect(before?["configured"] == true && before?["running"] == false)
    let daemon = Task { await CommandRun("daemon --json", environment: environment).output }
    for _ in 0..<1200 {
      if await index().status == .success { break }
      try await Task.sleep(for: .milliseconds(50))
    }
    let made = try JSON(parsing: await index().output)["result"]
    #expect(made?["lectures"] == 1 && made?["writer"] != .null, "\(String(describing: made))")
    let during = try await part()
    #expect(during?["running"] == true && during?["failing"] == false)
    // It has read when the look that made the index is noted.
    var isReady = false
    for _ in 0..<1200 where !isReady {
      isReady = try await part()?["ready"] == true
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(isReady)
    let second = await CommandRun("daemon", environment: environment)
    #expect(second.status == .failure && second.errors.contains("Another process"), "\(second.errors)")
    daemon.cancel()
    #expect(try JSON(parsing: await daemon.value)["result"]?["parts"] == ["index"])
    #expect(try JSON(parsing: await index().output)["result"]?["writer"] == .null)
    #expect(try await part()?["running"] == false)
  }

  @Test("One unit has the settings of all parts, and tells the service manager how it does")
  func unit() async throws {
    home.environment["LECTURES_RATES_SOURCES"] = "nbu"
    home.environment["LECTURES_INDEX"] = home.file("i/index.sqlite")
    let run = await home.run(
      "daemon --systemd-unit --endpoint http://127.0.0.1:9 --rates-book ~/r/rates.sqlite --log-level info")
    #expect(run.status == .success, "\(run.errors)")
    let start = try #require(run.output.split(separator: "\n").first { $0.hasPrefix("ExecStart=/") })
    for words in [
      " daemon --network local ", " --endpoint http://127.0.0.1:9", " --rates-sources nbu", " --log-level info",
    ] {
      #expect(start.contains(words), "\(words): \(start)")
    }
    #expect(run.output.contains("\nType=notify\n") && run.output.contains("\nWatchdogSec="), "\(run.output)")
    #expect(run.output.contains(" \(home.file("lectures")) \(home.file("r")) \(home.file("i"))\n"), "\(run.output)")
    #expect(run.output.contains("LECTURES_INDEX=\(home.file("i/index.sqlite"))"), "\(run.output)")
    #expect(await home.run("daemon --systemd-unit --status").status == .usage)
  }

  @Test("An address with a password or a key in it is kept out of a unit, which everybody on the machine can read")
  func secretInUnit() async throws {
    for address in ["https://school:hunter2@node.example", "https://node.example/v3/hunter2hunter2hunter2hunter2abc1"] {
      home.environment["LECTURES_ENDPOINT"] = address
      for line in ["daemon --systemd-unit", "gas daemon --systemd-unit"] {
        let run = await home.run(line)
        #expect(run.status != .success && run.errors.contains("--endpoint"), "\(line): \(run.output)\(run.errors)")
        #expect(!(run.output + run.errors).contains("hunter2"), "\(line): \(run.output)\(run.errors)")
      }
    }
  }
}
