import Keys
import Primitives
import Testing
import Transactions

@Suite struct TransactionRulesTests {
  private let to = Address.zero

  private func feeMarket(
    tip: UInt256 = 1, ceiling: UInt256 = 2, gas: UInt64 = 1_000_000, to: Address? = .zero, data: Bytes = [],
    accessList: [AccessListEntry] = []
  ) -> UnsignedTransaction {
    .feeMarket(
      FeeMarketTransaction(
        chainID: 1, nonce: 0, maxPriorityFeePerGas: tip, maxFeePerGas: ceiling, gasLimit: gas, to: to, value: 0,
        data: data, accessList: accessList))
  }

  private func blob(_ hashes: [Hash32]) -> UnsignedTransaction {
    .blob(
      BlobTransaction(
        chainID: 1, nonce: 0, maxPriorityFeePerGas: 1, maxFeePerGas: 2, gasLimit: 21_000, to: to, value: 5,
        maxFeePerBlobGas: 3, blobVersionedHashes: hashes))
  }

  private func setCode(_ count: Int) -> UnsignedTransaction {
    .setCode(
      SetCodeTransaction(
        chainID: 1, nonce: 0, maxPriorityFeePerGas: 1, maxFeePerGas: 2, gasLimit: 1_000_000, to: to, value: 0,
        authorizationList: Array(
          repeating: Authorization(chainID: 1, address: to, nonce: 0, yParity: 0, r: 1, s: 1), count: count)))
  }

  private func failure(_ rules: TransactionRules, _ transaction: UnsignedTransaction) -> TransactionError? {
    do {
      try rules.check(transaction, chainID: 1)
      return nil
    } catch {
      return error
    }
  }

  @Test("gas before any code follows the EIPs of each fork")
  func intrinsicGas() {
    let data: Bytes = [0, 1, 0, 2, 3]
    func charged(_ transaction: UnsignedTransaction, _ rules: TransactionRules) -> UInt64 {
      transaction.intrinsicGas(under: rules).charged
    }
    #expect(charged(feeMarket(), .frontier) == 21_000)
    #expect(charged(feeMarket(data: data), .frontier) == 21_000 + 2 * 4 + 3 * 68)
    #expect(charged(feeMarket(data: data), .istanbul) == 21_000 + 2 * 4 + 3 * 16)
    #expect(charged(feeMarket(to: nil, data: data), .frontier) == 21_000 + 2 * 4 + 3 * 68)
    #expect(charged(feeMarket(to: nil, data: data), .homestead) == 53_000 + 2 * 4 + 3 * 68)
    #expect(charged(feeMarket(to: nil, data: data), .shanghai) == 53_000 + 2 * 4 + 3 * 16 + 2)
    #expect(charged(feeMarket(to: nil, data: Bytes(repeating: 1, count: 33)), .shanghai) == 53_000 + 33 * 16 + 4)
    let list = [AccessListEntry(address: to, storageKeys: [.zero, .zero]), AccessListEntry(address: to)]
    #expect(charged(feeMarket(accessList: list), .berlin) == 21_000 + 2 * 2_400 + 2 * 1_900)
    #expect(charged(setCode(3), .prague) == 21_000 + 3 * 25_000)

    #expect(feeMarket(data: data).intrinsicGas(under: .cancun).floor == 0)
    let prague = feeMarket(data: data).intrinsicGas(under: .prague)
    #expect(prague.floor == 21_000 + 10 * (2 + 3 * 4))
    #expect(prague.minimumGasLimit == prague.floor)
    // A creation's floor does not count the creation.
    let creation = feeMarket(to: nil, data: data).intrinsicGas(under: .prague)
    #expect(creation.floor == prague.floor)
    #expect(creation.minimumGasLimit == creation.charged)
  }

  @Test("rules from outside cannot make the sum overflow")
  func absurdRules() {
    var rules = TransactionRules.prague
    rules.nonZeroByteGas = .max
    rules.floorGasPerToken = .max
    let gas = feeMarket(data: [1, 1]).intrinsicGas(under: rules)
    #expect(gas.charged == .max)
    #expect(gas.floor == .max)
  }

  @Test("Kaia's hundred gas a byte before its Prague fork is a change of data, not of code")
  func otherChain() {
    let rules = TransactionRules.london.fork("Kaia before Prague") {
      $0.zeroByteGas = 100
      $0.nonZeroByteGas = 100
      $0.initCodeWordGas = 2
    }
    let code = Bytes([0x60, 0x0a, 0x60, 0x0c, 0x60, 0x00, 0x39, 0x60, 0x0a, 0x60, 0x00, 0xf3])
    #expect(feeMarket(to: nil, data: code).intrinsicGas(under: rules).charged == 53_000 + 1_200 + 2)
  }

