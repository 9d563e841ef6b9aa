import Foundation
import NodeRPC
import OrderBook
import Orders
import Primitives
import Synchronization

/// A node in process for a book: the blocks of the stub node and some more, and a rule for the rest.
///
/// With it nothing is measured but the book. Every maker has enough of everything, but for those whom a block made poor.
final class FundedNode: BookNode {
  private struct State {
    var blocks: [ChainBlock]
    var logs: [Hash32: [Log]] = [:]
    var filled: [UInt256: UInt256] = [:]
    var poor: Set<Address> = []
  }

  private let market: RelayMarket
  /// The hashes of the orders, by their salts.
  private let hashes: [UInt256: Hash32]
  private let state: Mutex<State>

  init(_ market: RelayMarket, _ orders: [LimitOrder]) {
    self.market = market
    hashes = Dictionary(orders.map { ($0.salt, $0.hash) }) { first, _ in first }
    let names = [Hash32(0xa0 as UInt256), Hash32(0xa1 as UInt256)]
    state = Mutex(
      State(blocks: [
        ChainBlock(number: 0, hash: names[0], parent: .zero, time: market.time - 1),
        ChainBlock(number: 1, hash: names[1], parent: names[0], time: market.time),
      ]))
  }

  /// Adds a block in which orders are filled by half, and so many makers move some of a token.
  ///
  /// - Parameters:
  ///   - makers: The makers, the first tenth of whom keep nothing.
  func mine(filling orders: [LimitOrder], moving token: Address, of makers: [Address]) {
    state.withLock { state in
      let number = UInt64(state.blocks.count)
      let hash = Hash32(UInt256(0xa0 + number))
      let parent = state.blocks[state.blocks.count - 1]
      state.blocks.append(ChainBlock(number: number, hash: hash, parent: parent.hash, time: parent.time + 1))
      var logs: [Log] = []
      func add(_ address: Address, _ topics: [Hash32], _ words: [UInt256]) {
        logs.append(
          Log(
            address: address, topics: topics, data: words.flatMap(\.bigEndianBytes), blockNumber: number,
            blockHash: hash, transactionHash: Hash32(UInt256(logs.count + 1)), transactionIndex: UInt64(logs.count),
            logIndex: UInt64(logs.count)))
      }
      for order in orders {
        let (half, share) = (order.takerAmount / 2, order.makerAmount / 2)
        state.filled[order.salt] = half
        let words: [UInt256] = [
          UInt256(order.hash), UInt256(order.maker), 0x7a, 0, UInt256(order.makerToken), UInt256(order.takerToken),
          half,
          share, 0, 0, 0,
        ]
        add(market.exchange.address, [Self.filled], words)
      }
      for maker in makers {
        add(token, [Self.transfer, Hash32(UInt256(maker)), Hash32(0x7a as UInt256)], [1])
      }
      state.poor = Set(makers.prefix(makers.count / 10))
      state.logs[hash] = logs
    }
  }

  private static let filled = Keccak256.hash(
    "LimitOrderFilled(bytes32,address,address,address,address,address,uint128,uint128,uint128,uint256,bytes32)".utf8)
  private static let transfer = Keccak256.hash("Transfer(address,address,uint256)".utf8)

  // MARK: BookNode

  func chainID() async throws(NodeError) -> UInt256 { market.exchange.chainID }

  func blocks(_ tags: [BlockTag]) async throws(NodeError) -> [ChainBlock?] {
    state.withLock { state in
      tags.map { tag in
        switch tag {
        case .number(let number): state.blocks.first { $0.number == number }
        case .hash(let hash): state.blocks.first { $0.hash == hash }
        default: state.blocks.last
        }
      }
    }
  }

  func logs(_ filter: LogFilter) async throws(NodeError) -> [Log] {
    guard case .hash(let hash) = filter.fromBlock else { return [] }
    return state.withLock { $0.logs[hash] ?? [] }
  }

  func answers(
    to questions: [StateQuestion], at block: Hash32
  ) async throws(NodeError) -> [Result<Bytes, NodeError>] {
    state.withLock { state in
      questions.map { question in
        guard case .call(_, let data) = question else { return .success([1]) }
        // An order of twelve words, the salt being the last; else the owner of a balance or an allowance comes first.
        if data.count == 4 + 12 * 32, let salt = try? UInt256(bigEndian: data.suffix(32)), let hash = hashes[salt] {
          return .success(hash.bytes + UInt256(1).bigEndianBytes + (state.filled[salt] ?? 0).bigEndianBytes)
        }
        let owner = try? UInt256(bigEndian: data.dropFirst(4).prefix(32))
        let isPoor = owner.map { state.poor.contains(Address(truncating: $0)) } ?? false
        return .success(isPoor ? UInt256.zero.bigEndianBytes : (UInt256(1) << 100).bigEndianBytes)
      }
    }
  }
}
