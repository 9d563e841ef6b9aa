import Keys
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing

@Suite("Kaia's own methods")
struct KaiaMethodTests {
  private let account = "0x00000000000000000000000000000000000000aa"
  private let hash = "0x" + String(repeating: "cd", count: 32)
  private let other = "0x" + String(repeating: "ab", count: 32)

  /// Asks a node that gives one result to everything, and returns the value and what was asked.
  private func ask<Value>(
    _ result: String, namespace: RPCNamespace = .eth, _ body: (NodeClient) async throws -> Value
  ) async throws -> (Value, String) {
    let server = try HostileServer { _ in [.result(result)] }
    defer { server.stop() }
    let value = try await body(client(server) { $0.namespace = namespace })
    let call = try #require(server.requests.first?.calls.first)
    return (value, call.method + JSON.array(call.params).serialized())
  }

  /// The field of which the client complains.
  private func complaint<Value>(_ result: String, _ body: (NodeClient) async throws -> Value) async throws -> String? {
    let server = try HostileServer { _ in [.result(result)] }
    defer { server.stop() }
    let error = try await failure { try await body(client(server)) }
    #expect(error.code == .badReply && error.kind == .badField)
    return error.field
  }

  @Test("the price of gas, its bounds, and what governance has set")
  func gas() async throws {
    #expect(try await ask("\"0x5d21dba00\"") { try await $0.kaiaGasPrice() } == (25_000_000_000, "kaia_gasPrice[]"))
    let (bound, asked) = try await ask("\"0xae9f7bcc00\"") { try await $0.upperBoundGasPrice() }
    #expect(bound == 750_000_000_000 && asked == "kaia_upperBoundGasPrice[]")
    #expect(
      try await ask("\"0x5d21dba00\"", namespace: .klay) { try await $0.lowerBoundGasPrice() }.1
        == "klay_lowerBoundGasPrice[]")
    let (parameters, asked2) = try await ask(
      #"{"governance.unitprice":25000000000,"kip71.lowerboundbasefee":25000000000,"kip71.upperboundbasefee":750000000000,"kip71.gastarget":30000000,"kip71.basefeedenominator":20,"kip71.maxblockgasusedforbasefee":60000000,"istanbul.policy":2}"#
    ) { try await $0.kaiaParameters() }
    #expect(asked2 == #"kaia_getParams["latest"]"#)
    #expect(parameters.unitPrice == 25_000_000_000 && parameters.lowerBoundBaseFee == 25_000_000_000)
    #expect(parameters.upperBoundBaseFee == 750_000_000_000 && parameters.gasTarget == 30_000_000)
    #expect(parameters.baseFeeDenominator == 20 && parameters.maxBlockGasUsedForBaseFee == 60_000_000)
    let (old, _) = try await ask(#"{"governance.unitprice":"25000000000"}"#) { try await $0.kaiaParameters() }
    #expect(old.unitPrice == 25_000_000_000 && old.gasTarget == nil)
  }

