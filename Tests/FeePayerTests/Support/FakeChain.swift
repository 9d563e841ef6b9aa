import Foundation
import Keys
import Locking
import NodeRPC
import Primitives
import StrictJSON
import Transactions

@testable import FeePayer

/// A chain in memory that takes what a fee payer sends, as it is told to.
final class FakeChain: FeePayerChain {
  struct State: Sendable {
    var chainID: UInt256 = 1001
    var keys: [Address: AccountKey] = [:]
    var counts: [Address: UInt64] = [:]
    /// How many wait, of whom.
    var waiting: [Address: UInt64] = [:]
    var balance = Amount.kaia(1_000)
    /// Of those that have another.
    var balances: [Address: Amount] = [:]
    /// Accounts with code.
    var contracts: Set<Address> = [ServiceFixture.contract]
    var baseFee: UInt256 = 0
    /// All transactions sent to it, in order, mined or not.
    var sent: [SignedTransaction] = []
    var receipts: [Hash32: Receipt] = [:]
    /// The mined transactions, in order: one in each block, then none.
    var mined: [SignedTransaction] = []
    /// The first block of the day that the tests' clock begins with; nil where all are older.
    var firstOfToday: UInt64?
    /// The newest block.
    var head: UInt64 = 0
    /// The blocks that were asked for.
    var read: [ClosedRange<UInt64>] = []
    /// From this block on none is shown.
    var hiddenFrom: UInt64?
    var mines = true
    var succeeds = true
    /// Thrown instead of taking a transaction.
    var failure: NodeError?
    /// Gas that a transaction uses, of a hundred of its limit.
    var usedPercent: UInt64 = 50
    /// The result of a simulated call.
    var trial: NodeError?
    /// Whether a trial on what waits fails.
    var refusesPending = false
    /// The simulated calls, each with its block.
    var trials: [(call: CallRequest, block: BlockTag)] = []
    /// How often the transactions of whom were counted.
    var countings: [Address: Int] = [:]
    /// Runs once, before an account's transactions are counted the next time.
    var beforeCounting: (@Sendable () async -> Void)?
    /// A file that gets every raw transaction, a line each, before anything else happens.
    var witness: Int32?
  }

  private let state: Guarded<State>

  init(_ change: (inout State) -> Void = { _ in }) {
    var start = State()
    change(&start)
    state = Guarded(start)
  }

  func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }
  var sent: [SignedTransaction] { state.withLock { $0.sent } }
  var countings: [Address: Int] { state.withLock { $0.countings } }
  var trials: [(call: CallRequest, block: BlockTag)] { state.withLock { $0.trials } }

  func chainID() -> UInt256 { state.withLock { $0.chainID } }
  func accountKey(of address: Address) -> AccountKey { state.withLock { $0.keys[address] ?? .legacy } }
  func transactionCounts(of address: Address) async -> (mined: UInt64, pending: UInt64) {
    let event = state.withLock { state in
      defer { state.beforeCounting = nil }
      return state.beforeCounting
    }
    await event?()
    return state.withLock { state in
      state.countings[address, default: 0] += 1
      let mined = state.counts[address] ?? 0
      return (mined, mined + (state.waiting[address] ?? 0))
    }
  }
  func balance(of address: Address) -> Amount { state.withLock { $0.balances[address] ?? $0.balance } }
  func hasCode(_ address: Address) -> Bool { state.withLock { $0.contracts.contains(address) } }
  func nextBaseFee() -> UInt256 { state.withLock { $0.baseFee } }
  func attempt(_ call: CallRequest, at block: BlockTag) throws {
    try state.withLock { state in
      state.trials.append((call, block))
      if let failure = state.trial { throw failure }
      if state.refusesPending, block == .pending {
        throw NodeError(.rpc, rpcCode: -32000, rpcMessage: "bought already")
      }
    }
  }
  func blockNumber() -> UInt64 { state.withLock { $0.head } }
  func time(ofBlock number: UInt64) throws -> UInt64 {
    try state.withLock { state in
      if let hidden = state.hiddenFrom, number >= hidden { throw FeePayerError(.blockMissing, "hidden") }
      return number >= state.firstOfToday ?? .max ? ServiceFixture.midnight : ServiceFixture.midnight - 1
    }
  }
  func payments(by feePayer: Address, in blocks: ClosedRange<UInt64>) throws -> [FeePayment] {
    try state.withLock { state in
      state.read.append(blocks)
      if let hidden = state.hiddenFrom, blocks.upperBound >= hidden { throw FeePayerError(.blockMissing, "hidden") }
      return state.mined.enumerated().compactMap { index, signed in
        guard blocks.contains(UInt64(index) + 1), signed.feePayer?.address == feePayer,
          case .kaia(let transaction) = signed.transaction
        else { return nil }
        return FeePayment(
          hash: signed.hash, block: UInt64(index) + 1, sender: transaction.from,
          id: transaction.feePayerSigningHash(feePayer: feePayer),
          cost: transaction.gasPrice * UInt256(transaction.gasLimit))
      }
    }
  }
  var read: [ClosedRange<UInt64>] { state.withLock { $0.read } }
  func receipt(of hash: Hash32) -> Receipt? { state.withLock { $0.receipts[hash] } }

  func send(_ raw: Bytes, hash: Hash32) async throws {
    let signed = try SignedTransaction(decoding: raw)
    try state.withLock { state in
      if let witness = state.witness {
        let line = Array((Hex.encode(raw) + "\n").utf8)
        _ = write(witness, line, line.count)
      }
      state.sent.append(signed)
      if let failure = state.failure { throw failure }
      guard state.receipts[hash] == nil, state.mines else { return }
      try state.mine(signed)
    }
  }

  /// Mines what was sent and waits.
  func mineAll() { state.withLock { state in for signed in state.sent { try? state.mine(signed) } } }
}

extension FakeChain.State {
  mutating func mine(_ signed: SignedTransaction) throws {
    let (from, nonce) = (try signed.sender(), signed.transaction.nonce)
    guard counts[from] ?? 0 == nonce else { throw NodeError(.rpc, rpcCode: -32000, rpcMessage: "nonce too low") }
    counts[from] = nonce + 1
    mined.append(signed)
    head = max(head, UInt64(mined.count))
    let used = signed.transaction.gasLimit * usedPercent / 100
    receipts[signed.hash] = try Receipt(reply: [
      "transactionHash": .string(signed.hash.hex), "blockNumber": .string("0x" + String(mined.count, radix: 16)),
      "blockHash": .string(signed.hash.hex), "transactionIndex": "0x0", "from": .string(from.lowercaseHex),
      "to": signed.transaction.to.map { .string($0.lowercaseHex) } ?? .null, "status": succeeds ? "0x1" : "0x0",
      "gasUsed": .string(UInt256(used).quantity), "cumulativeGasUsed": .string(UInt256(used).quantity),
      "effectiveGasPrice": .string(signed.transaction.maxFeePerGas.quantity), "logs": [], "logsBloom": "0x00",
    ])
  }
}
