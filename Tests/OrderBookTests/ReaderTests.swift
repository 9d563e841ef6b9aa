import FixtureSupport
import NodeRPC
import Orders
import Primitives
import Testing

@testable import OrderBook

/// The reading of orders and events, from nodes that do not say everything.
@Suite struct ReaderTests {
  private let exchanges = KnownExchanges(Cast.exchanges)

  @Test func aNodeThatLeavesABalanceOpenIsAnErrorAndNotZero() async throws {
    let chain = ModelChain()
    chain.mine(fund(Cast.makers[0], Cast.base, 500))
    let reader = OrderReader(chain, exchanges: exchanges)
    let order = try Cast.v1()
    #expect(try await reader.read([order], at: chain.head.block).first?.funds.maker.balance == 500)
    chain.fail([NodeError(.timeout)])
    let error = await #expect(throws: OrderBookError.self) { try await reader.read([order], at: chain.head.block) }
    #expect(error?.code == .nodeFailed)
    for answer in [NodeError(.rpc, rpcCode: -32603, rpcMessage: "internal error"), NodeError(.rateLimited)] {
      let key = Cast.v1.fundsKey(of: order)
      let found = Result { () throws(OrderBookError) in
        try OrderChainState(
          subjects: [.balance(TokenOwner(owner: key.owner, token: key.token))], answers: [.failure(answer)], keys: [])
      }
      #expect(throws: OrderBookError.self) { try found.get() }
    }
  }

  @Test func aTokenWhoseQueriesRevertOrAnswerAnythingHasNothing() async throws {
    let chain = ModelChain()
    chain.mine(fund(Cast.makers[0], Cast.base, 500))
    chain.breakToken(Cast.base)
    let reader = OrderReader(chain, exchanges: exchanges)
    let reading = try await reader.read([try Cast.v4()], at: chain.head.block)
    #expect(reading.first?.funds.maker == MakerFunds.none)
    let owner = TokenOwner(owner: Cast.makers[0], token: Cast.base)
    let key = FundsKey(owner: owner.owner, token: owner.token, spender: Cast.proxy)
    for data in [[], [1], Bytes(repeating: 1, count: 31), Bytes(repeating: 1, count: 64)] as [Bytes] {
      let state = try OrderChainState(
        subjects: [.balance(owner), .allowance(key)],
        answers: [.success(data), .success(Bytes(repeating: 0xff, count: 32))], keys: [key])
      #expect(state.funds[key] == MakerFunds(balance: 0, allowance: .max))
    }
  }

