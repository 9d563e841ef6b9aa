import EVM
import FixtureSupport
import Primitives
import Simulation
import StrictJSON
import Testing
import Transactions

@testable import Devnet

@Suite("Kaia's rules")
struct KaiaRulesTests {
  @Test("the next base fee is that of every vector of KIP-71", .enabled(if: Fixtures.available("kaia")))
  func baseFeeVectors() throws {
    let vectors = try Fixtures.json("kaia/kaia_vectors.json")["kip71NextBaseFee"]?.array ?? []
    let rules = RuleSet(kaia: KaiaChainParameters(), .osaka)
    for vector in vectors {
      let text = try #require(vector["parentBaseFee"]?.string)
      let used = try #require(vector["parentGasUsed"]?.numberText.flatMap(UInt64.init))
      let expected = try #require(vector["expected"]?.string)
      let next = try #require(rules.baseFee).next(
        gasLimit: 1, gasUsed: used, baseFee: try UInt256(parsing: text))
      #expect(next.description == expected, "\(text) after \(used)")
    }
    #expect(vectors.count == 17)
    Fixtures.report("kip71NextBaseFee", passed: vectors.count)
  }

  @Test("the base fee keeps within even bounds, even if they are odd or crossed")
  func bounds() {
    let odd = BaseFeeBounds(lower: 101, upper: 1001, gasTarget: 10, mostGasUsed: 20, denominator: 20)
    #expect(odd.effective == 102...1000)
    #expect(odd.next(gasUsed: 0, baseFee: 0) == 102)
    #expect(odd.next(gasUsed: 20, baseFee: 5000) == 1000)
    #expect(odd.next(gasUsed: 11, baseFee: 103) == 104)
    #expect(odd.next(gasUsed: 10, baseFee: 103) == 102)
    let crossed = BaseFeeBounds(lower: .max, upper: 10, gasTarget: 0, mostGasUsed: 0, denominator: 0)
    #expect(crossed.next(gasUsed: 5, baseFee: 7) == 10)
  }

  @Test("instructions weigh what the documentation says, and a transaction 150 million at most")
  func weights() throws {
    let rules = try #require(RuleSet(kaia: KaiaChainParameters(), .osaka).computation)
    #expect(rules.limit == 150_000_000)
    let weighed = { (opcode: UInt8) in rules.weights[Int(opcode)] }
    #expect(
      [0x00, 0x01, 0x20, 0x54, 0x55, 0x5f, 0x60, 0x7f, 0x80, 0x8f, 0x90, 0x9f].map(weighed) == [
        0, 150, 560, 2550, 2510, 80, 120, 120, 190, 149, 141, 128,
      ])
    #expect(
      [0xa0, 0xa4, 0xf0, 0xf1, 0xfa, 0xfd, 0xff, 0x1e, 0x0c].map(weighed) == [
        100, 500, 2094, 5000, 10_000, 0, 0, 0, 0,
      ])
    // The whole table, so that no row changes unseen.
    #expect(rules.weights.reduce(0, +) == 72_107)
  }

  @Test("what Kaia doesn't have of Ethereum's forks is not there")
  func differences() {
    let osaka = RuleSet(kaia: KaiaChainParameters(), .osaka)
    #expect(osaka.maxTransactionGas == 500_000_000)
    #expect(osaka.closingCalls.isEmpty && osaka.depositContract == nil && !osaka.hasWithdrawals)
    #expect(osaka.openingCalls.map(\.target.description) == ["0x0F792be4B0c0cb4DAE440Ef133E90C0eCD48CCCC"])
    #expect(osaka.blobs?.price(excess: 1 << 40, baseFee: 25_000_000_000) == 200_000_000_000)
    #expect(osaka.blobs?.maxPerTransaction == 1)
    #expect(RuleSet(kaia: KaiaChainParameters(), .prague).blobs == nil)
    let cancun = RuleSet(kaia: KaiaChainParameters(), .cancun)
    #expect(cancun.openingCalls.isEmpty)
    #expect(cancun.transactionCosts.zeroByte == 100 && cancun.transactionCosts.nonZeroByte == 100)
  }

  @Test("a devnet is Kaia's by its options or its chain id, at Kaia's lowest base fee")
  func start() async throws {
    #expect(try await Devnet.start().isKaia == false)
    var options = Devnet.Options()
    options.chainID = 8217
    #expect(try await Devnet.start(options).isKaia)
    options.chainID = 31337
    options.kaia = KaiaChainParameters()
    let devnet = try await Devnet.start(options)
    #expect(devnet.isKaia)
    try await devnet.mine(blocks: 2)
    let header = try #require(await devnet.block()).header
    #expect(header.baseFee == 25_000_000_000)
    #expect(header.gasLimit == 500_000_000)
    #expect(header.withdrawalsRoot == nil && header.requestsHash == nil && header.parentBeaconBlockRoot == nil)
    #expect(try BlockHeader(header.item) == header)
    options.fork = .london
    let error = await #expect(throws: DevnetError.self) { try await Devnet.start(options) }
    #expect(error?.message.contains("cancun, prague, osaka") == true)
  }

  @Test("Kaia's own chains have its rules since its fork Kaia, by the number of the block")
  func forks() {
    func fork(_ chainID: UInt256, _ block: UInt64) -> Fork? { KaiaFork(chainID: chainID, block: block)?.fork }
    #expect(fork(8217, 162_900_479) == nil && fork(8217, 162_900_480) == .cancun)
    #expect(fork(8217, 190_670_000) == .prague && fork(8217, 213_332_999) == .prague)
    #expect(fork(8217, 213_333_000) == .osaka)
    #expect(fork(1001, 187_929_999) == .cancun && fork(1001, 209_134_000) == .osaka)
    #expect(fork(1, 300_000_000) == nil)
  }

  @Test("a chain of Ethereum's refuses Kaia's own types")
  func otherChain() async throws {
    let devnet = try await Devnet.start()
    let account = devnet.accounts[0]
    var partly = PartlySignedTransaction(
      KaiaTransaction(
        chainID: devnet.chainID, nonce: 0, gasPrice: 100_000_000_000, gasLimit: 100_000, from: account.address,
        operation: .cancel))
    try partly.sign(by: account.key)
    let bytes = try partly.completed().encoded
    let error = await #expect(throws: DevnetError.self) { try await devnet.send(rawTransaction: bytes) }
    #expect(error?.message == "osaka has no TxTypeCancel transactions")
  }
}
