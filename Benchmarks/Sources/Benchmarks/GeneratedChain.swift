import Peers
import Primitives
import Tries

/// A chain whose blocks have all the same receipts, and differ in number, time and hashes alone: what its nodes tell fits
/// the headers, and costs hardly anything to put together.
struct GeneratedChain {
  /// The token whose transfers are on it, one in each transaction.
  static let contract = Address(truncating: 0x7000_0001)
  static let perBlock = 16
  /// The most logs that are given at once.
  static let mostLogs = 10_000
  /// The most blocks whose logs are given at once.
  static let mostBlocks = mostLogs / perBlock
  /// The interface of the token.
  static let interface = """
    [{"type":"event","name":"Transfer","anonymous":false,"inputs":[{"name":"from","type":"address","indexed":true},
     {"name":"to","type":"address","indexed":true},{"name":"value","type":"uint256","indexed":false}]}]
    """

  /// The newest block; each from the first on has events.
  let height: Int
  /// A node whose headers have all that their hashes are made of.
  let url: String
  /// A node whose headers tell neither filters nor roots, so that nothing can be compared with them.
  let bareURL: String

  /// A chain with so many events; they fill whole blocks.
  init(events: Int) throws {
    height = max(1, events / Self.perBlock)
    let receipts = (0..<Self.perBlock).map(TransferReceipt.init)
    let header = GeneratedHeader(receipts)
    var (hashes, parent): (Bytes, Hash32) = ([], .zero)
    for number in 0...height {
      parent = header.hash(of: UInt64(number), on: parent)
      hashes += parent.bytes
    }
    func node(_ members: String) throws -> String {
      let chain = peer_chain_new(GeneratedHeader.time, hashes, hashes.count / 32, members, Self.mostLogs)
      let isWhole = chain != nil && receipts.allSatisfy { peer_chain_add(chain, $0.members, $0.logMembers) }
      try require(isWhole, "there is no memory for the chain")
      let port = peer_chain_start(chain)
      try require(port != 0, "the node of the chain found no port")
      return "http://127.0.0.1:\(port)"
    }
    url = try node("\(GeneratedHeader.bare),\(header.proof)")
    bareURL = try node(GeneratedHeader.bare)
  }

  /// The number of events.
  var events: Int { height * Self.perBlock }
}

/// The receipt of a transaction at a place in any block.
private struct TransferReceipt {
  private static let gas: UInt64 = 51_234
  private static let event = Keccak256.hash("Transfer(address,address,uint256)".utf8)

  private let place: UInt64
  private let topics: [Hash32]
  private let data: Bytes
  let bloom: Bloom

  init(_ place: Int) {
    self.place = UInt64(place)
    topics = [Self.event, Hash32(UInt256(0xa11ce_0000 + self.place)), Hash32(UInt256(0xb0b_0000 + self.place))]
    data = UInt256(1_000_000_007 * (self.place + 1)).bigEndianBytes
    var bloom = Bloom()
    bloom.insert(address: GeneratedChain.contract, topics: topics)
    self.bloom = bloom
  }

  /// The encoding in the root of receipts, of the second type of transactions.
  var encoded: Bytes {
    let log = RLP.Item.list([.address(GeneratedChain.contract), .list(topics.map { .hash($0) }), .bytes(data)])
    return [2]
      + RLP.encode(.list([.uint(1 as UInt64), .uint(Self.gas * (place + 1)), .bytes(bloom.bytes), .list([log])]))
  }

  /// The members of the receipt's JSON that do not tell its block.
  var members: String {
    """
    "type":"0x2","status":"0x1","cumulativeGasUsed":"\(UInt256(Self.gas * (place + 1)).quantity)",\
    "gasUsed":"\(UInt256(Self.gas).quantity)","effectiveGasPrice":"0x5d21dba00","contractAddress":null,\
    "from":"0x\(String(repeating: "11", count: 20))","to":"\(GeneratedChain.contract.lowercaseHex)",\
    "logsBloom":"\(bloom.bytes.hex)"
    """
  }

  /// The members of its log's JSON that do not tell its block.
  var logMembers: String {
    """
    "address":"\(GeneratedChain.contract.lowercaseHex)","topics":[\(topics.map { "\"\($0.hex)\"" }.joined(separator: ","))],\
    "data":"\(data.hex)","logIndex":"\(UInt256(place).quantity)","removed":false
    """
  }
}

/// A header over the same receipts, at any number.
private struct GeneratedHeader {
  static let time: UInt64 = 1_700_000_000
  private static let (gasLimit, gasUsed): (UInt64, UInt64) = (30_000_000, 819_744)
  private static let (miner, state): (Address, Hash32) = (Address(truncating: 0x22), Hash32(0x33 as UInt256))
  private static let uncles = Keccak256.hash(RLP.encode(.list([])))
  private static let nonce = Bytes(repeating: 0, count: 8)

  private let root: Hash32
  private let bloom: Bloom

  init(_ receipts: [TransferReceipt]) {
    root = OrderedTrie.root(of: receipts.map(\.encoded))
    bloom = receipts.reduce(Bloom()) { $0 | $1.bloom }
  }

  func hash(of number: UInt64, on parent: Hash32) -> Hash32 {
    Keccak256.hash(
      RLP.encode(
        .list([
          .hash(parent), .hash(Self.uncles), .address(Self.miner), .hash(Self.state), .hash(Self.state), .hash(root),
          .bytes(bloom.bytes), .uint(0 as UInt64), .uint(number), .uint(Self.gasLimit), .uint(Self.gasUsed),
          .uint(Self.time + number), .bytes([]), .hash(.zero), .bytes(Self.nonce),
        ])))
  }

  /// The members that say nothing of the receipts.
  static let bare = """
    "miner":"\(miner.lowercaseHex)","gasLimit":"\(UInt256(gasLimit).quantity)","gasUsed":"\(UInt256(gasUsed).quantity)",\
    "transactions":[],"uncles":[]
    """

  /// The members that a header's hash is made of beside these.
  var proof: String {
    """
    "sha3Uncles":"\(Self.uncles.hex)","stateRoot":"\(Self.state.hex)","transactionsRoot":"\(Self.state.hex)",\
    "receiptsRoot":"\(root.hex)","logsBloom":"\(bloom.bytes.hex)","difficulty":"0x0","extraData":"0x",\
    "mixHash":"\(Hash32.zero.hex)","nonce":"\(Self.nonce.hex)"
    """
  }
}
