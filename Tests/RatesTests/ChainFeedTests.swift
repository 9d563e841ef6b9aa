import Devnet
import Locking
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing

@testable import Rates

/// A chain of Kaia's number whose price feeds are mocks, and a client of it.
private struct FeedChain {
  /// 2026-11-23 12:00 UTC, the time of its newest block.
  static let now: Int64 = 1_795_435_200

  let devnet: Devnet
  let client: NodeClient
  private let proxy: FaultProxy
  private let steps = Guarded<[FaultProxy.Step]>([])

  /// How many messages came to its node; a batch is one.
  var messages: Int { steps.withLock { steps in steps.count { $0.moment == .request } } }

  init() async throws {
    var options = Devnet.Options()
    options.chainID = 8217
    options.timestamp = UInt64(Self.now)
    options.clock = { UInt64(Self.now) }
    let devnet = try await Devnet.start(options)
    self.devnet = devnet
    proxy = try FaultProxy(
      FaultProxy.node { await devnet.answer($0) }, observe: { [steps] step in steps.withLock { $0.append(step) } })
    client = try NodeClient(proxy.url, options: .patient)
  }

  func reading(_ feed: PriceFeed, code: Bytes, at now: Int64 = now) async throws -> FeedReading {
    try await devnet.setCode(code, of: feed.address)
    return try #require(try await ChainFeeds([feed]).read(from: client, at: now).first)
  }
}

@Suite("Price feeds of a chain")
struct ChainFeedTests {
  private static let now = FeedChain.now
  private static let time = UInt256(UInt64(now))

  /// A round of AggregatorV3 with a price of 0.1042 in 8 places.
  private static func round(_ answer: UInt256 = 10_420_000, at time: UInt256 = time - 3600) -> [UInt256] {
    [7, answer, time - min(time, 5), time, 7]
  }

  private func kaia(heartbeat: Int64 = 43_200) throws -> PriceFeed {
    let known = try #require(PriceFeed.known(on: 8217).first)
    return PriceFeed(
      provider: known.provider, chainID: known.chainID, pair: known.pair, address: known.address, heartbeat: heartbeat)
  }

