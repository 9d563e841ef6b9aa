import Devnet
import Keys
import Primitives
import Testing
import Transactions

@Suite("The pool of transactions")
struct PoolTests {
  /// A signed transfer of the first account to the second.
  func transfer(
    _ devnet: Devnet, from index: Int = 0, nonce: UInt64, fee: UInt256 = 10_000_000_000, tip: UInt256 = 1_000_000_000,
    gas: UInt64 = 21_000, value: UInt256 = 1, chainID: UInt256 = 31337
  ) throws -> Bytes {
    let transaction = UnsignedTransaction.feeMarket(
      FeeMarketTransaction(
        chainID: chainID, nonce: nonce, maxPriorityFeePerGas: tip, maxFeePerGas: fee, gasLimit: gas,
        to: devnet.accounts[1].address, value: value, data: [], accessList: []))
    return try transaction.signed(by: devnet.accounts[index].key).encoded
  }

  func manual() async throws -> Devnet {
    var options = Devnet.Options()
    options.mining = .manual
    // Time stands still, so that the pending block is the next.
    options.clock = { 1_800_000_000 }
    return try await Devnet.start(options)
  }

  func refusal(_ devnet: Devnet, _ bytes: Bytes) async -> DevnetError? {
    do {
      try await devnet.send(rawTransaction: bytes)
      return nil
    } catch {
      return error as? DevnetError
    }
  }

  @Test("a transaction after a gap waits until the gap is filled")
  func gap() async throws {
    let devnet = try await Devnet.start()
    let second = try await devnet.send(rawTransaction: transfer(devnet, nonce: 1))
    #expect(await devnet.receipt(second) == nil)
    #expect(await devnet.blockNumber == 0)
    let first = try await devnet.send(rawTransaction: transfer(devnet, nonce: 0))
    #expect(await devnet.receipt(first)?.isSuccess == true)
    #expect(await devnet.receipt(second)?.isSuccess == true)
    #expect(try await devnet.nonce(of: devnet.accounts[0].address) == 2)
  }

  @Test("a replacement must offer ten percent more of both fees")
  func replacement() async throws {
    let devnet = try await manual()
    let first = try await devnet.send(rawTransaction: transfer(devnet, nonce: 0, fee: 1000_000_000_000, tip: 100))
    for (fee, tip) in [(1_099_999_999_999, 110), (1_100_000_000_000, 109), (1_000_000_000_000, 100)]
      as [(UInt256, UInt256)]
    {
      let error = await refusal(devnet, try transfer(devnet, nonce: 0, fee: fee, tip: tip, value: 2))
      #expect(error?.message == "replacement transaction underpriced")
    }
    let bumped = try await devnet.send(
      rawTransaction: transfer(devnet, nonce: 0, fee: 1_100_000_000_000, tip: 110, value: 2))
    try await devnet.mine()
    #expect(await devnet.receipt(first) == nil)
    #expect(await devnet.receipt(bumped)?.isSuccess == true)
  }

  @Test("a block takes the best paid first, each sender's by nonce, and pays what they offered")
  func order() async throws {
    let devnet = try await manual()
    var hashes: [Hash32] = []
    for (sender, nonce, tip) in [(0, 0, 1), (0, 1, 9), (2, 0, 5), (3, 0, 5), (4, 0, 7)] as [(Int, UInt64, UInt256)] {
      hashes.append(try await devnet.send(rawTransaction: transfer(devnet, from: sender, nonce: nonce, tip: tip)))
    }
    #expect(try await devnet.nonce(of: devnet.accounts[0].address, at: .pending) == 2)
    let pending = try #require(await devnet.block(.pending))
    try await devnet.mine()
    let block = try #require(await devnet.block())
    #expect(block.transactions.map(\.hash) == [4, 2, 3, 0, 1].map { hashes[$0] })
    #expect(block.receipts.map(\.effectiveGasPrice) == [7, 5, 5, 1, 9].map { $0 + (block.header.baseFee ?? 0) })
    #expect(block.receipts.map(\.cumulativeGasUsed) == [21_000, 42_000, 63_000, 84_000, 105_000])
    #expect(pending.header.stateRoot == block.header.stateRoot)
  }

  @Test("what can't be executed is refused in the words that clients look for")
  func refusals() async throws {
    let devnet = try await Devnet.start()
    let sent = try transfer(devnet, nonce: 0)
    try await devnet.send(rawTransaction: sent)
    let cases: [(Bytes, DevnetError.Code, String)] = [
      (sent, .alreadyKnown, "already known"),
      (try transfer(devnet, nonce: 0, value: 2), .nonceTooLow, "nonce too low"),
      (
        try transfer(devnet, nonce: 1, value: ether(10_000)), .insufficientFunds,
        "insufficient funds for gas * price + value"
      ),
      (try transfer(devnet, nonce: 1, gas: 20_999), .intrinsicGas, "intrinsic gas too low"),
      (try transfer(devnet, nonce: 1, gas: 1 << 24 + 1), .refusedTransaction, "transaction gas limit too high"),
      (try transfer(devnet, nonce: 1, fee: 1, tip: 0), .refusedTransaction, "max fee per gas"),
      (try transfer(devnet, nonce: 1, fee: 1, tip: 2), .refusedTransaction, "max priority fee per gas higher"),
      (try transfer(devnet, nonce: 1, chainID: 1), .wrongChain, "invalid chain id"),
      (Bytes(sent.dropLast()), .malformedTransaction, ""),
      ([], .malformedTransaction, ""),
    ]
    for (bytes, code, words) in cases {
      let error = await refusal(devnet, bytes)
      #expect(error?.code == code, "\(error?.message ?? "taken") instead of \(words)")
      #expect(error?.message.hasPrefix(words) == true)
    }
    #expect(await devnet.blockNumber == 1)
  }

  @Test("transactions that wait are counted against the balance")
  func queued() async throws {
    let devnet = try await manual()
    try await devnet.send(rawTransaction: transfer(devnet, nonce: 0, value: ether(6000)))
    let error = await refusal(devnet, try transfer(devnet, nonce: 1, value: ether(6000)))
    #expect(error?.code == .insufficientFunds)
    try await devnet.send(rawTransaction: transfer(devnet, nonce: 1, value: ether(3000)))
  }

  @Test("with manual mining a fee below the base fee waits until that has come down")
  func lowFee() async throws {
    let devnet = try await manual()
    let hash = try await devnet.send(rawTransaction: transfer(devnet, nonce: 0, fee: 800_000_000, tip: 0))
    try await devnet.mine()
    #expect(await devnet.receipt(hash) == nil)
    try await devnet.mine()
    #expect(await devnet.receipt(hash)?.effectiveGasPrice == 765_625_000)
  }

  @Test("what doesn't fit into a block goes into the next")
  func blockLimit() async throws {
    var options = Devnet.Options()
    options.mining = .manual
    options.blockGasLimit = 50_000
    let devnet = try await Devnet.start(options)
    for nonce in 0..<5 { try await devnet.send(rawTransaction: transfer(devnet, nonce: UInt64(nonce))) }
    try await devnet.mine(blocks: 3)
    var counts: [Int] = []
    for number in 1...3 { counts.append(await devnet.block(.number(UInt64(number)))?.transactions.count ?? -1) }
    #expect(counts == [2, 2, 1])
  }
}
