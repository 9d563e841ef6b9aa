import EVM
import Primitives
import Testing

@Suite("RuleSet")
struct RuleSetTests {
  @Test("forks bring instructions when they did")
  func instructions() {
    let count = { (fork: Fork) in RuleSet(fork).operations.count { $0 != nil } }
    // PUSH, DUP, SWAP, LOG are 69 of Frontier's.
    let frontier = count(.frontier)
    #expect(count(.homestead) == frontier + 1)
    #expect(count(.byzantium) == frontier + 5)
    #expect(count(.constantinople) == frontier + 10)
    #expect(count(.petersburg) == frontier + 10)
    #expect(count(.istanbul) == frontier + 12)
    #expect(count(.london) == frontier + 13)
    #expect(count(.shanghai) == frontier + 14)
    #expect(count(.cancun) == frontier + 19)
    #expect(count(.osaka) == frontier + 20)
    #expect(frontier == 129)
  }

  @Test("SLOAD, SSTORE and calls cost what each fork says")
  func costs() {
    let sload = [Fork.frontier, .tangerineWhistle, .istanbul, .berlin].map { RuleSet($0).operation(.sload)?.gas }
    #expect(sload == [50, 200, 800, 100])
    #expect(RuleSet(.constantinople).costs.storage.isNetMetered)
    #expect(!RuleSet(.petersburg).costs.storage.isNetMetered)
    #expect(RuleSet(.istanbul).costs.storage.isNetMetered)
    #expect(RuleSet(.london).costs.storage.clearRefund == 4800)
    #expect(RuleSet(.osaka).maxTransactionGas == 16_777_216)
  }

  @Test("the price of blobs is that of EIP-4844, and of EIP-7918 when the base fee is high")
  func blobs() throws {
    let cancun = try #require(RuleSet(.cancun).blobs)
    #expect(cancun.price(excess: 0) == 1)
    #expect(cancun.price(excess: 2_314_057) == 1)
    #expect(cancun.price(excess: 2_314_058) == 2)
    #expect(cancun.price(excess: 10 * 1024 * 1024) == 23)
    #expect(cancun.price(excess: .max) == .max)
    #expect(cancun.nextExcess(excess: 0, used: 3 << 17, baseFee: 1) == 0)
    #expect(cancun.nextExcess(excess: 5, used: 4 << 17, baseFee: 1) == 5 + (1 << 17))
    let osaka = try #require(RuleSet(.osaka).blobs)
    #expect(osaka.nextExcess(excess: 1 << 20, used: 9 << 17, baseFee: 1_000_000) == (1 << 20) + (3 << 17))
    #expect(osaka.nextExcess(excess: 1 << 20, used: 9 << 17, baseFee: 1) == (1 << 20) + (3 << 17))
    #expect(osaka.nextExcess(excess: 0, used: 6 << 17, baseFee: 1_000_000) == (2 << 17))
  }

  @Test("the base fee moves by an eighth at most, and by 1 at least upward")
  func baseFee() {
    let rules = BaseFeeRules()
    #expect(rules.next(gasLimit: 30_000_000, gasUsed: 15_000_000, baseFee: 1_000_000_000) == 1_000_000_000)
    #expect(rules.next(gasLimit: 30_000_000, gasUsed: 30_000_000, baseFee: 1_000_000_000) == 1_125_000_000)
    #expect(rules.next(gasLimit: 30_000_000, gasUsed: 0, baseFee: 1_000_000_000) == 875_000_000)
    #expect(rules.next(gasLimit: 30_000_000, gasUsed: 15_000_001, baseFee: 7) == 8)
    #expect(rules.next(gasLimit: 0, gasUsed: 0, baseFee: 7) == 7)
  }
}
