import Primitives

/// Other blocks in the place of the last ones.
struct Reorganization {
  /// The number of blocks that are replaced.
  let depth: UInt64
  /// The transactions, each with the new block that it goes into, counted from 0; the others are empty. One that can't
  /// be executed there is left out.
  let transactions: [(block: Int, make: (isolated Devnet) throws -> DevnetTransaction)]

  /// Makes the blocks.
  ///
  /// - Throws: `invalidParameters` if there are not so many blocks, what is wrong with a transaction, `storageFailed`.
  func carryOut(_ devnet: isolated Devnet) throws {
    guard transactions.allSatisfy({ $0.block >= 0 && UInt64($0.block) < depth }) else {
      throw DevnetError(.invalidParameters, "a transaction's block is not among the \(depth) new ones")
    }
    let old = devnet.chain.blocks.suffix(Int(clamping: min(depth, UInt64(devnet.chain.blocks.count)))).map(\.hash)
    try devnet.rollback(blocks: depth)
    let waiting = devnet.pool
    defer {
      devnet.ledger.pool = waiting
      for sender in waiting.senders.keys {
        devnet.ledger.pool.removePassed(of: sender, nonce: (try? devnet.chain.nonce(of: sender)) ?? 0)
      }
    }
    for index in 0..<Int(depth) {
      devnet.ledger.pool = TransactionPool()
      for transaction in transactions where transaction.block == index {
        let sent = try transaction.make(devnet)
        try devnet.chain.kind.validate(sent, devnet.ledger, isMinedAtOnce: devnet.mining == .instant)
        try devnet.ledger.pool.add(sent)
      }
      // Another block than the old one, whatever else is the same.
      try devnet.ledger.plan { _, next in next.prevRandao = Keccak256.hash(old[index].bytes) }
      try devnet.ledger.mineOne()
    }
  }
}
