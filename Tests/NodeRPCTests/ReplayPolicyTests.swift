import NodeRPC
import Testing

@Suite("Replay policy")
struct ReplayPolicyTests {
  @Test(
    "what may be asked again",
    arguments: [
      "eth_call", "eth_blockNumber", "klay_getAccount", "kaia_getTransactionReceipt", "eth_sendRawTransaction",
      "kaia_sendRawTransaction", "net_version", "web3_clientVersion", "debug_traceTransaction", "txpool_status",
    ])
  func harmless(method: String) { #expect(ReplayPolicy.of(method) == .harmless) }

  @Test(
    "what may not",
    arguments: [
      "eth_sendTransaction", "kaia_sendTransaction", "klay_sendTransactionAsFeePayer", "eth_sign", "eth_newFilter",
      "eth_getFilterChanges", "personal_unlockAccount", "evm_mine", "evm_snapshot", "anvil_setBalance", "eth_callMany",
      "debug_setHead", "admin_addPeer", "getBalance", "", "_", "eth_", "ETH_call", "net_call", "web3_call", "eth_call ",
    ])
  func once(method: String) { #expect(ReplayPolicy.of(method) == .once) }
}
