import JSONFields
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing

@Suite("Typed methods")
struct TypedMethodTests {
  /// Asks a server that gives one result, and returns the value and what was asked.
  private func ask<Value>(
    _ result: String, namespace: RPCNamespace = .eth, _ body: (NodeClient) async throws -> Value
  ) async throws -> (Value, String) {
    let server = try HostileServer { _ in [.result(result)] }
    defer { server.stop() }
    let value = try await body(client(server) { $0.namespace = namespace })
    let call = try #require(server.requests.first?.calls.first)
    return (value, call.method + JSON.array(call.params).serialized())
  }

  private let account = "0x00000000000000000000000000000000000000aa"
  private var address: Address { get throws { try Address(account) } }
  private let hash = "0x" + String(repeating: "cd", count: 32)

  @Test("state")
  func state() async throws {
    let address = try address
    let (balance, asked) = try await ask("\"0xde0b6b3a7640000\"") { try await $0.balance(of: address) }
    #expect(balance == .klay(1))
    #expect(asked == #"eth_getBalance["0x00000000000000000000000000000000000000aa","latest"]"#)
    let (nonce, asked2) = try await ask("\"0x7\"") { try await $0.transactionCount(of: address, at: .pending) }
    #expect(nonce == 7)
    #expect(asked2 == #"eth_getTransactionCount["0x00000000000000000000000000000000000000aa","pending"]"#)
    let (code, asked3) = try await ask("\"0x\"") { try await $0.code(of: address, at: .number(255)) }
    #expect(code == [])
    #expect(asked3 == #"eth_getCode["0x00000000000000000000000000000000000000aa","0xff"]"#)
    let block = try Hash32(hash)
    let (word, asked4) = try await ask("\"0x0\"") { try await $0.storage(of: address, slot: 3, at: .hash(block)) }
    #expect(word == .zero)
    #expect(asked4 == #"eth_getStorageAt["0x00000000000000000000000000000000000000aa","0x3",{"blockHash":"\#(hash)"}]"#)
  }

