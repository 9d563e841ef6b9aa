import Primitives
import Tries

/// The header of a block (Yellow Paper, section 4.3), with every field to Prague.
public struct BlockHeader: Sendable, Hashable {
  /// The hash of the block before; zero for the genesis.
  public var parentHash: Hash32 = .zero
  /// The hash of the list of ommers' headers.
  public var ommersHash: Hash32 = BlockHeader.noOmmers
  /// The recipient of the fees.
  public var coinbase: Address = .zero
  /// The root of the state after the block; zero in blocks made after another chain's.
  public var stateRoot: Hash32 = Hash32.emptyTrieRoot
  /// The root of the trie of the transactions, by their places.
  public var transactionsRoot: Hash32 = Hash32.emptyTrieRoot
  /// The root of the trie of the receipts, by their places.
  public var receiptsRoot: Hash32 = Hash32.emptyTrieRoot
  /// The filter of all logs of the block.
  public var logsBloom: Bloom = .empty
  /// 0 since the merge (EIP-3675).
  public var difficulty: UInt256 = 0
  /// The genesis has 0.
  public var number: UInt64 = 0
  /// Units of gas that the transactions may use together.
  public var gasLimit: UInt64 = 0
  /// Units of gas that the transactions used together.
  public var gasUsed: UInt64 = 0
  /// Seconds since 1970.
  public var timestamp: UInt64 = 0
  /// The bytes that the block's producer adds at will; the rules limit how many.
  public var extraData: Bytes = []
  /// PREVRANDAO since the merge (EIP-4399).
  public var mixHash: Hash32 = .zero
  /// The proof of work's; 0 since the merge (EIP-3675). It stands in the RLP as 8 bytes.
  public var nonce: UInt64 = 0
  /// Wei for a unit of gas (EIP-1559).
  public var baseFee: UInt256?
  /// EIP-4895.
  public var withdrawalsRoot: Hash32?
  /// EIP-4844.
  public var blobGasUsed: UInt64?
  /// EIP-4844.
  public var excessBlobGas: UInt64?
  /// EIP-4788.
  public var parentBeaconBlockRoot: Hash32?
  /// EIP-7685.
  public var requestsHash: Hash32?

  /// A header of nothing.
  public init() {}

  /// The hash of no ommers.
  static let noOmmers = Keccak256.hash(RLP.encode(.list([])))

  /// The block's hash.
  public var hash: Hash32 { Keccak256.hash(RLP.encode(item)) }

  /// The list of the fields; it ends before the first that the block's fork doesn't have.
  public var item: RLP.Item {
    var items: [RLP.Item] = [
      .hash(parentHash), .hash(ommersHash), .address(coinbase), .hash(stateRoot), .hash(transactionsRoot),
      .hash(receiptsRoot), .bytes(logsBloom.bytes), .uint(difficulty), .uint(number), .uint(gasLimit), .uint(gasUsed),
      .uint(timestamp), .bytes(extraData), .hash(mixHash), .bytes(Bytes(UInt256(nonce).bigEndianBytes.suffix(8))),
    ]
    let later: [RLP.Item?] = [
      baseFee.map { .uint($0) }, withdrawalsRoot.map { .hash($0) }, blobGasUsed.map { .uint($0) },
      excessBlobGas.map { .uint($0) }, parentBeaconBlockRoot.map { .hash($0) }, requestsHash.map { .hash($0) },
    ]
    // A header that has a later field lacks an earlier one only on Kaia.
    let count = later.lastIndex { $0 != nil }.map { $0 + 1 } ?? 0
    for item in later.prefix(count) { items.append(item ?? .bytes([])) }
    return .list(items)
  }

  /// Reads what `item` gives.
  ///
  /// - Throws: `RLPError`, `EVMError`, or `malformedBlock` for another count of fields or a nonce of another length.
  public init(_ item: RLP.Item) throws {
    let items = try item.list()
    let nonce = items.count > 14 ? try items[14].bytes() : []
    let lacksWithdrawals = items.count == 19 && items[16] == .bytes([])
    guard (15...21).contains(items.count), items.count != 18, items.count != 19 || lacksWithdrawals, nonce.count == 8
    else {
      throw DevnetError(
        .malformedBlock, "a block's header has \(items.count) fields, or a nonce that is not 8 bytes long")
    }
    parentHash = try items[0].hash()
    ommersHash = try items[1].hash()
    coinbase = try items[2].address()
    stateRoot = try items[3].hash()
    transactionsRoot = try items[4].hash()
    receiptsRoot = try items[5].hash()
    logsBloom = try Bloom(items[6].bytes())
    difficulty = try items[7].uint256()
    number = try items[8].uint64()
    gasLimit = try items[9].uint64()
    gasUsed = try items[10].uint64()
    timestamp = try items[11].uint64()
    extraData = try items[12].bytes()
    mixHash = try items[13].hash()
    self.nonce = nonce.reduce(0) { $0 << 8 | UInt64($1) }
    if items.count > 15 { baseFee = try items[15].uint256() }
    if items.count > 16, !lacksWithdrawals { withdrawalsRoot = try items[16].hash() }
    if items.count > 18 {
      blobGasUsed = try items[17].uint64()
      excessBlobGas = try items[18].uint64()
    }
    if items.count > 19 { parentBeaconBlockRoot = try items[19].hash() }
    if items.count > 20 { requestsHash = try items[20].hash() }
  }
}