  @Test("a kind is refused before its fork")
  func kinds() throws {
    let hash = try Hash32(Bytes([1]) + Bytes(repeating: 0, count: 31))
    #expect(failure(.berlin, feeMarket()) == .sample(.typeNotInFork))
    #expect(failure(.london, feeMarket()) == nil)
    #expect(failure(.shanghai, blob([hash])) == .sample(.typeNotInFork))
    #expect(failure(.cancun, blob([hash])) == nil)
    #expect(failure(.cancun, setCode(1)) == .sample(.typeNotInFork))
    #expect(failure(.prague, setCode(1)) == nil)
    #expect(failure(.prague, setCode(0)) == .sample(.noAuthorizations))
    #expect(throws: TransactionError.sample(.wrongChain)) {
      try TransactionRules.london.check(feeMarket(), chainID: 2)
    }
  }

  @Test("blobs are counted and their version is checked")
  func blobs() throws {
    let good = try Hash32(Bytes([1]) + Bytes(repeating: 0, count: 31))
    #expect(failure(.cancun, blob([])) == .sample(.invalidBlobs))
    #expect(failure(.cancun, blob([.zero])) == .sample(.invalidBlobs))
    #expect(failure(.cancun, blob(Array(repeating: good, count: 7))) == .sample(.invalidBlobs))
    #expect(failure(.prague, blob(Array(repeating: good, count: 9))) == nil)
    #expect(failure(.osaka, blob(Array(repeating: good, count: 9))) == .sample(.invalidBlobs))
  }

  @Test("fees, init code and gas have their limits")
  func limits() {
    #expect(failure(.london, feeMarket(tip: 3, ceiling: 2)) == .sample(.priorityFeeAboveMaximum))
    #expect(failure(.london, feeMarket(ceiling: .max)) == .sample(.costOverflow))
    #expect(failure(.london, feeMarket(gas: 20_999)) == .sample(.intrinsicGasTooLow))
    #expect(failure(.london, feeMarket(gas: 21_000)) == nil)
    #expect(failure(.prague, feeMarket(gas: 21_039, data: [1])) == .sample(.intrinsicGasTooLow))
    #expect(failure(.prague, feeMarket(gas: 21_040, data: [1])) == nil)
    #expect(failure(.prague, feeMarket(gas: 1 << 24 + 1)) == nil)
    #expect(failure(.osaka, feeMarket(gas: (1 << 24) + 1)) == .sample(.gasLimitAboveCap))
    #expect(failure(.osaka, feeMarket(gas: 1 << 24)) == nil)
    let long = Bytes(repeating: 0, count: 49_153)
    #expect(failure(.paris, feeMarket(to: nil, data: long)) == nil)
    #expect(failure(.shanghai, feeMarket(to: nil, data: long)) == .sample(.initCodeTooLarge))
    #expect(failure(.shanghai, feeMarket(to: nil, data: long.dropLast())) == nil)
    #expect(failure(.shanghai, feeMarket(data: long)) == nil)
  }

  @Test("the highest cost counts value, gas and blobs, and an overflow is an error")
  func maximumCost() throws {
    #expect(try feeMarket().maximumCost == Amount(wei: 2_000_000))
    #expect(try blob([.zero, .zero]).maximumCost == Amount(wei: 5 + 42_000 + 2 * 131_072 * 3))
    let dear = LegacyTransaction(chainID: 1, nonce: 0, gasPrice: .max, gasLimit: 2, to: to, value: 0)
    #expect(throws: TransactionError.sample(.costOverflow)) { try UnsignedTransaction.legacy(dear).maximumCost }
    let rich = LegacyTransaction(chainID: 1, nonce: 0, gasPrice: 1, gasLimit: 2, to: to, value: .max - 1)
    #expect(throws: TransactionError.sample(.costOverflow)) { try UnsignedTransaction.legacy(rich).maximumCost }
    #expect(try UnsignedTransaction.legacy(rich).maximumGasCost == Amount(wei: 2))
  }

  @Test("a transaction valid on every chain is not asked for its chain")
  func unprotected() {
    let transaction = UnsignedTransaction.legacy(
      LegacyTransaction(chainID: nil, nonce: 0, gasPrice: 1, gasLimit: 21_000, to: to, value: 0))
    #expect(failure(.frontier, transaction) == nil)
    #expect(failure(.prague, transaction) == nil)
    let own = UnsignedTransaction.legacy(
      LegacyTransaction(chainID: 1, nonce: 0, gasPrice: 1, gasLimit: 21_000, to: to, value: 0))
    #expect(failure(.eip150, own) == .sample(.replayProtectionNotInFork))
    #expect(failure(.eip158, own) == nil)
  }
}
