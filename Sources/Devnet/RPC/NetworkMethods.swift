import EVM
import JSONFields
import Primitives
import StrictJSON

/// The methods about the chain and the node as a whole.
enum NetworkMethods {
  static let clientVersion = "lectures/devnet/swift"

  static let table: [String: RPCMethod] = [
    "eth_chainId": RPCMethod(0) { devnet, _ in .quantity(devnet.chainID) },
    "net_version": RPCMethod(0) { devnet, _ in .string(devnet.chainID.description) },
    "net_listening": RPCMethod(0) { _, _ in true },
    "net_peerCount": RPCMethod(0) { _, _ in "0x0" },
    "web3_clientVersion": RPCMethod(0) { _, _ in .string(clientVersion) },
    "web3_sha3": RPCMethod(1) { _, parameters in .hash(Keccak256.hash(try parameters(0).bytes())) },
    "eth_syncing": RPCMethod(0) { _, _ in false },
    "eth_accounts": RPCMethod(0) { devnet, _ in .array(devnet.senders.map { .address($0) }) },
    "eth_requestAccounts": RPCMethod(0) { devnet, _ in .array(devnet.senders.map { .address($0) }) },
    "eth_coinbase": RPCMethod(0) { devnet, _ in .address(devnet.nextHeader.coinbase) },
    "eth_mining": RPCMethod(0) { devnet, _ in .bool(devnet.mining != .manual) },
    "eth_hashrate": RPCMethod(0) { _, _ in "0x0" },
    "rpc_modules": RPCMethod(0) { devnet, _ in
      let names = Set(devnet.chain.kind.methods.keys.compactMap { $0.split(separator: "_").first.map(String.init) })
      return .object(JSONObject(names.sorted().map { ($0, "1.0") }))
    },
    "eth_blockNumber": RPCMethod(0) { devnet, _ in .quantity(devnet.blockNumber) },
    "eth_gasPrice": RPCMethod(0) { devnet, _ in .quantity(devnet.ledger.suggestedGasPrice) },
    "eth_maxPriorityFeePerGas": RPCMethod(0) { devnet, _ in .quantity(devnet.ledger.suggestedTip) },
    "eth_baseFee": RPCMethod(0) { devnet, _ in devnet.nextHeader.baseFee.map { .quantity($0) } ?? .null },
    "eth_blobBaseFee": RPCMethod(0) { devnet, _ in
      let header = devnet.nextHeader
      let price = devnet.chain.rules(of: header).blobs?.price(
        excess: header.excessBlobGas ?? 0, baseFee: header.baseFee ?? 0)
      return price.map { .quantity($0) } ?? .null
    },
  ]
}