  @Test("calls")
  func calls() async throws {
    let request = CallRequest(
      from: .zero, to: try address, gas: 30_000, maxFeePerGas: 2, maxPriorityFeePerGas: 1, value: .wei(5),
      data: [0xde, 0xad])
    let (returned, asked) = try await ask("\"0x0102\"") { try await $0.call(request) }
    #expect(returned == [1, 2])
    #expect(
      asked
        == #"eth_call[{"from":"0x0000000000000000000000000000000000000000","to":"\#(account)","gas":"0x7530","maxFeePerGas":"0x2","maxPriorityFeePerGas":"0x1","value":"0x5","data":"0xdead"},"latest"]"#
    )
    let (gas, asked2) = try await ask("\"0x5208\"") { try await $0.estimateGas(CallRequest(data: [1])) }
    #expect(gas == 21_000)
    #expect(asked2 == #"eth_estimateGas[{"data":"0x01"}]"#)
  }

  @Test("fees, the chain and the node")
  func chain() async throws {
    #expect(try await ask("\"0x2019\"") { try await $0.chainID() } == (8_217, "eth_chainId[]"))
    #expect(try await ask("\"0x5d21dba00\"") { try await $0.gasPrice() } == (25_000_000_000, "eth_gasPrice[]"))
    #expect(try await ask("\"0x0\"") { try await $0.maxPriorityFeePerGas() } == (0, "eth_maxPriorityFeePerGas[]"))
    let (version, _) = try await ask(#""Geth\u001b[1m/v1""#) { try await $0.clientVersion() }
    #expect(version == #"Geth\u{1b}[1m/v1"#)
    #expect(try await ask("false") { try await $0.syncing() }.0 == nil)
    #expect(
      try await ask(#"{"currentBlock":"0x5","highestBlock":"0x9"}"#) { try await $0.syncing() }.0?.highestBlock == 9)
    let (history, asked) = try await ask(
      #"{"oldestBlock":"0x1b","reward":[["0x1","0x2"]],"baseFeePerGas":["0x3b9aca00","0x342a385a"],"gasUsedRatio":[0.00072868]}"#
    ) { try await $0.feeHistory(blocks: 1, newest: .number(27), percentiles: [10, 99.5]) }
    #expect(asked == #"eth_feeHistory["0x1","0x1b",[10,99.5]]"#)
    #expect(
      history.gasUsedRatio == [0.00072868] && history.baseFeePerGas.last == 0x342a_385a && history.reward == [[1, 2]])
    #expect(
      try await ask(#"{"oldestBlock":1,"gasUsedRatio":null,"baseFeePerGas":[]}"#) { try await $0.feeHistory(blocks: 0) }
        .0.reward == nil)
  }

  @Test("receipts of both worlds")
  func receipts() async throws {
    let hash = try Hash32(hash)
    let address = try address
    #expect(try await ask("null") { try await $0.transactionReceipt(hash) }.0 == nil)
    let common =
      #""transactionHash":"\#(self.hash)","blockHash":"\#(self.hash)","blockNumber":"0x5","transactionIndex":"0x0","from":"\#(account)","gasUsed":"0x5208","logs":[]"#
    let (modern, _) = try await ask(
      "{\(common),\"to\":null,\"contractAddress\":\"\(account)\",\"status\":\"0x1\",\"cumulativeGasUsed\":\"0x5208\",\"effectiveGasPrice\":\"0x2\",\"type\":\"0x2\"}"
    ) { try await $0.transactionReceipt(hash) }
    #expect(modern?.status == true && modern?.contractAddress == address && modern?.type == 2)
    #expect(modern?.fee == .wei(42_000) && modern?.root == nil)
    let (old, _) = try await ask("{\(common),\"to\":\"\(account)\",\"root\":\"\(self.hash)\"}") {
      try await $0.transactionReceipt(hash)
    }
    #expect(old?.status == nil && old?.root == hash && old?.fee == nil)
    let (integers, _) = try await ask(
      "{\(common.replacing("\"0x5\"", with: "5").replacing("\"0x5208\"", with: "21000")),\"to\":null,\"status\":1,\"root\":\"0x\"}"
    ) { try await $0.transactionReceipt(hash) }
    #expect(integers?.status == true && integers?.blockNumber == 5 && integers?.gasUsed == 21_000)
    let (kaia, asked) = try await ask(
      "{\(common),\"to\":\"\(account)\",\"status\":\"0x0\",\"txError\":\"0x9\",\"type\":\"TxTypeFeeDelegatedSmartContractExecution\",\"typeInt\":49,\"feePayer\":\"\(account)\",\"feePayerSignatures\":[{\"V\":\"0x4056\",\"R\":\"0x1\",\"S\":\"0x2\"}],\"gas\":\"0x1\",\"signatures\":[]}",
      namespace: .klay
    ) { try await $0.transactionReceipt(hash) }
    #expect(kaia?.status == false && kaia?.txError == 9 && kaia?.type == 49 && kaia?.feePayer == address)
    #expect(asked.hasPrefix("klay_getTransactionReceipt"))
  }

  @Test("a receipt or a transaction of another hash than the one asked for is no answer")
  func otherHash() async throws {
    let server = try HostileServer { request in
      [
        .result(
          #"{"transactionHash":"\#(hash)","hash":"\#(hash)","nonce":"0x0","from":"\#(account)","gas":"0x1","value":"0x0","#
            + #""input":"0x","gasUsed":"0x1","logs":[]}"#)
      ]
    }
    defer { server.stop() }
    let client = try client(server)
    let asked = try Hash32(hash)
    #expect(try await client.transactionReceipt(asked)?.transactionHash == asked)
    #expect(try await client.transaction(asked)?.hash == asked)
    #expect(try await failure { try await client.transactionReceipt(.zero) }.kind == .badField)
    #expect(try await failure { try await client.transaction(.zero) }.kind == .badField)
  }

  @Test("a mistake in a result is told with its place")
  func places() async throws {
    let log = #"{"address":"\#(account)","topics":["\#(hash)","0x12"],"data":"0x"}"#
    let server = try HostileServer { _ in [.result("[\(log.replacing("\"0x12\"", with: "\"\(self.hash)\"")),\(log)]")] }
    defer { server.stop() }
    let error = try await failure { try await client(server).logs(LogFilter()) }
    #expect(error.field == "[1].topics[1]")
    #expect(error.description.contains(#"is "0x12" where a hash of 32 bytes is due"#))
    #expect(error.method == "eth_getLogs" && error.endpoint == server.url)
  }

  @Test("logs and filters")
  func logs() async throws {
    let topic = try Hash32(hash)
    let filter = LogFilter(
      fromBlock: .number(1), toBlock: .number(2), addresses: [try address], topics: [[topic], nil, [topic, .zero]])
    let (logs, asked) = try await ask(
      #"[{"address":"\#(account)","topics":["\#(hash)"],"data":"0x01","blockNumber":"0x1","blockHash":"\#(hash)","transactionHash":"\#(hash)","transactionIndex":0,"logIndex":"0x3","removed":true}]"#
    ) { try await $0.logs(filter) }
    #expect(logs.count == 1 && logs[0].logIndex == 3 && logs[0].removed && logs[0].data == [1])
    #expect(
      asked
        == #"eth_getLogs[{"fromBlock":"0x1","toBlock":"0x2","address":"\#(account)","topics":["\#(hash)",null,["\#(hash)","0x0000000000000000000000000000000000000000000000000000000000000000"]]}]"#
    )
  }

  @Test("blocks")
  func blocks() async throws {
    #expect(try await ask("null") { try await $0.block(.number(9)) } == (nil, #"eth_getBlockByNumber["0x9",false]"#))
    let rest = #""parentHash":"\#(hash)","timestamp":"0x5","gasUsed":"0x0","gasLimit":"0x1","miner":"\#(account)""#
    let (pending, _) = try await ask("{\"number\":null,\"hash\":null,\(rest),\"transactions\":[]}") {
      try await $0.block(.pending)
    }
    #expect(pending?.isPending == true)
    let (mined, asked) = try await ask(
      "{\"number\":\"0x7\",\"hash\":\"\(hash)\",\(rest),\"transactions\":[\"\(hash)\"]}"
    ) {
      try await $0.block(.hash(Hash32(self.hash)))
    }
    #expect(
      mined?.number == 7 && mined?.isPending == false && mined?.transactionHashes.count == 1
        && mined?.baseFeePerGas == nil)
    #expect(asked == #"eth_getBlockByHash["\#(hash)",false]"#)
    let server = try HostileServer { _ in [.result("{\"hash\":\"\(self.hash)\",\(rest)}")] }
    defer { server.stop() }
    #expect(try await failure { try await client(server).block(.latest) }.field == "number")
  }

  @Test("a request by hand, with a reader of one's own")
  func byHand() async throws {
    let request = NodeRequest("x_y", ["a", 1]) { json in try JSONReader<UInt64>.quantity(json) }.map { $0 * 2 }
    let (value, asked) = try await ask("\"0x15\"") { try await $0.send(request) }
    #expect(value == 42 && asked == #"x_y["a",1]"#)
    #expect(try await ask("{\"a\":[1.50]}") { try await $0.call("x_z") }.0 == ["a": [.number("1.50")]])
    #expect(try await ask("null") { try await $0.call("x_z") }.0 == .null)
  }
}
