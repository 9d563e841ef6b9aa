import ChainIndex
import LectureIndex
import LectureKit
import NodeRPC
import Primitives
import Tries

/// A lecture contract on a chain that is kept nowhere: each event is worked out of a seed and its place alone.
///
/// Lectures live side by side in groups, each through one script: it is opened, bought, rated, left, settled, opened again,
/// bought and rated. A reorganisation changes who buys, what is rated and every hash from a height on, and not the script.
struct GeneratedMarket: IndexNode, LectureFacts, Codable {
  /// A branch of the chain: all blocks above a height.
  struct Branch: Codable {
    var above: UInt64
    var salt: UInt64
  }

  static let contract = Address(truncating: 0xaa)
  static let eventsPerBlock: UInt64 = 20
  /// The most blocks of which logs are told at once.
  private static let widest: UInt64 = 500

  let seed: UInt64
  /// The height of the newest block.
  var head: UInt64
  /// The branches, the lowest first.
  private(set) var branches: [Branch] = []

  /// A chain with so many events, or a few more.
  init(seed: UInt64, events: UInt64) {
    (self.seed, head) = (seed, (events + Self.eventsPerBlock - 1) / Self.eventsPerBlock)
  }

  /// Replaces the newest blocks by others, and adds some.
  mutating func reorganise(depth: UInt64, salt: UInt64, adding count: UInt64) {
    let height = head - min(depth, head - 1)
    branches.removeAll { $0.above >= height }
    branches.append(Branch(above: height, salt: salt))
    head += count
  }

  // MARK: IndexNode

  func chainID() async throws(NodeError) -> UInt256 { 1_337 }

  func headers(_ tags: [BlockTag]) async throws(NodeError) -> [IndexedBlock?] {
    tags.map { tag in
      switch tag {
      case .latest: block(head)
      case .number(let number): number <= head ? block(number) : nil
      case .hash(let hash): number(of: hash).map(block)
      default: nil
      }
    }
  }

  func logs(_ filter: LogFilter) async throws(NodeError) -> [Log] {
    switch (filter.fromBlock, filter.toBlock) {
    case (.hash(let hash), _): return number(of: hash).map(logs(in:)) ?? []
    case (.number(let first), .number(let last)):
      guard last - first < Self.widest else {
        throw NodeError(.rpc, rpcCode: -32005, rpcMessage: "query returned more than 10000 results")
      }
      return (first...last).flatMap(logs(in:))
    default: return []
    }
  }

  func code(of address: Address, at block: BlockTag) async throws(NodeError) -> Bytes { [1] }

  // MARK: LectureFacts

  func titles(of numbers: Range<UInt64>, at block: BlockTag) async throws -> [String] {
    try require(block)
    return numbers.map { script(of: $0).title }
  }

  func scores(of ratings: [RatingPlace], at block: BlockTag) async throws -> [Scores?] {
    try require(block)
    return try ratings.map { try script(of: $0.lecture).scores(in: $0.run, by: $0.student) }
  }

  private func require(_ block: BlockTag) throws(NodeError) {
    guard case .hash(let hash) = block, number(of: hash) != nil else {
      throw NodeError(.rpc, rpcCode: -32000, rpcMessage: "header not found")
    }
  }

  // MARK: Blocks

  /// Which branch a block is on.
  func salt(at height: UInt64) -> UInt64 { branches.last { $0.above < height }?.salt ?? 0 }

  /// The number that some others are mixed to.
  func mixed(_ values: UInt64...) -> UInt64 {
    var result = seed
    for value in values {
      result = (result ^ value) &+ 0x9e37_79b9_7f4a_7c15
      result = (result ^ (result >> 30)) &* 0xbf58_476d_1ce4_e5b9
      result = (result ^ (result >> 27)) &* 0x94d0_49bb_1331_11eb
      result ^= result >> 31
    }
    return result
  }

  /// A hash that has a number in its last eight bytes.
  func hash(_ kind: UInt64, _ salt: UInt64, _ number: UInt64) -> Hash32 {
    let (high, low) = (mixed(kind, salt, number, 1), mixed(kind, salt, number, 2))
    return Hash32(UInt256(high) << 192 | UInt256(low) << 128 | UInt256(number))
  }

  private func hash(of number: UInt64) -> Hash32 { hash(1, salt(at: number), number) }

  private func number(of hash: Hash32) -> UInt64? {
    let number = UInt64(truncatingIfNeeded: UInt256(hash))
    return number <= head && self.hash(of: number) == hash ? number : nil
  }

  private func block(_ number: UInt64) -> IndexedBlock {
    IndexedBlock(
      number: number, hash: hash(of: number), parent: number == 0 ? .zero : hash(of: number - 1),
      time: 1_700_000_000 + number, bloom: Self.anything)
  }

  /// A filter that may have any log.
  private static let anything = try? Bloom(Bytes(repeating: 0xff, count: 256))

  private func logs(in number: UInt64) -> [Log] {
    guard number > 0 else { return [] }
    let (block, salt) = (hash(of: number), salt(at: number))
    return (0..<Self.eventsPerBlock).map { place in
      let event = (number - 1) * Self.eventsPerBlock + place
      let (topics, data) = LectureScript.event(event, in: self)
      return Log(
        address: Self.contract, topics: topics, data: data, blockNumber: number, blockHash: block,
        transactionHash: hash(2, salt, event), transactionIndex: place, logIndex: place)
    }
  }

  private func script(of lecture: UInt64) -> LectureScript { LectureScript(lecture: lecture, market: self) }
}
