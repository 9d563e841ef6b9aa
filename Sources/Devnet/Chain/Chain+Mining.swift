import EVM
import Primitives
import Transactions

extension Chain {
  /// The block fields and hashes that a block's transactions can read.
  func environment(of header: BlockHeader) -> BlockEnvironment {
    let first = header.number - min(header.number, 256)
    let recent = header.number == 0 ? [] : blocks(first...(header.number - 1)).map { $0.hash }
    let known = max(first, firstNumber)
    let older = firstNumber == 0 ? nil : originBlockHash
    return BlockEnvironment(
      chainID: chainID, number: header.number, timestamp: header.timestamp, gasLimit: header.gasLimit,
      coinbase: header.coinbase, difficulty: header.difficulty, prevRandao: header.mixHash,
      baseFee: header.baseFee ?? 0, excessBlobGas: header.excessBlobGas ?? 0, parentHash: header.parentHash,
      parentBeaconBlockRoot: header.parentBeaconBlockRoot ?? .zero,
      blockHash: { number in
        guard number >= known else { return try older?(number) }
        let index = Int(clamping: number - known)
        return recent.indices.contains(index) ? recent[index] : nil
      })
  }

  /// The header of a block that follows the head, as far as it is known before its transactions are, with what was
  /// chosen about it.
  func nextHeader(timestamp: UInt64, _ next: NextBlock = NextBlock()) -> BlockHeader {
    let parent = head.header
    var header = BlockHeader()
    header.parentHash = head.hash
    header.number = parent.number + 1
    header.timestamp = timestamp
    header.gasLimit = next.gasLimit ?? parent.gasLimit
    header.coinbase = next.coinbase ?? parent.coinbase
    let rules = rules(of: header)
    header.follow(parent, rules)
    if rules.baseFee != nil { header.baseFee = next.baseFee ?? header.baseFee }
    // Proof of work alone is held to it.
    if rules.blockReward != nil { header.extraData = rules.daoFork?.extraData(ofBlock: header.number) ?? [] }
    // Random enough for contracts to try, and the same in every run.
    if rules.usesPrevRandao { header.mixHash = Keccak256.hash(head.hash.bytes) }
    header.mixHash = next.prevRandao ?? header.mixHash
    Self.complete(&header, rules)
    return header
  }

  /// Executes what can be executed of a pool in a block that follows the head, the best paid first; what was refused
  /// comes back with the reason.
  ///
  /// - Throws: `EVMError`, and what reading the state throws.
  func build(
    _ header: BlockHeader, from pool: TransactionPool
  ) throws -> (outcome: BlockExecution.Outcome, refused: [(DevnetTransaction, EVMError)]) {
    var execution = try BlockExecution(rules: rules(of: header), environment: environment(of: header), state: state)
    var queue = try pool.ready(baseFee: header.baseFee ?? 0) { try nonce(of: $0) }
    var refused: [(DevnetTransaction, EVMError)] = []
    var size = Self.emptyBlockSize
    while let sent = queue.best {
      do {
        let grown = size + sent.transaction.canonicalEncoding.count + Self.lengthSize
        guard grown <= execution.sizeLimit else {
          throw EVMError(.blockSize, "the block would have more than \(execution.sizeLimit) bytes (EIP-7934)")
        }
        try execution.include(sent)
        size = grown
        queue.advance()
      } catch let error as EVMError {
        refused.append((sent, error))
        queue.skipSender()
      }
    }
    return (try execution.finish(withdrawals: [], ommers: []), refused)
  }

  /// More bytes than a block has without transactions: the header and the lists' lengths.
  private static let emptyBlockSize = 1024
  /// The most bytes that tell how long a transaction is.
  private static let lengthSize = 5
}

extension BlockHeader {
  /// Sets what the rules make of the parent: the base fee, and the excess of blob gas.
  mutating func follow(_ parent: BlockHeader, _ rules: RuleSet) {
    baseFee = parent.baseFee.flatMap {
      rules.baseFee?.next(gasLimit: parent.gasLimit, gasUsed: parent.gasUsed, baseFee: $0)
    }
    excessBlobGas = parent.excessBlobGas.flatMap {
      rules.blobs?.nextExcess(excess: $0, used: parent.blobGasUsed ?? 0, baseFee: parent.baseFee ?? 0)
    }
  }
}

extension ErrorCode<EVMErrors> {
  /// The block would be, or is, larger than it may be (EIP-7934).
  static var blockSize: Self { Self("blockSize") }
}
