import Alerts
import Foundation
import GasPrices
import Localization
import Locking
import NodeDoubles
import Operations
import Outbox
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand

/// `lectures gas alert …` and `lectures gas daemon` inside the test, on a node that says what it is told to.
@Suite("The commands for alerts on gas") struct GasAlertCommandTests {
  private let home = WalletHome()
  private var book: GasBook { get throws { try GasBook(home.file("lectures/gas.sqlite")) } }

  @Test("A rule is told in each language, with the network's own unit and the language's decimal sign")
  func languages() throws {
    let settings = try Settings(GivenSettings(profile: nil, path: nil, naming: { $0.name }), environment: [:])
    let subject = GasSubject(chainID: 8217, network: "kaia", tier: .fast)
    let rule = try GasAlertRule(watching: subject, .below(25_500_000_000), hold: 120)
    func words(_ language: Language) -> String { GasSubject.writer(settings, in: language).words(rule) }
    #expect(words(.english) == "below 25.5 ston (fast) on kaia, for 120 s")
    for part in ["25.5 ston", "(빠름)", "kaia", "120"] { #expect(words(.korean).contains(part)) }
    for part in ["25,5 ston", "(швидко)", "kaia", "120"] { #expect(words(.ukrainian).contains(part)) }
  }

  @Test("An alert on a sharp change has its time, a note, and may be told once")
  func sharpChange() async throws {
    home.use(try StubNode())
    let line = "gas alert add --change 30% --within 10m --once --terminal --note"
    let added = await home.run(line, "look at it")
    #expect(
      added.output.contains("changed by 30 % within 600 s (standard) on local, once (look at it)"), "\(added.output)")
    let listed = try await home.json("gas alert list")["alerts"]?[0]
    #expect(listed?["condition"] == "change" && listed?["threshold"] == "30" && listed?["within"] == .integer(600))
    #expect(listed?["note"] == "look at it" && listed?["once"] == true)
    let rule = try #require(try await book.alerts.all().first?.rule)
    #expect(rule.isOnce && rule.note == "look at it" && rule.condition.window == 600)
  }

  @Test("An alert on the cost of an action has its gas of now, or that which one says")
  func costs() async throws {
    home.use(try StubNode())
    let transfer = try await home.json("gas alert add --cost-of transfer --below 0.01 --terminal")
    #expect(transfer["action"] == "transfer" && transfer["gas"] == "21000")
    #expect(transfer["threshold"] == "10000000000000000")
    let own = try await home.json("gas alert add --cost-of swap --action swap=99000 --above 0.5 --terminal")
    #expect(own["gas"] == "99000")
    let purchase = try await home.json("gas alert add --cost-of purchase --change 20% --terminal")
    #expect(purchase["gas"] == .string("\(LectureActions.purchase.gas)"))
    let list = await home.run("gas alert list")
    #expect(list.output.contains("below 0.01 KLAY for transfer (standard, 21000 gas) on local"), "\(list.output)")
    let unknown = await home.run("gas alert add --cost-of dance --below 1 --terminal")
    #expect(unknown.status == .usage && unknown.errors.contains("nft-transfer, swap"), "\(unknown.errors)")
  }

  @Test("An alert on the price of the coin is in the money that is named, where a market is known")
  func coin() async throws {
    let added = try await home.json("gas alert add --network kaia --coin --fiat KRW --below 99,5 --terminal")
    #expect(added["currency"] == "KRW" && added["threshold"] == "99.5" && added["tier"] == nil, "\(added)")
    let none = await home.run("gas alert add --network kaia --coin --below 100 --terminal")
    #expect(none.status == .usage && none.errors.contains("--fiat KRW"), "\(none.errors)")
    home.use(try StubNode())
    #expect(await home.run("gas alert add --coin --fiat KRW --below 100 --terminal").status == .usage)
  }

  @Test("An alert on a cost is in the money that is named, and a rate that is said once is refused")
  func costInMoney() async throws {
    home.use(try StubNode())
    let line = "gas alert add --network kaia --cost-of transfer --above 2.5 --terminal"
    let added = try await home.json("\(line) --fiat USD")
    #expect(added["currency"] == "USD" && added["threshold"] == "2.5" && added["action"] == "transfer", "\(added)")
    let list = await home.run("gas alert list")
    #expect(list.output.contains("at or above 2.5 USD for transfer (standard, 21000 gas) on kaia"), "\(list.output)")
    let fixed = await home.run("\(line) --fiat USD --fiat-rate", "2233.56 USD")
    #expect(fixed.status == .usage && fixed.errors.contains("Leave --fiat-rate away"), "\(fixed.errors)")
    #expect(try await home.json(line)["currency"] == nil)
  }

  @Test(
    "A change is told with its direction and as it was, in each language",
    arguments: [
      (.english, "up 6779 % from 1.179909623 ston within 600 s: 81.1664 ston", "down 50 % from 2 ston"),
      (.korean, "600초 안에 1.179909623 ston에서 6779% 상승: 81.1664 ston", "2 ston에서 50% 하락"),
      (.ukrainian, "на 6779 % вище, ніж 1,179909623 ston за 600 с: 81,1664 ston", "на 50 % нижче, ніж 2 ston"),
    ] as [(Language, String, String)])
  func changes(language: Language, up: String, down: String) async throws {
    let book = try book
    let units = GasUnits(gas: "ston", coin: "KAIA")
    func message(_ prices: [Int64], within window: Int64?, chain: UInt256) async throws -> String? {
      let rule = try GasAlertRule(
        watching: GasSubject(chainID: chain, network: "kaia"),
        .change(percent: #require(ExactDecimal("30")), within: window))
      _ = try await book.alerts.add(rule, channels: [AlertChannel(.terminal)])
      var told: String?
      for (index, price) in prices.enumerated() {
        let sample = GasSample(
          time: Int64(100 + index), block: 1, baseFee: price, slow: price, standard: price, fast: price)
        told = try await book.record(sample, chainID: chain, units: units) { language.message($0, $1, units) }
          .first?.message
      }
      return told
    }
    let rise = try await message([1_179_909_623, 81_166_400_000], within: 600, chain: 1)
    #expect(rise?.hasSuffix(up) == true, "\(rise ?? "")")
    let fall = try await message([2_000_000_000, 1_000_000_000], within: nil, chain: 2)
    #expect(fall?.contains(down) == true, "\(fall ?? "")")
  }

  @Test("A webhook is for the service that is named, and its address is shown without its key")
  func formats() async throws {
    home.use(try StubNode())
    let url = "https://api.telegram.org/bot123456:AAExampleExampleExampleExample12/sendMessage"
    let line = "gas alert add --below 25 --webhook \(url) --format telegram --telegram-chat -100123"
    // A group's number is negative.
    for typed in [line, line.replacing("--telegram-chat ", with: "--telegram-chat=")] {
      let run = await home.run(typed)
      #expect(run.status == .success, "\(run.errors)")
    }
    #expect(
      try await book.alerts.all().flatMap(\.channels).map(\.format) == [
        .telegram(chat: "-100123"), .telegram(chat: "-100123"),
      ])
    let list = await home.run("gas alert list")
    #expect(list.output.contains("webhook (telegram)") && !list.output.contains("AAExample"), "\(list.output)")
    let channel = try await home.json("gas alert list")["alerts"]?[0]?["channels"]?[0]
    #expect(channel?["format"] == "telegram" && channel?["kind"] == "webhook")
  }

  @Test(
    "What makes no sense is refused, and nothing is kept",
    arguments: [
      "", "--below 25 --above 30", "--below 25 --change 3%", "--change 30 --within 2d", "--change 30 --within 0s",
      "--below 25 --within 10m", "--change x", "--change 0%", "--change -3%", "--below 25 --format slack",
      "--below 25 --webhook https://example.org --format teams",
      "--below 25 --webhook https://example.org --format telegram",
      "--below 25 --webhook https://example.org --format telegram --telegram-chat x;y",
      "--below 25 --webhook https://example.org --telegram-chat 7", "--below 25 --coin --cost-of swap",
      "--below 25 --action swap=1", "--below 1 --cost-of swap --action swap", "--below 25 --cost-of transfer --tier x",
      "--below 1e400 --cost-of transfer", "--below 0 --cost-of transfer", "--below 25 --fiat USD",
      "--below 1 --cost-of transfer --fiat USD", "--below 1 --cost-of transfer --fiat-rate 2,5USD",
    ])
  func mistakes(line: String) async throws {
    home.use(try StubNode())
    let run = await home.run("gas alert add --terminal \(line)")
    #expect(run.status == .usage, "\(run.errors)\(run.output)")
    #expect(try await book.alerts.all().isEmpty)
  }

  @Test("A note of many lines is none")
  func noLine() async throws {
    home.use(try StubNode())
    #expect(await home.run("gas alert add --below 25 --terminal --note", "a\nb").status == .usage)
  }

  @Test("Actions of one's own stand beside the usual ones, and in place of one of their name")
  func actions() async throws {
    home.use(try StubNode())
    let run = await home.run("gas --action swap=99000 --action mint=95000 --json")
    let actions = try JSON(parsing: run.output)["result"]?["actions"]?.array ?? []
    let known = actions.map { "\($0["name"]?.string ?? "") \($0["gas"]?.int ?? 0)" }
    #expect(
      known == [
        "transfer 21000", "ERC-20 transfer 65000", "NFT transfer 85000", "purchase 79536", "evaluate 82669",
        "swap 99000", "mint 95000",
      ], "\(run.output)\(run.errors)")
    #expect(await home.run("gas --action swap").status == .usage)
    for (language, words) in [("en", "16777216 at most"), ("ko", "최대 16777216"), ("uk", "щонайбільше 16777216")] {
      let run = await home.run("gas --action swap=99999999999 --language \(language)")
      #expect(run.status == .usage && run.errors.contains(words), "\(run.errors)")
    }
  }

  // MARK: The daemon's own failures

  private func keeper(at clock: @escaping @Sendable () -> Int64 = { 1_700_000_000 }) throws -> HealthMonitor {
    HealthMonitor(
      try HealthBook(besides: try book.path), of: HealthMonitor.Daemon("gas", watching: "local", scope: "1337"),
      receivers: { [] }, message: { _ in "" }, terminal: { _ in }, pulse: ServiceHeartbeat(environment: [:]),
      clock: clock)
  }

  @Test("A daemon that has read nothing since it began neither does well nor fails", arguments: Language.allCases)
  func nothingYet(language: Language) async throws {
    home.use(try StubNode())
    home.environment["LECTURES_LANGUAGE"] = language.rawValue
    // The reading of a run before.
    try await keeper().note(problem: nil, hasReading: true, pause: .seconds(1))
    let lock = try MonitorLock(book: try book.path, scope: "1337", topic: GasSubject.topic)
    // The obstacle to its beginning is over, but nothing was read.
    try await keeper(at: LocalTime.now).note(problem: nil, hasReading: false, pause: .seconds(1))
    let well = language[HealthText.well]
    for command in ["gas daemon --status", "daemon --status"] {
      let begun = await home.run(command)
      #expect(begun.status == .success && !begun.output.contains(well), "\(begun.output)\(begun.errors)")
      let words = ["has read nothing yet, since", "아직 조회한 것이 없음", "ще нічого не прочитано"]
      #expect(words.contains { begun.output.contains($0) }, "\(begun.output)")
    }
    #expect(try await home.json("gas daemon --status")["ready"] == false)
    #expect(try await home.json("daemon --status")["parts"]?[0]?["ready"] == false)
    try await keeper(at: LocalTime.now).note(problem: nil, hasReading: true, pause: .seconds(1))
    #expect(try await home.json("gas daemon --status")["ready"] == true)
    let read = await home.run("daemon --status")
    #expect(read.status == .success && read.output.contains(well), "\(read.output)")
    withExtendedLifetime(lock) {}
  }

  @Test("A daemon that has done nothing for three intervals and a minute fails", arguments: Language.allCases)
  func hangs(language: Language) async throws {
    home.use(try StubNode())
    home.environment["LECTURES_LANGUAGE"] = language.rawValue
    _ = try await home.json("gas alert add --below 25 --terminal")
    let lock = try MonitorLock(book: try book.path, scope: "1337", topic: GasSubject.topic)
    let began = Date(timeIntervalSinceNow: -7200)
    try FileManager.default.setAttributes(
      [.modificationDate: began], ofItemAtPath: "\(try book.path)-1337.lock")
    func note(ago seconds: Int64, pause: Duration) async throws {
      try await keeper(at: { LocalTime.now() - seconds }).note(problem: nil, hasReading: true, pause: pause)
    }
    for (seconds, pause) in [(0, .seconds(1)), (600, .seconds(600))] as [(Int64, Duration)] {
      try await note(ago: seconds, pause: pause)
      let well = await home.run("gas daemon --status")
      #expect(well.status == .success && well.output.contains(language[HealthText.well]), "\(well.output)")
    }
    try await note(ago: 600, pause: .seconds(1))
    for command in ["gas daemon --status", "daemon --status"] {
      let hung = await home.run(command)
      let words = ["has done nothing since", "아무것도 하지 않음", "нічого не робить від"]
      #expect(hung.status == .failure && words.contains { hung.output.contains($0) }, "\(hung.output)")
      let answer = try JSON(parsing: await home.run("\(command) --json").output)
      #expect(answer["error"]?["code"] == "daemon.failing", "\(answer)")
      let told = answer["result"]?["parts"]?[0] ?? answer["result"]
      #expect(told?["ready"] == false && told?["failing"] == true, "\(answer)")
      #expect(told?["problem"]?.string?.hasPrefix("It has done nothing since ") == true, "\(answer)")
    }
    withExtendedLifetime(lock) {}
  }

  @Test("The status says since when the daemon fails and why, and is a failure then")
  func status() async throws {
    home.use(try StubNode())
    let lock = try MonitorLock(book: try book.path, scope: "1337", topic: GasSubject.topic)
    #expect(await home.run("gas daemon --status").status == .success)
    let keeper = try keeper()
    try await keeper.note(problem: "the node is away", hasReading: false, pause: .seconds(1))
    let failing = await home.run("gas daemon --status")
    #expect(failing.status == .failure && failing.output.contains("fails since"), "\(failing.output)")
    #expect(failing.errors.contains("the node is away"), "\(failing.errors)")
    let run = await home.run("gas daemon --status --json")
    let answer = try JSON(parsing: run.output)
    #expect(run.status == .failure && answer["error"]?["code"] == "daemon.failing", "\(run.output)")
    let result = answer["result"]
    #expect(result?["failing"] == true && result?["problem"] == "the node is away")
    #expect(result?["failingSince"] == .integer(1_700_000_000) && result?["failures"] == .integer(1))
    try await self.keeper(at: LocalTime.now).note(problem: nil, hasReading: true, pause: .seconds(1))
    let well = await home.run("gas daemon --status")
    #expect(well.status == .success && well.output.contains("does well"), "\(well.output)")
    withExtendedLifetime(lock) {}
  }

  @Test("The counts are those of the network in use")
  func counts() async throws {
    home.use(try StubNode())
    _ = try await home.json("gas alert add --below 25 --terminal")
    _ = try await home.json("gas alert add --network kaia --below 25 --terminal")
    try await book.record(GasSample(time: 1, block: 1, baseFee: 1, slow: 1, standard: 1, fast: 1), chainID: 8217)
    let kaia = await home.run("gas daemon --network kaia --status --json")
    #expect(try JSON(parsing: kaia.output)["result"]?["waiting"] == .integer(1), "\(kaia.output)")
    let local = await home.run("gas daemon --status --json")
    #expect(try JSON(parsing: local.output)["result"]?["waiting"] == .integer(0), "\(local.output)")
  }

  @Test(
    "A daemon whose node fails goes on, tells it once with the alerts' receivers, and tells once that it does well",
    arguments: [false, true])
  func failingNode(isNeverThere: Bool) async throws {
    let isAway = Guarded(false)
    let node = try StubNode { chain in
      for method in ["eth_chainId", "eth_feeHistory"] {
        chain.answers[method] = { _, _ in isAway.withLock { $0 } ? .error("the state is gone") : nil }
      }
    }
    home.use(node)
    let receiver = try HostileServer { _ in [.send(HTTPText.reply(Bytes("{}".utf8), status: 200))] }
    _ = try await home.json("gas alert add --above 900 --webhook \(receiver.url)")
    // Nobody has watched the network before: it is the alert that has its chain.
    isAway.withLock { $0 = isNeverThere }
    let environment = home.environment
    let daemon = Task { _ = await CommandRun("gas daemon --every 1", environment: environment) }
    let health = try HealthBook(besides: try book.path)
    func wait(for told: Int, isFailing: Bool) async throws {
      for _ in 0..<1200 {
        if receiver.requests.count == told, try await health.health(of: "1337")?.isFailing == isFailing { return }
        try await Task.sleep(for: .milliseconds(50))
      }
    }
    if !isNeverThere { try await wait(for: 0, isFailing: false) }
    isAway.withLock { $0 = true }
    try await wait(for: 1, isFailing: true)
    let status = await home.run("gas daemon --status")
    #expect(status.status == .failure && status.output.contains("the state is gone"), "\(status.output)")
    isAway.withLock { $0 = false }
    try await wait(for: 2, isFailing: false)
    #expect(await home.run("gas daemon --status").status == .success)
    daemon.cancel()
    _ = await daemon.value
    let bodies = try receiver.requests.map { try JSON(parsing: $0.body) }
    #expect(bodies.map { $0["event"]?.string } == ["failing", "recovered"])
    #expect(bodies.allSatisfy { $0["message"]?.string?.contains("the state is gone") == true })
  }
}
