import Devnet
import Primitives
import Testing
import Transactions

@testable import CrashWorker

/// An account's transactions on a chain, read from the blocks.
struct Books {
  struct Entry {
    let transaction: DevnetTransaction
    let isSuccess: Bool
    let fee: UInt256
  }
  let entries: [Entry]
  private let job: CrashJob
  private let devnet: Devnet

  init(of job: CrashJob, on devnet: Devnet, from block: UInt64 = 0) async throws {
    let account = try job.account()
    var entries: [Entry] = []
    for number in block...(max(block, await devnet.blockNumber)) {
      guard let block = await devnet.block(.number(number)) else { continue }
      for (transaction, receipt) in zip(block.transactions, block.receipts) where transaction.sender == account {
        entries.append(
          Entry(
            transaction: transaction, isSuccess: receipt.isSuccess,
            fee: UInt256(receipt.gasUsed) * receipt.effectiveGasPrice))
      }
    }
    self.entries = entries
    self.job = job
    self.devnet = devnet
  }

  /// How often each job was done.
  func count(_ number: Int) throws -> Int {
    let (receiver, data) = (try job.receiver(number), try job.data(number))
    return entries.count {
      $0.isSuccess && $0.transaction.transaction.transaction.to == receiver
        && $0.transaction.transaction.transaction.data == data
    }
  }

  /// Makes sure that the jobs were done once each, that nothing else was, that the account paid for exactly that, and
  /// that its nonces have no gap.
  func check(did numbers: some Collection<Int>, _ comment: Comment? = nil) async throws {
    let account = try job.account()
    for number in numbers { #expect(try count(number) == 1, "job \(number), \(comment ?? "")") }
    #expect(entries.count == numbers.count, comment)
    #expect(entries.allSatisfy { $0.isSuccess }, comment)
    #expect(entries.map(\.transaction.transaction.transaction.nonce) == Array(0..<UInt64(numbers.count)), comment)
    #expect(try await devnet.nonce(of: account, at: .pending) == UInt64(numbers.count), comment)
    let spent = numbers.reduce(UInt256(0)) { $0 + job.value($1).wei } + entries.reduce(0) { $0 + $1.fee }
    #expect(try await devnet.balance(of: account) == ChainFixture.purse.wei - spent, comment)
    for number in numbers {
      switch job.kind(of: number) {
      case .transfer:
        #expect(try await devnet.balance(of: job.receiver(number)) == job.value(number).wei, comment)
      case .call:
        #expect(try await devnet.storage(of: job.receiver(number), slot: job.word(number)) == 1, comment)
      default: break
      }
    }
  }
}