  @Test(
    "parameters that nobody can reckon with are refused",
    arguments: [
      (#"{"kip71.gastarget":0}"#, "kip71.gastarget"), (#"{"kip71.basefeedenominator":0}"#, "kip71.basefeedenominator"),
      (#"{"kip71.basefeedenominator":-1}"#, "kip71.basefeedenominator"),
      (#"{"kip71.maxblockgasusedforbasefee":1e9}"#, "kip71.maxblockgasusedforbasefee"),
      (#"{"kip71.lowerboundbasefee":2,"kip71.upperboundbasefee":1}"#, "kip71.lowerboundbasefee"),
      (#"{"governance.unitprice":"25 ston"}"#, "governance.unitprice"), ("[]", "result"), ("null", "result"),
    ])
  func badParameters(_ result: String, _ field: String) async throws {
    #expect(try await complaint(result) { try await $0.kaiaParameters() } == field)
  }

  @Test("accounts of both kinds, with what may sign for them")
  func accounts() async throws {
    let address = try Address(account)
    #expect(try await ask("null") { try await $0.kaiaAccount(address) }.0 == nil)
    let (legacy, asked) = try await ask(
      #"{"accType":1,"account":{"nonce":3,"balance":"0x10","humanReadable":false,"key":{"keyType":1,"key":{}}}}"#
    ) { try await $0.kaiaAccount(address) }
    #expect(asked == #"kaia_getAccount["\#(account)","latest"]"#)
    #expect(legacy?.nonce == 3 && legacy?.key == .legacy && legacy?.balance == .peb(16) && legacy?.isContract == false)
    let (contract, _) = try await ask(
      #"{"accType":2,"account":{"balance":"0x0","codeFormat":0,"codeHash":"1HOsYh6XyEb4GvnCjNA9p+oRe57RfjtKozosj/Zy9UY=","humanReadable":false,"key":{"key":{},"keyType":3},"nonce":0,"storageRoot":"0xc520","vmVersion":0}}"#
    ) { try await $0.kaiaAccount(address) }
    #expect(contract?.isContract == true && contract?.key == .fail)
    #expect(
      try await ask("true") { try await $0.isContractAccount(address) } == (
        true, #"kaia_isContractAccount["\#(account)","latest"]"#
      ))
    #expect(try await ask("false") { try await $0.accountCreated(address) }.0 == false)
    #expect(
      try await ask("true") { try await $0.isSenderTxHashIndexingEnabled() } == (
        true, "kaia_isSenderTxHashIndexingEnabled[]"
      ))
  }

  @Test("an account's key, and nil where there is no account")
  func keys() async throws {
    let address = try Address(account)
    #expect(try await ask("null") { try await $0.kaiaAccountKey(address) }.0 == nil)
    let keys = try [1, 2].map { try PrivateKey(hex: String(repeating: "\($0)", count: 64)).publicKey }
    for key in [
      .legacy, .fail, .publicKey(keys[0]),
      .roles([.publicKey(keys[1]), .multisig(WeightedMultisig(threshold: 2, of: keys))]),
    ] as [AccountKey] {
      let (told, asked) = try await ask(key.json.serialized()) {
        try await $0.kaiaAccountKey(address, at: .pending)
      }
      #expect(told == key && asked == #"kaia_getAccountKey["\#(account)","pending"]"#)
    }
    for result in [
      "{}", "\"0x01c0\"", #"{"keyType":9,"key":{}}"#, #"{"keyType":2,"key":{"x":"0x1","y":"0x2"}}"#,
      #"{"keyType":5,"key":[{"keyType":5,"key":[]}]}"#,
      #"{"keyType":4,"key":{"threshold":1,"keys":[\#(Array(repeating: "{}", count: 5_000).joined(separator: ","))]}}"#,
    ] {
      #expect(try await complaint(result) { try await $0.kaiaAccountKey(address) } == "result", "\(result.prefix(60))")
    }
    #expect(
      try await complaint(#"{"accType":1,"account":{"nonce":3,"balance":"0x10","key":{"keyType":7}}}"#) {
        try await $0.kaiaAccount(address)
      } == "account.key")
  }

  private func receipt(_ changes: String = "") -> String {
    let fields = [
      #""transactionHash":"\#(hash)","hash":"\#(hash)","senderTxHash":"\#(other)","blockNumber":"0x5","from":"\#(account)""#,
      #""to":"\#(account)","gasUsed":"0x5208","gas":"0x5208","nonce":"0x1","value":"0x0","input":"0x","logs":[]"#,
      #""status":"0x0","txError":"0x9","type":"TxTypeFeeDelegatedSmartContractExecutionWithRatio","typeInt":50"#,
      #""feePayer":"\#(account)","feePayerSignatures":[{"V":"0x4056","R":"0x1","S":"0x2"}]"#,
      #""signatures":[{"V":"0x4055","R":"0x3","S":"0x4"},{"V":"0x4056","R":"0x5","S":"0x6"}],"key":"0x01c0""#,
    ]
    return "{" + (fields + (changes.isEmpty ? [] : [changes])).joined(separator: ",") + "}"
  }

  @Test("receipts and transactions tell the fee payer, the share and who signed", arguments: ["\"0x1e\"", "30"])
  func receipts(ratio: String) async throws {
    let hash = try Hash32(hash)
    let (receipt, asked) = try await ask(receipt("\"feeRatio\":\(ratio)")) { try await $0.kaiaReceipt(hash) }
    #expect(asked == #"kaia_getTransactionReceipt["\#(self.hash)"]"#)
    #expect(try receipt?.feePayer == Address(account) && receipt?.feeRatio == 30 && receipt?.txError == 9)
    #expect(try receipt?.type == 50 && receipt?.senderTxHash == Hash32(other))
    #expect(receipt?.signatures.map(\.v) == [0x4055, 0x4056] && receipt?.signatures.map(\.s) == [4, 6])
    #expect(receipt?.feePayerSignatures.map(\.r) == [1])
    let (transaction, asked2) = try await ask(self.receipt("\"feeRatio\":\(ratio)")) {
      try await $0.kaiaTransaction(hash)
    }
    #expect(asked2 == #"kaia_getTransactionByHash["\#(self.hash)"]"#)
    #expect(transaction?.feeRatio == 30 && transaction?.feePayerSignatures.count == 1)
    #expect(try transaction?.newKey == [1, 0xc0] && transaction?.senderTxHash == Hash32(other))
  }

  @Test("what is missing in the signatures or no ratio is told with its place")
  func badReceipts() async throws {
    let hash = try Hash32(hash)
    let good = receipt()
    for (result, field) in [
      (good.replacing(#","S":"0x2""#, with: ""), "feePayerSignatures[0].S"),
      (good.replacing(#""R":"0x5""#, with: #""R":"5""#), "signatures[1].R"),
      (receipt("\"feeRatio\":256"), "feeRatio"), (receipt("\"feeRatio\":\"30\""), "feeRatio"),
      (good.replacing("\"0x9\"", with: "\"reverted\""), "txError"),
    ] {
      #expect(try await complaint(result) { try await $0.kaiaReceipt(hash) } == field)
    }
    // Outside of Kaia's own view such names may be anything.
    let plain = good.replacing(#""typeInt":50,"#, with: "").replacing(
      "\"TxTypeFeeDelegatedSmartContractExecutionWithRatio\"", with: "\"0x0\""
    )
    .replacing("[{\"V\":\"0x4056\",\"R\":\"0x1\",\"S\":\"0x2\"}]", with: "7")
    #expect(try await ask(plain) { try await $0.transactionReceipt(hash) }.0?.feePayerSignatures == [])
  }

  @Test("a transaction found by what its sender signed has that hash")
  func senderTxHash() async throws {
    let asked = try Hash32(other)
    let (transaction, call) = try await ask(receipt()) { try await $0.kaiaTransaction(bySenderTxHash: asked) }
    #expect(transaction?.senderTxHash == asked && call == #"kaia_getTransactionBySenderTxHash["\#(other)"]"#)
    let (receipt, call2) = try await ask(self.receipt()) { try await $0.kaiaReceipt(bySenderTxHash: asked) }
    #expect(receipt?.senderTxHash == asked && call2 == #"kaia_getTransactionReceiptBySenderTxHash["\#(other)"]"#)
    #expect(try await ask("null") { try await $0.kaiaReceipt(bySenderTxHash: asked) }.0 == nil)
    #expect(
      try await complaint(self.receipt()) { try await $0.kaiaTransaction(bySenderTxHash: .zero) } == "senderTxHash")
    #expect(try await complaint(self.receipt()) { try await $0.kaiaReceipt(bySenderTxHash: .zero) } == "senderTxHash")
  }

  @Test("a node that does not know kaia_ is asked by klay_, and only then")
  func oldNames() async throws {
    let old = try StubNode { chain in
      chain.answers["klay_gasPrice"] = { _, _ in .result("0x5d21dba00") }
      chain.answers["klay_sendRawTransaction"] = { _, _ in .error(code: -32000, "nonce too low") }
    }
    let client = try NodeClient(endpoints: [Endpoint(old.url)], options: .quick)
    #expect(try await client.kaiaGasPrice() == 25_000_000_000)
    #expect(old.calls(of: "kaia_gasPrice").count == 1 && old.calls(of: "klay_gasPrice").count == 1)
    let refused = try await failure { try await client.kaiaSendRawTransaction([8]) }
    #expect(refused.rpcMessage == "nonce too low" && refused.method == "klay_sendRawTransaction")
    // Ethereum's nodes know neither: the new name is the one that is told.
    let unknown = try await failure { try await client.kaiaParameters() }
    #expect(unknown.isMethodMissing && unknown.method == "kaia_getParams")
    #expect(old.calls(of: "klay_getParams").count == 1)
    #expect(try await client.send(.gasPrice(namespace: .kaia)) == 25_000_000_000)
    // Of a batch nothing is tried by another name: what was found out before counts.
    let (price, chainID) = try await client.send(together: .gasPrice(namespace: .kaia), .chainID())
    #expect(price == 25_000_000_000 && chainID == 1337)
    let everywhere = await client.sendToAll(.sendRawTransaction([8], namespace: .kaia))
    #expect(everywhere.count == 1 && old.calls(of: "klay_sendRawTransaction").count == 2)
    // Ethereum's names have no older ones.
    _ = try? await client.call("eth_unheardOf")
    #expect(old.calls(of: "klay_unheardOf").isEmpty)

    let new = try StubNode { chain in
      chain.answers["kaia_sendRawTransaction"] = { _, _ in .error(code: -32000, "insufficient funds") }
    }
    let other = try NodeClient(endpoints: [Endpoint(new.url)], options: .quick)
    #expect(try await failure { try await other.kaiaSendRawTransaction([8]) }.rpcMessage == "insufficient funds")
    #expect(new.calls(of: "klay_sendRawTransaction").isEmpty)
  }

  @Test("a native transaction goes to kaia_ as it is, and the node's hash comes back")
  func sending() async throws {
    let (hash, asked) = try await ask("\"\(hash)\"") { try await $0.kaiaSendRawTransaction([0x09, 0xf8]) }
    #expect(try hash == Hash32(self.hash) && asked == #"kaia_sendRawTransaction["0x09f8"]"#)
  }

  /// A node of Klaytn 1.4.2: `klay_` alone, whose `chainID` ends with capitals.
  private func oldKlaytn() throws -> StubNode {
    try StubNode { chain in
      chain.chainID = 8217
      let unknown: @Sendable (StubNode.Call, inout StubNode.Chain) -> StubNode.Answer? = { call, _ in
        .error(code: -32601, "the method \(call.method) does not exist/is not available")
      }
      for name in ["eth_chainId", "eth_blockNumber", "eth_gasPrice", "eth_getTransactionCount"] {
        chain.answers[name] = unknown
      }
      chain.answers["klay_chainID"] = { _, _ in .result("0x2019") }
      chain.answers["klay_blockNumber"] = { _, _ in .result("0x2a") }
      chain.answers["klay_gasPrice"] = { _, _ in .result("0x5d21dba00") }
      chain.answers["klay_getTransactionCount"] = { _, _ in .result("0x5") }
    }
  }

  @Test(
    "a node of Klaytn that knows neither eth_ nor klay_chainId is asked by the names it has",
    arguments: RPCNamespace.allCases)
  func oldestNames(namespace: RPCNamespace) async throws {
    let node = try oldKlaytn()
    let client = try NodeClient(node.url, options: .quick.with { $0.namespace = namespace })
    #expect(try await client.chainID() == 8217)
    #expect(try await client.blockNumber() == 42)
    let (chainID, price) = try await client.send(together: .chainID(), .gasPrice())
    #expect(chainID == 8217 && price == 25_000_000_000)
    let counts = try await client.batch([NodeRequest<UInt64>.transactionCount(of: .zero)])
    #expect(try counts[0].get() == 5)
    let told = await client.sendToAll(.blockNumber())
    #expect(try told[0].result.get() == 42)
    // Once it is known what it speaks, no name is tried that it does not have.
    #expect(node.calls(of: "eth_blockNumber").isEmpty && node.calls(of: "eth_gasPrice").isEmpty)
  }

  @Test("who knows no name for the chain's number is asked by eth_ all the same")
  func noName() async throws {
    let node = try StubNode { $0.answers["eth_chainId"] = { _, _ in .error(code: -32601, "no such method") } }
    let client = try NodeClient(node.url, options: .quick)
    let error = try await failure { try await client.chainID() }
    #expect(error.method == "eth_chainId")
    #expect(try await client.blockNumber() == 7)
  }
}
