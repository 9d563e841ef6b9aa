import GasPrices
import Localization
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing

@testable import LecturesCommand

/// `lectures gas` in the three languages, and what its prices are measured by.
@Suite("The prices of gas, as people read them") struct GasLanguageTests {
  private let home = WalletHome()

  /// A node with forty blocks behind it that took tips from 2 gwei on; one of them was full.
  private func node() throws -> StubNode {
    let gwei = { @Sendable (price: Int) in JSON.string(UInt256(UInt64(price) * 1_000_000_000).quantity) }
    return try StubNode { chain in
      chain.answers["eth_feeHistory"] = { _, _ in
        .result([
          "oldestBlock": "0x10", "baseFeePerGas": .array((0...40).map { _ in gwei(30) }),
          "gasUsedRatio": .array((0..<40).map { .number($0 == 30 ? "1" : "0.5") }),
          "reward": .array(
            (0..<40).map { $0 == 30 ? [gwei(9), gwei(9), gwei(9), gwei(9)] : [gwei(2), gwei(3), gwei(4), gwei(5)] }),
          "baseFeePerBlobGas": .array((0...40).map { _ in gwei(7) }),
        ])
      }
    }
  }

  @Test("How often a speed was enough is told with the blocks that it is measured over, those of the book included")
  func records() async throws {
    home.use(try node())
    let quote = try await home.json("gas")
    let standard = try #require(quote["tiers"]?[1])
    // Of 32 blocks the full one asked for more than the standard tip of before it.
    #expect(standard["measured"] == 32 && standard["enough"] == 31 && standard["within"] == 1, "\(standard)")
    #expect(quote["blobBaseFee"] == "7000000000" && standard["waitSeconds"] == .null)
    let text = await home.run("gas")
    #expect(text.output.contains("96 % of 32 blocks") && text.output.contains("Blob base fee"), "\(text.output)")

    for (language, words) in [("ko", "32블록 중 96%"), ("uk", "96 % з 32 блоків")] {
      let text = await home.run("gas --language \(language)")
      #expect(text.output.contains(words), "\(text.output)")
    }

    let book = try GasBook(home.file("lectures/gas.sqlite"))
    let told = FeeHistory(
      oldestBlock: 0, baseFeePerGas: Array(repeating: 30_000_000_000, count: 17),
      gasUsedRatio: Array(repeating: 0.5, count: 16),
      reward: Array(repeating: [2_000_000_000, 3_000_000_000, 4_000_000_000, 5_000_000_000], count: 16))
    let sample = GasSample(time: 1, block: 15, baseFee: 1, slow: 1, standard: 1, fast: 1)
    try await book.record(sample, chainID: 1337, blocks: told)
    let more = try await home.json("gas")["tiers"]?[1]
    #expect(more?["measured"] == 48 && more?["enough"] == 47, "\(String(describing: more))")
    let screen = await CommandRun("gas watch --count 1 --no-color", environment: home.environment, terminal: 80)
    #expect(screen.output.contains("base 30  blob base 7  50 % full"), "\(screen.output)\(screen.errors)")
  }

  @Test(
    "A wait that an oracle estimates is told as the oracle's, and where it tells none the wait is not known",
    arguments: [
      (.english, "45 s by the oracle's estimate", "not known"), (.korean, "45초(오라클 추정)", "알 수 없음"),
      (.ukrainian, "45 с за оцінкою оракула", "невідомо"),
    ] as [(Language, String, String)])
  func toldWaits(language: Language, told: String, unknown: String) async throws {
    home.use(try node())
    let oracle = try HostileServer { request in
      let answer: JSON =
        if request.path.contains("gasprice=31000000000&") {
          ["status": "1", "message": "OK", "result": "45"]
        } else if request.path.contains("gasestimate") {
          ["status": "0", "message": "NOTOK", "result": "Max calls per sec rate limit reached (3/sec)"]
        } else {
          [
            "status": "1", "message": "OK",
            "result": [
              "LastBlock": "7", "SafeGasPrice": "31", "ProposeGasPrice": "32", "FastGasPrice": "33",
              "suggestBaseFee": "30", "gasUsedRatio": "0.5",
            ],
          ]
        }
      return [.send(HTTPText.reply(answer.serializedBytes(), status: 200))]
    }
    home.directory.write("KEY123\n", to: "key", mode: 0o600)
    let line = "gas --oracle \(oracle.url) --oracle-key-file \(home.file("key"))"
    let run = await home.run("\(line) --language \(language.rawValue)")
    #expect(run.output.contains(told) && run.output.contains(unknown), "\(run.output)\(run.errors)")
    let tiers = try await home.json(line)["tiers"]?.array ?? []
    #expect(tiers.map { $0["waitSeconds"] } == [45, .null, .null], "\(tiers)")
  }

  @Test("In Korean and Ukrainian no word of English is left", arguments: [Language.korean, .ukrainian])
  func languages(language: Language) async throws {
    home.use(try node())
    let book = try GasBook(home.file("lectures/gas.sqlite"))
    for hour in 0..<30 {
      let price = hour == 3 ? 9_000_000_000_000 : 20_000_000_000 + Int64(hour)
      let sample = GasSample(
        time: LocalTime.now() - Int64(hour) * 3600, block: 7, baseFee: 1, slow: price, standard: price + 1,
        fast: price + 2)
      try await book.fill([sample], chainID: 1337)
    }
    for line in ["gas", "gas history", "gas watch --count 1"] {
      let run = await home.run("\(line) --language \(language.rawValue)")
      #expect(run.status == .success, "\(line): \(run.errors)")
      let names: Set<String> = ["ERC", "NFT", "Ctrl", "C", "lectures"]
      #expect(ForeignWords.of(run.output + run.errors, besides: names).isEmpty, "\(line): \(run.output)\(run.errors)")
    }
    let status = await home.run("gas daemon --status --language \(language.rawValue)")
    #expect(ForeignWords.of(status.output).isEmpty, "\(status.output)")
  }

  @Test("A chart ends above what is usual, says how high an outlier was, and has the prices of all speeds")
  func outlier() async throws {
    home.use(try node())
    let book = try GasBook(home.file("lectures/gas.sqlite"))
    for hour in 0..<20 {
      let price: Int64 = hour == 3 ? 9_000_000_000_000 : 20_000_000_000
      let sample = GasSample(
        time: LocalTime.now() - Int64(hour) * 3600, block: 7, baseFee: 1, slow: price, standard: price, fast: price)
      try await book.fill([sample], chainID: 1337)
    }
    let svg = home.file("week.svg")
    let run = await home.run("gas history --svg \(svg)")
    #expect(run.output.contains("▲ is above the scale: up to 9,000."), "\(run.output)\(run.errors)")
    #expect(run.output.contains("30 ┤") && run.output.contains("Highest"), "\(run.output)")
    let drawing = try #require(home.directory.read("week.svg"))
    #expect(drawing.contains(">slow<") && drawing.contains(">fast<") && drawing.contains(">30<"), "\(drawing)")
    #expect(drawing.contains(">▲ is above the scale: up to 9,000.<"), "\(drawing)")
    #expect(drawing.ranges(of: ">▲<").count == 3, "a mark for each speed: \(drawing)")
  }
}
