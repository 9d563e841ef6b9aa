import EVM
import Primitives
import Testing
import Transactions

/// What a sender holds an estimate to, and what a block charges, are reckoned apart: they have to come to the same.
@Suite("Gas before any code runs") struct IntrinsicGasTests {
  private static let forks: [(TransactionRules, RuleSet)] = [
    (.frontier, RuleSet(.frontier)), (.homestead, RuleSet(.homestead)), (.istanbul, RuleSet(.istanbul)),
    (.berlin, RuleSet(.berlin)), (.london, RuleSet(.london)), (.shanghai, RuleSet(.shanghai)),
    (.cancun, RuleSet(.cancun)), (.prague, RuleSet(.prague)), (.osaka, RuleSet(.osaka)),
    (.kaiaKaia, RuleSet(kaia: .cancun)), (.kaiaPrague, RuleSet(kaia: .prague)), (.kaiaOsaka, RuleSet(kaia: .osaka)),
  ]

  @Test("is the same to who signs and to who executes, at every fork", arguments: forks.indices)
  func agreement(index: Int) {
    let (rules, machine) = Self.forks[index]
    for count in [0, 1, 31, 32, 33, 700, 49_152] {
      for byte: UInt8? in [0, 1, nil] {
        let data = (0..<count).map { byte ?? UInt8(truncatingIfNeeded: $0 % 3) }
        for to: Address? in [.zero, nil] {
          let transaction = UnsignedTransaction.legacy(
            LegacyTransaction(chainID: 1, nonce: 0, gasPrice: 1, gasLimit: 0, to: to, value: 0, data: data))
          let told = transaction.intrinsicGas(under: rules)
          let charged = machine.intrinsicGas(EVMTransaction(transaction, sender: .zero))
          #expect(told.charged == charged.charged && told.floor == charged.floor, "\(count) bytes to \(to as Any)")
        }
      }
    }
  }
}
