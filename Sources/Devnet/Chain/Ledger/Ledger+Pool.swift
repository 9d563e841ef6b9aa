import Primitives
import Transactions

extension Ledger {
  /// Takes a transaction into the pool, and makes blocks at once if they are to be and its turn has come.
  ///
  /// - Throws: `DevnetError` of the kinds for transactions, `storageFailed`; nothing of the transaction then happens.
  mutating func send(_ sent: DevnetTransaction, isMinedAtOnce: Bool) throws {
    try chain.kind.checkIsNew(sent, chain, pool)
    try chain.kind.validate(sent, self, isMinedAtOnce: isMinedAtOnce)
    let replaced = try pool.add(sent, replacing: chain.kind.replacement)
    filters.noteSent(sent.hash)
    listeners.tell(.pending(sent))
    do {
      if isMinedAtOnce {
        let nonce = try chain.nonce(of: sent.sender)
        if sent.transaction.transaction.nonce < pool.nextNonce(of: sent.sender, from: nonce) { try mineReady(sent) }
      }
      if pool[sent.hash] != nil { try record([.waiting(sent)]) }
    } catch  where chain.place(ofTransaction: sent.hash) == nil {
      pool.remove(sent.hash)
      if let replaced { try pool.add(replaced) }
      throw error
    } catch {
      // The transaction is in a block; only what waits behind it could not be mined.
    }
  }

  /// Mines until nothing more can be executed; a refusal of the transaction that was sent is the sender's to know.
  private mutating func mineReady(_ sent: DevnetTransaction) throws {
    while true {
      let (block, refused) = try mineOne()
      if let refusal = refused.first(where: { $0.0.hash == sent.hash })?.1, pool[sent.hash] == nil {
        throw DevnetError(refusal)
      }
      if block.transactions.isEmpty || pool.count == 0 { return }
      if try pool.ready(baseFee: nextHeader.baseFee ?? 0, nonce: { try chain.nonce(of: $0) }).best == nil {
        return
      }
    }
  }

  /// Takes transactions out of the pool that are there.
  ///
  /// - Throws: `storageFailed`.
  mutating func drop(_ hashes: [Hash32]) throws {
    try record([.dropped(hashes)])
    for hash in hashes { pool.remove(hash) }
  }
}
