import EVM
import FixtureSupport
import Keys
import Primitives
import StrictJSON
import Testing
import Transactions

@testable import Devnet

@Suite("Intrinsic gas of Kaia's own types")
struct KaiaIntrinsicGasTests {
  @Test("intrinsic gas is that of every vector", .enabled(if: Fixtures.available("kaia")))
  func intrinsicGasVectors() throws {
    var passed = 0
    for vector in try Fixtures.json("kaia/kaia_vectors.json")["intrinsicGas"]?.array ?? [] {
      let text = try #require(vector["type"]?.string)
      guard let number = UInt8(text.dropFirst(2), radix: 16), let type = KaiaTransactionType(rawValue: number),
        text.utf8.count == 4
      else { continue }
      let count = { (name: String) in vector[name]?.int ?? 0 }
      let data = try Bytes(hex: vector["data"]?.string ?? "0x")
      let key = try vector["accountKey"]?.string.map { try AccountKey(decoding: Bytes(hex: $0)) }
      let operation: KaiaTransaction.Operation =
        switch type.action {
        case .valueTransfer: .valueTransfer(to: .zero, value: 0)
        case .valueTransferMemo: .memo(to: .zero, value: 0, memo: data)
        case .accountUpdate: .accountUpdate(key ?? .legacy)
        case .smartContractDeploy: .deploy(data)
        case .smartContractExecution: .execution(to: .zero, value: 0, input: data)
        case .cancel: .cancel
        case .chainDataAnchoring: .anchoring(data: data)
        }
      let payment: KaiaTransaction.FeePayment =
        [.sender: .sender, .feePayer: .delegated, .both: .shared(percent: 1)][type.payer] ?? .sender
      let signature = try Signature(r: 1, s: 1, yParity: 0)
      let signed = try SignedTransaction(
        KaiaTransaction(
          chainID: 1, nonce: 0, gasPrice: 1, gasLimit: 1, from: .zero, operation: operation, feePayment: payment),
        signatures: Array(repeating: signature, count: count("senderSignatures")),
        feePayer: type.isFeeDelegated
          ? FeePayerApproval(
            address: .zero, signatures: Array(repeating: signature, count: max(1, count("feePayerSignatures"))))
          : nil)
      let execution = DevnetTransaction(signed, sender: .zero).execution
      let prague = RuleSet(kaia: KaiaChainParameters(), .prague).intrinsicGas(execution)
      #expect(Int(prague.charged) == count("intrinsicPrague"), "\(vector["name"] ?? .null)")
      #expect(Int(prague.floor) == count("floorPrague"), "\(vector["name"] ?? .null)")
      let before = RuleSet(kaia: KaiaChainParameters(), .cancun).intrinsicGas(execution)
      #expect(Int(before.charged) == count("intrinsicBeforePrague"), "\(vector["name"] ?? .null)")
      passed += 1
    }
    #expect(passed > 5)
    Fixtures.report("intrinsicGas of native types by the EVM", passed: passed)
  }
}