  @Test("The feeds that are known on Kaia are read in one batch, and give the legs of a way to the dollar")
  func knownFeeds() async throws {
    let chain = try await FeedChain()
    let prices: [Currency: UInt256] = [.kaia: 10_420_000, .usdt: 100_020_000, .eth: 281_500_000_000]
    for feed in PriceFeed.known(on: 8217) where feed.contract == .aggregator {
      let price = prices[feed.pair.base] ?? 8_671_000_000_000
      let code = MockFeed.code(Self.round(price), description: "RedStone Price Feed for \(feed.pair.base)")
      try await chain.devnet.setCode(code, of: feed.address)
    }
    let router = try #require(PriceFeed.known(on: 8217).first { $0.contract != .aggregator })
    try await chain.devnet.setCode(
      MockFeed.code([
        (0x33f9_8c77, MockFeed.words([9, 15_043_310_000, Self.time - 40])), (0x3b2b_3204, MockFeed.words([8])),
      ]), of: router.address)
    let readings = try await ChainFeeds(knownOn: 8217).read(from: chain.client, at: Self.now)
    #expect(chain.messages == 1)
    #expect(readings.findings.skipped == 0 && readings.count == 8)
    let quotes = readings.findings.quotes
    #expect(
      quotes.map { "\($0.pair) \($0.mid?.description ?? "")" }
        == [
          "KAIA/USD 0.1042", "USDT/USD 1.0002", "ETH/USD 2815", "BTC/USD 86710", "KAIA/USDT 150.4331",
          "KAIA/KRW 150.4331", "KRW/USD 150.4331", "BTC/USDT 150.4331",
        ])
    #expect(quotes[0].source == "redstone-8217" && quotes[4].source == "orakl-8217")
    #expect(quotes[0].asOf == Self.now - 3600 && quotes[4].asOf == Self.now - 40 && quotes[0].retrieved == Self.now)
    #expect(quotes.allSatisfy { $0.market == .chain && $0.kind == .chain && $0.bid == nil && $0.ask == nil })
    #expect(readings[0].description == "RedStone Price Feed for KAIA" && readings[4].description == nil)
  }

  @Test(
    "The same selector is read in each of its layouts",
    arguments: [
      [7, 10_420_000, 1, UInt256(1_795_435_100), 7], [7, 10_420_000, UInt256(1_795_435_100)],
      [7, 10_420_000, UInt256(1_795_435_100), 1],
    ])
  func layouts(words: [UInt256]) async throws {
    let reading = try await FeedChain().reading(kaia(), code: MockFeed.code(words))
    let quote = try reading.quote.get()
    #expect(quote.mid?.description == "0.1042" && quote.asOf == 1_795_435_100)
    #expect(reading.description == "KAIA / USD")
  }

  @Test("Answers of other lengths are refused", arguments: [0, 1, 2, 6, 7, 300])
  func lengths(count: Int) async throws {
    let words = [UInt256](repeating: UInt256(1_795_435_100), count: count)
    try await expectNone(MockFeed.code(words), because: "neither five words")
  }

  @Test("An answer that ends within a word is refused")
  func cutOff() async throws {
    let cut = Bytes(MockFeed.words(Self.round()).dropLast())
    let code = MockFeed.code([
      (0xfeaf_968c, cut), (0x313c_e567, MockFeed.words([8])), (0x7284_e416, MockFeed.string("KAIA / USD")),
    ])
    try await expectNone(code, because: "neither five words")
  }

  @Test(
    "A price that is zero or below, of no time, of a time to come, or too late is none",
    arguments: [
      (round(0), "above zero"), (round(.max), "above zero"), (round(.max - 10_420_000), "above zero"),
      (round(1 << 255), "above zero"), (round(at: 0), "after the newest block"),
      (round(at: time + 61), "after the newest block"), (round(at: .max), "after the newest block"),
      (round(at: 1 << 63), "after the newest block"), (round(at: time - 43_801), "43801 seconds old"),
      (round(at: 1), "seconds old"), (round((1 << 255) - 1), "out of bounds"),
      ([7, 10_420_000, time, 0], "not verified"), ([7, 10_420_000, time, 2], "not verified"),
    ] as [([UInt256], String)])
  func refused(round: [UInt256], reason: String) async throws {
    try await expectNone(MockFeed.code(round), because: reason)
  }

  @Test("A price is used up to ten minutes after its heartbeat, and up to a minute before its block")
  func bounds() async throws {
    let chain = try await FeedChain()
    for time in [Self.time - 43_800, Self.time, Self.time + 60] {
      let quote = try await chain.reading(kaia(), code: MockFeed.code(Self.round(at: time))).quote.get()
      #expect(UInt256(UInt64(quote.asOf)) == time)
    }
    // A wall clock that is behind makes no price old, and a heartbeat without end none refused.
    let code = MockFeed.code(Self.round(at: Self.time))
    #expect((try? await chain.reading(kaia(), code: code, at: 0).quote.get()) != nil)
    #expect(
      (try? await chain.reading(kaia(heartbeat: .max), code: MockFeed.code(Self.round(at: 5))).quote.get()) != nil)
  }

  @Test(
    "Decimals move the point, exactly as far as there is room",
    arguments: [
      (0, 12, "12"), (8, 1, "0.00000001"), (18, 104_200_000_000_000_000, "0.1042"),
      (30, 104_200_000_000_000_000_000_000_000_000, "0.1042"),
    ] as [(UInt256, UInt256, String)])
  func decimals(places: UInt256, answer: UInt256, text: String) async throws {
    let code = MockFeed.code(Self.round(answer), decimals: places)
    let quote = try await FeedChain().reading(kaia(), code: code).quote.get()
    #expect(quote.mid?.description == text && quote.mid?.isExact == true)
  }

  @Test("More decimals than 30, none at all, and a price that is too little to be told are refused")
  func wrongDecimals() async throws {
    try await expectNone(MockFeed.code(Self.round(), decimals: 31), because: "decimals")
    try await expectNone(MockFeed.code(Self.round(), decimals: .max), because: "decimals")
    try await expectNone(MockFeed.code(Self.round(1), decimals: 30), because: "out of bounds")
    let description: (UInt32, Bytes) = (0x7284_e416, MockFeed.string("KAIA / USD"))
    let without = MockFeed.code([(0xfeaf_968c, MockFeed.words(Self.round())), description])
    try await expectNone(without, because: "does not tell its decimals")
    for data in [[], [8], MockFeed.words([8, 0])] as [Bytes] {
      let code = MockFeed.code([(0xfeaf_968c, MockFeed.words(Self.round())), (0x313c_e567, data), description])
      try await expectNone(code, because: "does not tell its decimals")
    }
  }

  @Test("A description of another pair is refused, one that is missing is not")
  func descriptions() async throws {
    for text in ["BTC / USD", "USD / KAIA", "RedStone Price Feed for ETH", "KAIA", "K\u{202e}AIA / USD", ""] {
      try await expectNone(MockFeed.code(Self.round(), description: text), because: "calls itself")
    }
    let chain = try await FeedChain()
    for text in ["KAIA / USD", "KLAY-USD", "Redstone Price Feed", nil] {
      let reading = try await chain.reading(kaia(), code: MockFeed.code(Self.round(), description: text))
      #expect((try? reading.quote.get()) != nil, "\(text ?? "none")")
    }
    let hostile = try await chain.reading(
      kaia(), code: MockFeed.code(Self.round(), description: "\u{1b}[2J" + String(repeating: "x", count: 9000)))
    #expect(hostile.description?.contains("\u{1b}") == false && (hostile.description?.count ?? 0) < 200)
    // An offset far beyond the answer.
    let answers: [(selector: UInt32, data: Bytes)] = [
      (0xfeaf_968c, MockFeed.words(Self.round())), (0x313c_e567, MockFeed.words([8])),
      (0x7284_e416, MockFeed.words([.max, 10, 0])),
    ]
    try await expectNone(MockFeed.code(answers), because: "no text")
  }

  @Test("RedStone's description without a pair stands for prices in dollars alone")
  func redStone() throws {
    let pair = CurrencyPair(.kaia, .krw)
    #expect(!FeedAnswers.isDescription("RedStone Price Feed", of: pair))
    #expect(!FeedAnswers.isDescription("RedStone Price Feed for KAIA", of: pair))
    #expect(FeedAnswers.isDescription("RedStone Price Feed for KAIA/KRW", of: pair))
    #expect(!FeedAnswers.isDescription("RedStone Price Feed for ETH USD", of: CurrencyPair(.kaia, .usd)))
  }

  @Test("An address without code, a contract that reverts, and one of another chain have no price")
  func noContract() async throws {
    try await expectNone([], because: "no contract")
    try await expectNone([0x60, 0x00, 0x60, 0x00, 0xfd], because: "does not tell its price")
    // INVALID burns all gas.
    try await expectNone([0xfe], because: "The node does not tell")
    let feed = try kaia()
    let chain = try await FeedChain()
    let foreign = PriceFeed(
      provider: "redstone", chainID: 1001, pair: feed.pair, address: feed.address, heartbeat: feed.heartbeat)
    try await chain.devnet.setCode(MockFeed.code(Self.round()), of: feed.address)
    let readings = try await ChainFeeds([foreign, feed]).read(from: chain.client, at: Self.now)
    #expect(readings.findings.quotes.map(\.source) == ["redstone-8217"] && readings.findings.skipped == 1)
    guard case .failure(let error) = readings[0].quote else { return }
    #expect(error.reason == "It is on chain 1001, and the node is of chain 8217.")
  }

  @Test("A node that is not there, or tells no chain or block, is an error of all feeds")
  func brokenNodes() async throws {
    let nobody = try NodeClient(HostileServer.nobody(), options: .patient)
    await #expect(throws: RatesError(.unreachable, words: nil)) {
      try await ChainFeeds(knownOn: 8217).read(from: nobody, at: Self.now)
    }
    for method in ["eth_chainId", "eth_getBlockByNumber"] {
      let node = try StubNode { $0.answers[method] = { _, _ in .result(.null) } }
      let client = try NodeClient(node.url, options: .patient)
      await #expect(throws: RatesError(.badAnswer, words: nil)) {
        try await ChainFeeds(knownOn: 8217).read(from: client, at: Self.now)
      }
    }
    let none = try NodeClient(HostileServer.nobody(), options: .patient)
    #expect(try await ChainFeeds(knownOn: 5).read(from: none, at: Self.now).isEmpty)
  }

  @Test("A block of the last second there is does not overflow")
  func lastBlock() async throws {
    let feed = try kaia()
    let round = MockFeed.words(Self.round(at: .max)).hex
    let node = try StubNode { chain in
      chain.chainID = 8217
      chain.contracts = [feed.address.lowercaseHex]
      chain.callResult = round
      chain.answers["eth_getBlockByNumber"] = { _, _ in
        .result([
          "number": "0x1", "hash": .string(Hash32.zero.hex), "parentHash": .string(Hash32.zero.hex),
          "timestamp": "0xffffffffffffffff", "gasUsed": "0x0",
        ])
      }
    }
    let client = try NodeClient(node.url, options: .patient)
    let reading = try #require(try await ChainFeeds([feed]).read(from: client, at: Self.now).first)
    #expect((try? reading.quote.get()) == nil)
  }

  private func expectNone(
    _ code: Bytes, because reason: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let reading = try await FeedChain().reading(kaia(), code: code)
    guard case .failure(let error) = reading.quote else {
      Issue.record("there is a price", sourceLocation: sourceLocation)
      return
    }
    #expect(error == RatesError(.noData, words: nil), sourceLocation: sourceLocation)
    #expect(error.reason?.contains(reason) == true, "\(error)", sourceLocation: sourceLocation)
  }
}
