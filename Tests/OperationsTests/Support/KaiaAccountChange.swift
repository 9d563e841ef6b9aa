import ChainSupport
import ContractClient
import Keys
import NodeDoubles
import NodeRPC
import Primitives
import Sending
import StrictJSON
import Transactions

extension Chain {
  /// A connection that waits for as long as a busy machine lets the node need.
  var connection: ContractConnection {
    ContractConnection(sender: TransactionSender(node: node, chainID: chainID))
  }

  /// Gives an account of Kaia another key.
  func change(_ account: PrivateKey, to key: AccountKey) async throws {
    var partly = PartlySignedTransaction(
      KaiaTransaction(
        chainID: chainID, nonce: try await node.transactionCount(of: account.address), gasPrice: 50_000_000_000,
        gasLimit: 500_000, from: account.address, operation: .accountUpdate(key), feePayment: .sender))
    try partly.sign(by: account)
    _ = try await node.kaiaSendRawTransaction(partly.completed().encoded)
  }

  /// Puts code to an address.
  func put(_ code: Bytes, at address: Address) async throws {
    _ = try await node.call("anvil_setCode", [.string(address.lowercaseHex), .string(code.hex)])
  }
}

extension AccountKey {
  /// A key of several with a weight of 1 each.
  static func multisig(_ threshold: UInt64, of keys: [PrivateKey]) -> AccountKey {
    .multisig(
      WeightedMultisig(
        threshold: threshold, keys: keys.map { WeightedMultisig.WeightedKey(weight: 1, key: $0.publicKey) }))
  }
}
