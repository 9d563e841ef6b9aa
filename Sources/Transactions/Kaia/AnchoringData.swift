import Primitives
import StrictJSON

/// The data of `.anchoring`, by which a service chain is anchored to another chain.
public enum AnchoringData: Hashable, Sendable {
  /// A block, with how many blocks and transactions it stands for; both nil in the old form, which has no type.
  case block(Block)
  /// Any JSON object, as text.
  case json(JSON)

  /// A block of the service chain.
  public struct Block: Hashable, Sendable {
    /// The service chain's block.
    public var blockHash: Hash32
    /// The root of its transactions' trie.
    public var transactionsRoot: Hash32
    /// The block before it on the service chain.
    public var parentHash: Hash32
    /// The root of its receipts' trie.
    public var receiptsRoot: Hash32
    /// The root of the state after it.
    public var stateRoot: Hash32
    /// Its height on the service chain.
    public var blockNumber: UInt256
    /// The number of blocks and transactions that it stands for; nil in the old form, which has no type.
    public var counts: Counts?

    /// A block from its parts.
    public init(
      blockHash: Hash32, transactionsRoot: Hash32, parentHash: Hash32, receiptsRoot: Hash32, stateRoot: Hash32,
      blockNumber: UInt256, counts: Counts?
    ) {
      self.blockHash = blockHash
      self.transactionsRoot = transactionsRoot
      self.parentHash = parentHash
      self.receiptsRoot = receiptsRoot
      self.stateRoot = stateRoot
      self.blockNumber = blockNumber
      self.counts = counts
    }
  }

  /// The numbers of blocks and transactions that a block stands for.
  public struct Counts: Hashable, Sendable {
    /// The number of blocks that it stands for, as the service chain counts them.
    public var blocks: UInt256
    /// The number of transactions that are in these blocks, as the service chain counts them.
    public var transactions: UInt256

    /// Counts of blocks and of transactions.
    public init(blocks: UInt256, transactions: UInt256) {
      self.blocks = blocks
      self.transactions = transactions
    }
  }

  private static let blockType: UInt64 = 0
  private static let jsonType: UInt64 = 128

  /// Reads anchored data: `rlp([type, bytes])`, or the old form without a type.
  ///
  /// - Throws: `malformedRLP` for anything else: chains take any bytes.
  public init(decoding bytes: Bytes) throws(TransactionError) {
    do {
      let items = try RLP.decode(bytes).list()
      guard items.count == 2 else {
        self = .block(try Block(items, counted: false))
        return
      }
      switch try items[0].uint64() {
      case Self.blockType: self = .block(try Block(try RLP.decode(items[1].bytes()).list(), counted: true))
      case Self.jsonType:
        let json = try JSON(parsing: items[1].bytes())
        guard json.object != nil else { throw Misfit("its JSON is no object") }
        self = .json(json)
      case let type: throw Misfit("it is of the unknown type \(type)")
      }
    } catch {
      throw TransactionError(.malformedRLP, "The bytes are no anchored data of a known form.", reason: error.inOneLine)
    }
  }

  /// The bytes to anchor.
  public var encoded: Bytes {
    func typed(_ type: UInt64, _ content: Bytes) -> Bytes { RLP.encode(.list([.uint(type), .bytes(content)])) }
    return switch self {
    case .block(let block) where block.counts == nil: RLP.encode(.list(block.items))
    case .block(let block): typed(Self.blockType, RLP.encode(.list(block.items)))
    case .json(let json): typed(Self.jsonType, json.serializedBytes())
    }
  }

  /// As Kaia's nodes show it in `inputJSON`.
  public var inputJSON: JSON {
    switch self {
    case .json(let json): return json
    case .block(let block):
      var object: JSONObject = [
        "blockHash": .string(block.blockHash.hex), "transactionsRoot": .string(block.transactionsRoot.hex),
        "parentHash": .string(block.parentHash.hex), "receiptsRoot": .string(block.receiptsRoot.hex),
        "stateRoot": .string(block.stateRoot.hex), "blockNumber": .number("\(block.blockNumber)"),
      ]
      if let counts = block.counts {
        object["blockCount"] = .number("\(counts.blocks)")
        object["txCount"] = .number("\(counts.transactions)")
      }
      return .object(object)
    }
  }
}

/// Why bytes are no anchored data.
private struct Misfit: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension AnchoringData.Block {
  fileprivate init(_ items: [RLP.Item], counted: Bool) throws {
    let due = counted ? 8 : 6
    guard items.count == due else { throw Misfit("it has \(items.count) fields, \(due) are due") }
    blockHash = try items[0].hash()
    transactionsRoot = try items[1].hash()
    parentHash = try items[2].hash()
    receiptsRoot = try items[3].hash()
    stateRoot = try items[4].hash()
    blockNumber = try items[5].uint256()
    counts = counted ? AnchoringData.Counts(blocks: try items[6].uint256(), transactions: try items[7].uint256()) : nil
  }

  fileprivate var items: [RLP.Item] {
    var items: [RLP.Item] = [
      .hash(blockHash), .hash(transactionsRoot), .hash(parentHash), .hash(receiptsRoot), .hash(stateRoot),
      .uint(blockNumber),
    ]
    if let counts { items += [.uint(counts.blocks), .uint(counts.transactions)] }
    return items
  }
}
