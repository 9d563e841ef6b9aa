import Keys
import Primitives
import Testing
import Transactions

@testable import Devnet

@Suite("The order and the size of the pool")
struct PoolOrderTests {
  /// A transfer of a key's account, with so many bytes of data.
  func transfer(_ key: PrivateKey, nonce: UInt64, tip: UInt256, bytes: Int = 0) throws -> DevnetTransaction {
    let transaction = UnsignedTransaction.feeMarket(
      FeeMarketTransaction(
        chainID: 1, nonce: nonce, maxPriorityFeePerGas: tip, maxFeePerGas: 1000, gasLimit: 21_000, to: .zero, value: 1,
        data: Bytes(repeating: 1, count: bytes), accessList: []))
    return try DevnetTransaction(transaction.signed(by: key))
  }

  @Test("of many senders the best paid comes first, of equals the earlier; a sender that is left out has no more turn")
  func order() async throws {
    let keys = try await Devnet.start().accounts.map(\.key)
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20 {
      var pool = TransactionPool()
      // By sender, in the order of nonces: the tip and the arrival.
      var waiting: [Address: [(tip: UInt256, arrival: Int, hash: Hash32)]] = [:]
      for arrival in 0..<40 {
        let key = keys[Int.random(in: 0..<keys.count, using: &random)]
        let tip = UInt256(UInt64.random(in: 0..<6, using: &random))
        let sent = try transfer(key, nonce: UInt64(waiting[key.address]?.count ?? 0), tip: tip)
        try pool.add(sent)
        waiting[key.address, default: []].append((tip, arrival, sent.hash))
      }
      var ready = pool.ready(baseFee: 10) { _ in 0 }
      while let best = ready.best {
        let expected = waiting.values.compactMap(\.first).min {
          $0.tip == $1.tip ? $0.arrival < $1.arrival : $0.tip > $1.tip
        }
        #expect(best.hash == expected?.hash)
        if Int.random(in: 0..<8, using: &random) == 0 {
          waiting[best.sender] = nil
          ready.skipSender()
        } else {
          waiting[best.sender]?.removeFirst()
          ready.advance()
        }
      }
      let left = waiting.values.reduce(0) { $0 + $1.count }
      #expect(left == 0)
    }
  }

  @Test("the pool is full when its transactions have too many bytes; a removal makes room")
  func bytes() async throws {
    let key = try await Devnet.start().accounts[0].key
    var pool = TransactionPool()
    pool.mostBytes = 5000
    let large = try transfer(key, nonce: 0, tip: 100, bytes: 4500)
    try pool.add(large)
    let second = try transfer(key, nonce: 1, tip: 100, bytes: 1000)
    #expect(throws: DevnetError(.poolFull, "")) { try pool.add(second) }
    #expect(pool.count == 1 && pool[second.hash] == nil)
    pool.remove(large.hash)
    try pool.add(second)
    try pool.add(transfer(key, nonce: 2, tip: 100, bytes: 3500))
    #expect(throws: DevnetError(.poolFull, "")) { try pool.add(large) }
  }
}
