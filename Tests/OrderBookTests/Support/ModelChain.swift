import FixtureSupport
import Locking
import NodeRPC
import Orders
import Primitives

@testable import OrderBook

/// A chain that plays reorganisations, and answers as a node does: with words of calldata, and logs.
final class ModelChain: BookNode, Sendable {
  private struct State {
    var blocks: [MinedBlock]
    var random: Seeded
    var chainID = Cast.chainID
    var failures: [NodeError] = []
    /// The most blocks of which logs are told at once.
    var widest: UInt64 = .max
    var brokenTokens: Set<Address> = []
    var logQueries: [LogFilter] = []
    var questionCounts: [Int] = []
  }

  struct MinedBlock: Sendable {
    let block: ChainBlock
    let world: World
    let logs: [Log]
  }

  private let state: Guarded<State>

  /// A chain with its first block alone.
  init(_ seed: UInt64 = 1, time: UInt64 = 1_000_000) {
    var random = Seeded(seed)
    let genesis = ChainBlock(number: 0, hash: Hash32(UInt256(7)), parent: .zero, time: time)
    _ = random.next()
    state = Guarded(State(blocks: [MinedBlock(block: genesis, world: World(), logs: [])], random: random))
  }

  var head: MinedBlock { state.withLock { $0.blocks[$0.blocks.count - 1] } }
  var blocks: [MinedBlock] { state.withLock { $0.blocks } }
  var logQueries: [LogFilter] { state.withLock { $0.logQueries } }
  var questionCounts: [Int] { state.withLock { $0.questionCounts } }

  // MARK: Controls

  /// Mines a block with transactions.
  @discardableResult
  func mine(_ transactions: [ModelTransaction] = [], after seconds: UInt64 = 12) -> ChainBlock {
    state.withLock { state in
      let parent = state.blocks[state.blocks.count - 1]
      let block = ChainBlock(
        number: parent.block.number + 1, hash: state.random.hash(), parent: parent.block.hash,
        time: parent.block.time + seconds)
      var world = parent.world
      var logs: [Log] = []
      for transaction in transactions { logs += world.carryOut(transaction, at: block.time) }
      let placed = logs.enumerated().map { $1.at($0, of: block) }
      state.blocks.append(MinedBlock(block: block, world: world, logs: placed))
      return block
    }
  }

  /// Takes blocks away.
  func drop(_ count: Int) {
    state.withLock { $0.blocks.removeLast(min(count, $0.blocks.count - 1)) }
  }

  /// Becomes another chain with the same number, or with another.
  func become(chainID: UInt256? = nil, genesis: Hash32) {
    state.withLock { state in
      let block = ChainBlock(number: 0, hash: genesis, parent: .zero, time: 1_000_000)
      state.blocks = [MinedBlock(block: block, world: World(), logs: [])]
      if let chainID { state.chainID = chainID }
    }
  }

  /// Lets the next questions fail.
  func fail(_ errors: [NodeError]) { state.withLock { $0.failures = errors } }

  /// Tells logs of so many blocks at once only.
  func limit(to blocks: UInt64) { state.withLock { $0.widest = blocks } }

  /// Lets the queries of a token revert.
  func breakToken(_ token: Address) { state.withLock { _ = $0.brokenTokens.insert(token) } }

  // MARK: BookNode

  func chainID() async throws(NodeError) -> UInt256 { state.withLock { $0.chainID } }

  func blocks(_ tags: [BlockTag]) async throws(NodeError) -> [ChainBlock?] {
    try failIfDue()
    return state.withLock { state in
      tags.map { tag in
        switch tag {
        case .latest: state.blocks.last?.block
        case .number(let number): number < state.blocks.count ? state.blocks[Int(number)].block : nil
        case .hash(let hash): state.blocks.first { $0.block.hash == hash }?.block
        default: nil
        }
      }
    }
  }

