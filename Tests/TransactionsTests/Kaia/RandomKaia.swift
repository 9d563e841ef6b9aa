import FixtureSupport
import Keys
import Primitives
import Transactions

extension Seeded {
  mutating func publicKey() throws -> PublicKey { try PrivateKey(bytes: bytes(32)).publicKey }

  /// A key that can be read, not always one that an account can get.
  mutating func accountKey(nested: Bool = false) throws -> AccountKey {
    switch Int.random(in: 0...(nested ? 4 : 5), using: &self) {
    case 0: return .none
    case 1: return .legacy
    case 2: return .publicKey(try publicKey())
    case 3: return .fail
    case 4:
      let keys = try (1...3).map { _ in
        WeightedMultisig.WeightedKey(weight: .random(in: 0...9, using: &self), key: try publicKey())
      }
      return .multisig(WeightedMultisig(threshold: .random(in: 0...9, using: &self), keys: keys))
    default: return .roles(try (1...3).map { _ in try accountKey(nested: true) })
    }
  }

  mutating func kaia(_ type: KaiaTransactionType) throws -> KaiaTransaction {
    let (to, data) = (try address(), bytes(Int.random(in: 0...80, using: &self)))
    let operation: KaiaTransaction.Operation =
      switch type.action {
      case .valueTransfer: .valueTransfer(to: to, value: try number())
      case .valueTransferMemo: .memo(to: to, value: try number(), memo: data)
      case .accountUpdate: .accountUpdate(try accountKey())
      case .smartContractDeploy:
        .deploy(
          to: Bool.random(using: &self) ? to : nil, value: try number(), initCode: data,
          humanReadable: Bool.random(using: &self), codeFormat: .random(in: 0...255, using: &self))
      case .smartContractExecution: .execution(to: to, value: try number(), input: data)
      case .cancel: .cancel
      case .chainDataAnchoring: .anchoring(data: data)
      }
    let payment: KaiaTransaction.FeePayment =
      switch type.payer {
      case .sender: .sender
      case .feePayer: .delegated
      case .both: .shared(percent: .random(in: 0...255, using: &self))
      }
    return KaiaTransaction(
      chainID: try number(bits: 254), nonce: try nonce(), gasPrice: try number(), gasLimit: try word(),
      from: try address(), operation: operation, feePayment: payment)
  }

  /// With up to three signatures of each who signs.
  mutating func signedKaia(_ type: KaiaTransactionType) throws -> SignedTransaction {
    let transaction = try kaia(type)
    let signatures = try (0..<Int.random(in: 1...3, using: &self)).map { _ in try signature() }
    guard type.isFeeDelegated else { return try SignedTransaction(transaction, signatures: signatures) }
    let approvals = try (0..<Int.random(in: 1...3, using: &self)).map { _ in try signature() }
    return try SignedTransaction(
      transaction, signatures: signatures, feePayer: FeePayerApproval(address: address(), signatures: approvals))
  }
}
