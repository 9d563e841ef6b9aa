import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing

@Suite("Revert data in every form")
struct RevertDataTests {
  @Test(
    "forms that nodes give",
    arguments: [
      // geth, Reth, Anvil, Kaia
      (#"{"code":3,"message":"execution reverted: x","data":"0x08c379a0"}"#, [0x08, 0xc3, 0x79, 0xa0] as Bytes?),
      (#"{"code":3,"message":"execution reverted","data":"0x"}"#, []),
      (#"{"code":-32000,"message":"execution reverted","data":"0x08C379A0"}"#, [0x08, 0xc3, 0x79, 0xa0]),
      (#"{"code":-32000,"message":"execution reverted"}"#, []),
      (#"{"code":-32000,"message":"evm: execution reverted"}"#, []),
      // OpenEthereum, Nethermind
      (#"{"code":-32015,"message":"VM execution error.","data":"Reverted 0x08c379a0"}"#, [0x08, 0xc3, 0x79, 0xa0]),
      (#"{"code":-32015,"message":"VM execution error.","data":"Reverted 0x"}"#, []),
      (#"{"code":-32015,"message":"VM execution error.","data":"Bad instruction fe"}"#, nil),
      (#"{"code":-32015,"message":"Reverted 0x08c379a0"}"#, [0x08, 0xc3, 0x79, 0xa0]),
      // Besu
      (#"{"code":-32000,"message":"Execution reverted","data":"0x08c379a0"}"#, [0x08, 0xc3, 0x79, 0xa0]),
      // Hardhat
      (
        #"{"code":-32603,"message":"Error: VM Exception while processing transaction: reverted with reason string 'x'","data":{"message":"Error: …","txHash":"0x00","data":"0x08c379a0"}}"#,
        [0x08, 0xc3, 0x79, 0xa0]
      ),
      // Ganache
      (
        #"{"code":-32000,"message":"VM Exception while processing transaction: revert","data":{"0x1111111111111111111111111111111111111111111111111111111111111111":{"error":"revert","program_counter":12,"return":"0x08c379a0","reason":"x"},"stack":"…","name":"c"}}"#,
        [0x08, 0xc3, 0x79, 0xa0]
      ),
      (
        #"{"code":-32000,"message":"VM Exception while processing transaction: revert","data":{"hash":"0x1","programCounter":1,"result":"0x08c379a0","reason":"x","message":"revert"}}"#,
        [0x08, 0xc3, 0x79, 0xa0]
      ),
      // Wrapped
      (
        #"{"code":-32603,"message":"execution reverted","data":{"originalError":{"code":3,"data":"0x08c379a0","message":"execution reverted"}}}"#,
        [0x08, 0xc3, 0x79, 0xa0]
      ),
      (#"{"code":-32603,"message":"execution reverted: 0x08c379a0","data":{"code":3}}"#, []),
      (#"{"code":3,"message":"execution reverted (return data: 0x08c379a0)"}"#, [0x08, 0xc3, 0x79, 0xa0]),
      // A custom error without a word about it
      (#"{"code":-32000,"message":"call failed","data":"0xdeadbeef"}"#, [0xde, 0xad, 0xbe, 0xef]),
      // Other errors
      (#"{"code":-32000,"message":"nonce too low"}"#, nil),
      (#"{"code":-32000,"message":"insufficient funds for gas * price + value","data":"0x"}"#, nil),
      (#"{"code":-32601,"message":"no such method","data":{"data":{"data":{}}}}"#, nil),
      (
        #"{"code":-32000,"message":"known transaction","data":"0x1111111111111111111111111111111111111111111111111111111111111111"}"#,
        nil
      ),
      (#"{"code":3,"message":"execution reverted","data":"0xzz"}"#, []),
      (#"{"code":3,"message":"execution reverted","data":[1,2]}"#, []),
    ])
  func forms(error: String, expected: Bytes?) async throws {
    for status in [200, 500] {
      let server = try HostileServer { _ in [.error(error, status: status)] }
      defer { server.stop() }
      let error = try await failure { try await client(server).call(CallRequest(to: .zero, data: [1])) }
      #expect(error.code == .rpc)
      #expect(error.revertData == expected)
    }
  }

  @Test(
    "the words of Kaia's nodes for an execution that failed, and for what is none",
    arguments: [
      ("VM error occurs while running smart contract", true), ("max call depth exceeded", true),
      ("contract address collision", true), ("contract creation code storage out of gas", true),
      ("evm: max code size exceeded", true), ("out of gas", true), ("evm: write protection", true),
      ("evm: execution reverted", true), ("reached the opcode computation cost limit", true),
      ("gas required exceeds allowance (100000)", true), ("insufficient balance of the sender to pay for gas", false),
      ("invalid chain id", false), ("the block does not exist (block number: 7)", false), ("nonce too low", false),
    ])
  func kaia(text: String, isFailure: Bool) {
    #expect(NodeError(.rpc, rpcCode: -32000, rpcMessage: text).isExecutionFailure == isFailure)
  }

  @Test("data nested without end is not followed for ever")
  func deep() {
    var data: JSON = "0x08c379a0"
    for _ in 0..<100 { data = ["data": data] }
    let error = NodeError(.rpc, rpcCode: 3, rpcMessage: "execution reverted", rpcData: data)
    #expect(error.revertData == [])
  }
}