  func logs(_ filter: LogFilter) async throws(NodeError) -> [Log] {
    try failIfDue()
    return try state.withLock { (state) throws(NodeError) -> [Log] in
      state.logQueries.append(filter)
      let blocks: [MinedBlock]
      switch (filter.fromBlock, filter.toBlock) {
      case (.hash(let hash), _):
        guard let block = state.blocks.first(where: { $0.block.hash == hash }) else {
          throw NodeError(.rpc, rpcCode: -32000, rpcMessage: "unknown block")
        }
        blocks = [block]
      case (.number(let first), .number(let last)):
        guard last - first < state.widest else {
          throw NodeError(.rpc, rpcCode: -32005, rpcMessage: "query returned more than 10000 results")
        }
        blocks = state.blocks.filter { (first...last).contains($0.block.number) }
      default: blocks = []
      }
      return blocks.flatMap(\.logs).filter { log in
        (filter.addresses.isEmpty || filter.addresses.contains(log.address))
          && zip(filter.topics, log.topics).allSatisfy { allowed, topic in allowed?.contains(topic) ?? true }
      }
    }
  }

  func answers(
    to questions: [StateQuestion], at hash: Hash32
  ) async throws(NodeError) -> [Result<Bytes, NodeError>] {
    try failIfDue()
    return try state.withLock { (state) throws(NodeError) -> [Result<Bytes, NodeError>] in
      state.questionCounts.append(questions.count)
      guard let block = state.blocks.first(where: { $0.block.hash == hash }) else {
        throw NodeError(.rpc, rpcCode: -32000, rpcMessage: "header not found")
      }
      return questions.map { block.answer($0, state.brokenTokens) }
    }
  }

  private func failIfDue() throws(NodeError) {
    let failure = state.withLock { $0.failures.isEmpty ? nil : $0.failures.removeFirst() }
    if let failure { throw failure }
  }
}

extension ModelChain.MinedBlock {
  /// The answer of a node to a question about the state after the block.
  fileprivate func answer(_ question: StateQuestion, _ broken: Set<Address>) -> Result<Bytes, NodeError> {
    guard case .call(let contract, let data) = question else { return .success([0xfe]) }
    let selector = Array(data.prefix(4))
    guard let words = ContractWords(Array(data.dropFirst(4))) else { return .failure(NodeError(.rpc)) }
    func number(_ place: Int) -> UInt256 { words.number(place) ?? 0 }
    func address(_ place: Int) -> Address { words.address(place) ?? .zero }
    if broken.contains(contract) {
      return .failure(NodeError(.rpc, rpcCode: 3, rpcMessage: "execution reverted"))
    }
    let answer: [UInt256]
    switch selector {
    case [0x28, 0x8c, 0xdc, 0x91]: answer = [world.progress[Hash32(number(0))]?.filled ?? 0]
    case [0x2a, 0xc1, 0x26, 0x22]: answer = [world.progress[Hash32(number(0))]?.cancelled ?? 0]
    case [0x95, 0x48, 0x08, 0x89]:
      let order = try? LimitOrder(
        exchange: Cast.v4.contract, maker: address(5), taker: address(6), sender: address(7), makerToken: address(0),
        takerToken: address(1), feeRecipient: address(8), makerAmount: number(2), takerAmount: number(3),
        takerFee: number(4), pool: Hash32(number(9)), expiry: number(10), salt: number(11))
      guard let order else { return .failure(NodeError(.rpc)) }
      let state = world.state(of: order, hash: order.hash)
      answer = [UInt256(order.hash), UInt256(order.status(in: state, at: block.time).rawValue), state.filled]
    case [0x6b, 0x52, 0xa4, 0xa8]: answer = [world.revoked.contains(address(0)) ? 0 : 1]
    case [0x70, 0xa0, 0x82, 0x31]: answer = [world.balances[TokenOwner(owner: address(0), token: contract)] ?? 0]
    case [0xdd, 0x62, 0xed, 0x3e]:
      answer = [world.allowances[FundsKey(owner: address(0), token: contract, spender: address(1))] ?? 0]
    default: return .failure(NodeError(.rpc, rpcMessage: "execution reverted"))
    }
    return .success(answer.flatMap(\.bigEndianBytes))
  }
}
