import Keys
import Primitives
import Testing
import Transactions

@Suite struct KaiaRulesTests {
  private let key: PrivateKey

  init() throws {
    key = try PrivateKey(bytes: Bytes(repeating: 7, count: 32))
  }

  private func transaction(
    _ operation: KaiaTransaction.Operation, _ payment: KaiaTransaction.FeePayment = .sender, gas: UInt64 = 1_000_000
  ) -> KaiaTransaction {
    KaiaTransaction(
      chainID: 1001, nonce: 0, gasPrice: 25, gasLimit: gas, from: key.address, operation: operation,
      feePayment: payment)
  }

  private func failure(
    _ transaction: KaiaTransaction, chainID: UInt256 = 1001, under rules: TransactionRules = .kaiaOsaka
  ) -> TransactionError? {
    do {
      try rules.check(.kaia(transaction), chainID: chainID)
      return nil
    } catch {
      return error
    }
  }

  @Test("a fee ratio is 1 to 99")
  func feeRatio() {
    for percent: UInt8 in [0, 100, 255] {
      let error = failure(transaction(.cancel, .shared(percent: percent)))
      #expect(error == .sample(.invalidFeeRatio))
      #expect(error?.kaiaFailure?.rawValue == 0x0e)
    }
    for percent: UInt8 in [1, 99] { #expect(failure(transaction(.cancel, .shared(percent: percent))) == nil) }
  }

  @Test("a creation has no recipient, no readable address and the EVM's code format")
  func deployment() {
    func deploy(to: Address? = nil, readable: Bool = false, format: UInt8 = 0) -> TransactionError? {
      failure(
        transaction(.deploy(to: to, value: 0, initCode: [1], humanReadable: readable, codeFormat: format)))
    }
    #expect(deploy() == nil)
    #expect(deploy(to: .zero) == .sample(.invalidDeployment))
    #expect(deploy(readable: true)?.kaiaFailure?.rawValue == 0x0d)
    #expect(deploy(format: 1)?.kaiaFailure?.rawValue == 0x1e)
    let large = transaction(.deploy(Bytes(repeating: 1, count: 49_153)), gas: 5_000_000)
    #expect(failure(large) == .sample(.initCodeTooLarge))
    #expect(failure(large, under: .kaiaKore) == nil)
  }

  @Test("chain, gas and kind are looked at as for Ethereum's kinds")
  func common() {
    #expect(failure(transaction(.cancel), chainID: 8217) == .sample(.wrongChain))
    #expect(failure(transaction(.cancel, gas: 20_999)) == .sample(.intrinsicGasTooLow))
    #expect(failure(transaction(.cancel, gas: 21_000)) == nil)
    #expect(failure(transaction(.cancel, gas: 500_000_001)) == .sample(.gasLimitAboveCap))
    #expect(failure(transaction(.cancel), under: .osaka) == .sample(.typeNotInFork))
  }

  @Test("each signature but the first costs gas, and a long transaction is refused")
  func signed() throws {
    let cancel = transaction(.cancel, gas: 35_999)
    let others = try (1...2).map { try PrivateKey(bytes: Bytes(repeating: $0, count: 32)).sign(cancel.signingHash) }
    let rules = TransactionRules.kaiaOsaka
    #expect(throws: TransactionError.sample(.intrinsicGasTooLow)) {
      try rules.validate(SignedTransaction(cancel, signatures: others), chainID: 1001)
    }
    let one = try SignedTransaction(cancel, signatures: [others[0]])
    #expect(try rules.validate(one, chainID: 1001).sender == key.address)
    #expect(one.intrinsicGas(under: rules).charged == 21_000)

    let long = transaction(.memo(to: .zero, value: 0, memo: Bytes(repeating: 0, count: 131_000)), gas: 5_000_000)
    let signed = try SignedTransaction(long, signatures: [key.sign(long.signingHash)])
    #expect(throws: TransactionError.sample(.tooLong)) { try rules.validate(signed, chainID: 1001) }
  }

  @Test("before Istanbul a byte costs Kaia's own types 100 gas and a legacy transaction 68 or 4")
  func genesis() {
    let data: Bytes = [0, 1]
    let legacy = UnsignedTransaction.legacy(
      LegacyTransaction(chainID: 8217, nonce: 0, gasPrice: 1, gasLimit: 0, to: .zero, value: 0, data: data))
    let memo = UnsignedTransaction.kaia(transaction(.memo(to: .zero, value: 0, memo: data)))
    #expect(legacy.intrinsicGas(under: .kaiaGenesis).charged == 21_072)
    #expect(legacy.intrinsicGas(under: .kaiaIstanbul).charged == 21_200)
    #expect(memo.intrinsicGas(under: .kaiaGenesis).charged == 21_200)
    #expect(memo.intrinsicGas(under: .kaiaPrague).charged == 21_020)
  }

  @Test("the sender's cost is its part of the fee and the value")
  func cost() throws {
    func cost(_ payment: KaiaTransaction.FeePayment) throws -> UInt256 {
      try UnsignedTransaction.kaia(
        transaction(.valueTransfer(to: .zero, value: 1000), payment, gas: 101)
      ).maximumCost.wei
    }
    #expect(try cost(.sender) == 1000 + 2525)
    #expect(try cost(.delegated) == 1000)
    #expect(try cost(.shared(percent: 30)) == 1000 + 2525 - 757)
  }

  @Test("failures have the numbers of the chain")
  func failures() {
    #expect(KaiaTransactionFailure.allCases.map(\.rawValue) == Array(0x02...0x1e))
    #expect(KaiaTransactionFailure(rawValue: 0x1b) == .legacyKeyRequired)
    #expect(Set(KaiaTransactionFailure.allCases.map(\.description)).count == 29)
  }

  @Test("types are named as in JSON-RPC, and numbered")
  func names() {
    #expect(KaiaTransactionType.allCases.count == 21)
    #expect(
      KaiaTransactionType(rawValue: 0x12)?.name == "TxTypeFeeDelegatedValueTransferMemoWithRatio")
    for type in KaiaTransactionType.allCases {
      #expect(KaiaTransactionType(type.action, paidBy: type.payer) == type)
      #expect(TransactionKind(kaiaName: type.name) == .kaia(type))
    }
    for kind in TransactionKind.allCases {
      #expect(TransactionKind(rawValue: kind.rawValue) == kind)
      #expect(TransactionKind(kaiaNumber: kind.kaiaNumber) == kind)
    }
    #expect(TransactionKind.setCode.kaiaNumber == 30724)
  }
}
