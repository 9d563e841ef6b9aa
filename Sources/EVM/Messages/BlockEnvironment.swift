import Primitives

/// The block fields and hashes that the transactions in it can read.
public struct BlockEnvironment: Sendable {
  /// The chain, as CHAINID gives it.
  public var chainID: UInt256
  /// The block's height, as NUMBER gives it.
  public var number: UInt64
  /// Seconds since 1970.
  public var timestamp: UInt64
  /// Units of gas that all transactions together may use.
  public var gasLimit: UInt64
  /// The recipient of the fees.
  public var coinbase: Address
  /// Before the merge.
  public var difficulty: UInt256
  /// After the merge (EIP-4399).
  public var prevRandao: Hash32
  /// Wei for a unit of gas (EIP-1559); 0 on a chain without one.
  public var baseFee: UInt256
  /// The blob gas used beyond the target so far (EIP-4844).
  public var excessBlobGas: UInt64
  /// The price of a unit of blob gas, in wei, if it isn't what the excess makes it.
  public var blobBaseFee: UInt256?
  /// The hash of the block before.
  public var parentHash: Hash32
  /// The root of the beacon chain's block before (EIP-4788).
  public var parentBeaconBlockRoot: Hash32
  /// The hash of one of the 256 blocks before this; nil is taken for zero.
  public var blockHash: @Sendable (UInt64) throws -> Hash32?

  /// A block.
  public init(
    chainID: UInt256 = 1, number: UInt64 = 0, timestamp: UInt64 = 0, gasLimit: UInt64 = 30_000_000,
    coinbase: Address = .zero, difficulty: UInt256 = 0, prevRandao: Hash32 = .zero, baseFee: UInt256 = 0,
    excessBlobGas: UInt64 = 0, parentHash: Hash32 = .zero, parentBeaconBlockRoot: Hash32 = .zero,
    blockHash: @escaping @Sendable (UInt64) throws -> Hash32? = { _ in nil }
  ) {
    self.chainID = chainID
    self.number = number
    self.timestamp = timestamp
    self.gasLimit = gasLimit
    self.coinbase = coinbase
    self.difficulty = difficulty
    self.prevRandao = prevRandao
    self.baseFee = baseFee
    self.excessBlobGas = excessBlobGas
    self.parentHash = parentHash
    self.parentBeaconBlockRoot = parentBeaconBlockRoot
    self.blockHash = blockHash
  }
}

/// The fields of a transaction that the contracts it calls can read.
public struct TransactionEnvironment: Sendable, Hashable {
  /// The sender.
  public var origin: Address
  /// The account that pays for its gas.
  public var feePayer: Address
  /// Wei for a unit of gas.
  public var gasPrice: UInt256
  /// The versioned hashes of the blobs, one for each.
  public var blobHashes: [Hash32]

  /// An environment; the sender pays by default.
  public init(
    origin: Address = .zero, feePayer: Address? = nil, gasPrice: UInt256 = 0, blobHashes: [Hash32] = []
  ) {
    self.origin = origin
    self.feePayer = feePayer ?? origin
    self.gasPrice = gasPrice
    self.blobHashes = blobHashes
  }
}

extension RuleSet {
  /// The price of a unit of blob gas in a block, in wei: what the block says, or what follows from it (EIP-4844).
  package func blobBaseFee(of block: BlockEnvironment) -> UInt256 {
    block.blobBaseFee ?? blobs?.price(excess: block.excessBlobGas, baseFee: block.baseFee) ?? 0
  }
}