  @Test func anExchangeThatAnswersOtherwiseThanItsVersionIsAnError() throws {
    let hash = try Cast.v4().hash
    let words: [[UInt256]] = [
      [], [1], [UInt256(hash), 1], [1, 1, 0], [UInt256(hash), 0, 0], [UInt256(hash), 5, 0], [UInt256(hash), 257, 0],
      [UInt256(hash), 1, .max], [UInt256(hash), 1, 0, 0],
    ]
    for words in words {
      #expect(throws: OrderBookError.self) {
        try OrderChainState(
          subjects: [.info(hash)], answers: [.success(words.flatMap(\.bigEndianBytes))], keys: [])
      }
    }
    for subject in [StateSubject.filled(hash), .cancelled(hash), .signer(hash)] {
      #expect(throws: OrderBookError.self) {
        try OrderChainState(subjects: [subject], answers: [.success([])], keys: [])
      }
      #expect(throws: OrderBookError.self) {
        try OrderChainState(
          subjects: [subject], answers: [.failure(NodeError(.rpc, rpcCode: 3, rpcMessage: "execution reverted"))],
          keys: [])
      }
    }
    #expect(throws: OrderBookError.self) {
      try OrderChainState(subjects: [.signer(hash)], answers: [.success(UInt256(2).bigEndianBytes)], keys: [])
    }
  }

  @Test func anOrderOfAnotherExchangeOrChainIsNotRead() async throws {
    let reader = OrderReader(ModelChain(), exchanges: KnownExchanges([Cast.v1]))
    let error = await #expect(throws: OrderBookError.self) {
      try await reader.read([try Cast.v4()], at: ModelChain().head.block)
    }
    #expect(error?.code == .unknownExchange)
    let other = try LimitOrder(
      exchange: ExchangeContract(chainID: 1, address: Cast.v4.contract.address), maker: Cast.makers[0],
      makerToken: Cast.base, takerToken: Cast.quote, makerAmount: 1, takerAmount: 1, expiry: 1, salt: 1)
    let order = BookOrder(.v4(try SignedOrder(other, signature: try Cast.anySignature)))
    #expect(throws: OrderBookError.self) { try exchanges.exchange(of: order) }
  }

  @Test func theTopicsAreThoseOfTheSpecification() {
    let topics = [
      EventTopic.logFill: "0x0d0b9391970d9a25552f37d436d2aae2925e2bfe1b2a923754bada030c498cb3",
      EventTopic.logCancel: "0x67d66f160bc93d925d05dae1794c90d2d6d6688b29b84ff069398a9b04587131",
      EventTopic.logError: "0x36d86c59e00bd73dc19ba3adfe068e4b64ac7e92be35546adeddf1b956a87e90",
      EventTopic.limitOrderFilled: "0xab614d2b738543c0ea21f56347cf696a3a0c42a7cbec3212a5ca22a4dcff2124",
      EventTopic.orderCancelled: "0xa6eb7cdc219e1518ced964e9a34e61d68a94e4f1569db3e84256ba981ba52753",
      EventTopic.pairCancelled: "0xa91fe7ae62fce669df2c7f880f8c14d178531aae72515558e5c948e37c32a572",
      EventTopic.signerRegistered: "0x6ea9dbe8b2cc119348716a9220a0742ad62b7884ecb0ff4b32cd508121fd9379",
      EventTopic.deposit: "0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c",
      EventTopic.withdrawal: "0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65",
    ]
    for (topic, text) in topics { #expect(topic.hex == text) }
  }

  @Test func eventsOfStrangersAndOfTheOtherVersionAreNone() throws {
    let chain = ModelChain()
    let (v1, v4) = (try Cast.v1(), try Cast.v4())
    let logs = [
      Logs.filled(v1, OrderFill(takerAmount: 1, makerAmount: 2)),
      Logs.filled(v4, OrderFill(takerAmount: 1, makerAmount: 2)),
      Logs.cancelled(v4), Logs.failed(v1, nil),
    ]
    for log in logs {
      let placed = log.at(0, of: chain.head.block)
      #expect(try LoggedEvent(placed, of: exchanges) != nil)
      let versions = [Cast.v1, Cast.v4].filter { $0.contract.address != log.address }
      let stranger = Log(
        address: Address(truncating: 0xbad), topics: log.topics, data: log.data, blockNumber: 0, blockHash: .zero,
        transactionHash: .zero, logIndex: 0)
      #expect(try LoggedEvent(stranger, of: exchanges) == nil)
      let other = Log(
        address: versions[0].contract.address, topics: log.topics, data: log.data, blockNumber: 0, blockHash: .zero,
        transactionHash: .zero, logIndex: 0)
      #expect(try LoggedEvent(other, of: exchanges) == nil)
    }
  }

  @Test func anEventThatTheExchangeCannotHaveWrittenIsAnError() throws {
    var random = Seeded(3)
    let order = try Cast.v1()
    let log = Logs.filled(order, OrderFill(takerAmount: 1, makerAmount: 2))
    var wrong: [Log] = [
      Logs.log(log.address, Array(log.topics.prefix(3)), []), Logs.log(log.address, log.topics, [1, 2, 3]),
      Logs.log(log.address, log.topics.dropLast() + [.zero], []),
    ]
    wrong.append(Log(address: log.address, topics: log.topics, data: log.data + [0]))
    wrong.append(Log(address: log.address, topics: log.topics, data: []))
    // An address with something beside it.
    var data = log.data
    data[0] = 1
    wrong.append(Log(address: log.address, topics: log.topics, data: data))
    let block = ModelChain().head.block
    for log in wrong {
      #expect(throws: OrderBookError.self) { try LoggedEvent(log.at(0, of: block), of: exchanges) }
    }
    // At no place.
    #expect(throws: OrderBookError.self) { try LoggedEvent(log, of: exchanges) }
    for _ in 0..<500 {
      var data = log.data
      for _ in 0..<random.number(1...4) { data[random.number(0...(data.count - 1))] = UInt8(random.number(0...255)) }
      _ = try? LoggedEvent(
        Log(address: log.address, topics: log.topics, data: Bytes(data.prefix(random.number(0...data.count)))).at(
          0, of: block), of: exchanges)
    }
  }

  @Test func rangesOfLogsHalveUntilTheNodeTellsThem() async throws {
    let chain = ModelChain()
    let order = try Cast.v1()
    for _ in 0..<40 { chain.mine(fund(Cast.makers[0], Cast.base, 5_000) + [.fill(order, 3)]) }
    chain.limit(to: 7)
    let reader = LogReader(node: chain, exchanges: exchanges)
    let events = try await reader.events(from: 1, to: 40, tokens: [Cast.base])
    let fills = events.events.filter { if case .filled = $0.event { true } else { false } }
    #expect(fills.map(\.blockNumber) == Array(1...40))
    #expect(events.touched.owners.contains(TokenOwner(owner: Cast.makers[0], token: Cast.base)))
    chain.limit(to: 0)
    await #expect(throws: OrderBookError.self) { try await reader.events(from: 1, to: 40, tokens: []) }
  }

  @Test func logsOfAnotherBlockOrTwiceAtOnePlaceAreAnError() async throws {
    let order = try Cast.v1()
    let log = Logs.failed(order, nil)
    let block = ChainBlock(number: 5, hash: Hash32(5), parent: .zero, time: 5)
    let other = ChainBlock(number: 5, hash: Hash32(6), parent: .zero, time: 5)
    let removed = Log(
      address: log.address, topics: log.topics, data: log.data, blockNumber: 5, blockHash: block.hash,
      transactionHash: .zero, logIndex: 0, removed: true)
    for logs in [[log.at(0, of: other)], [log.at(0, of: block), log.at(0, of: block)], [removed], [log]] {
      let reader = LogReader(node: ByzantineNode(logs), exchanges: exchanges)
      let error = await #expect(throws: OrderBookError.self) { try await reader.events(of: block, tokens: []) }
      #expect(error?.code == .badAnswer)
    }
    let reader = LogReader(
      node: ByzantineNode([log.at(0, of: block), Logs.transfer(Cast.taker, .zero, .zero, 1)]), exchanges: exchanges)
    #expect(try await reader.events(of: block, tokens: []).events.count == 1)
  }
}

/// A node that tells the logs that it was made with, whatever it is asked.
private struct ByzantineNode: BookNode {
  let told: [Log]
  init(_ told: [Log]) { self.told = told }

  func chainID() async throws(NodeError) -> UInt256 { 1337 }
  func blocks(_ tags: [BlockTag]) async throws(NodeError) -> [ChainBlock?] { tags.map { _ in nil } }
  func logs(_ filter: LogFilter) async throws(NodeError) -> [Log] { told }
  func answers(to questions: [StateQuestion], at: Hash32) async throws(NodeError) -> [Result<Bytes, NodeError>] { [] }
}
