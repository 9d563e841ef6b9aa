import Primitives
import StrictJSON
import Testing

@testable import Devnet

@Suite("What lies before the fork")
struct ForkHistoryTests {
  /// A devnet with a lecture and one purchase, in blocks 1 to 3.
  struct Origin {
    let node: OriginNode
    let market: Market
    let purchase: Hash32

    init() async throws {
      let devnet = try await Devnet.start()
      market = try await Market.open(devnet, cost: 1)
      purchase = try await devnet.send(market.purchase(value: ether(1), from: 2))
      node = await OriginNode(devnet)
    }
  }

  func ask(_ devnet: Devnet, _ method: String, _ parameters: JSON...) async -> JSON {
    await devnet.answer([
      "jsonrpc": "2.0", "id": 7, "method": .string(method), "params": .array(parameters),
    ]) ?? .null
  }

  @Test("blocks, transactions, receipts and states of old are the other chain's own")
  func past() async throws {
    let origin = try await Origin()
    let devnet = try await origin.node.fork()
    try await devnet.send(origin.market.purchase(value: ether(1), from: 3))
    let head = try #require(await origin.node.devnet.block()).hash
    let (hash, market) = (JSON.string(origin.purchase.hex), JSON.string(origin.market.address.checksummed))
    let buyer = JSON.string(devnet.accounts[2].address.checksummed)
    let requests: [(String, [JSON])] = [
      ("eth_getBlockByNumber", ["earliest", true]), ("eth_getBlockByNumber", ["0x1", true]),
      ("eth_getBlockByNumber", ["0x3", true]), ("eth_getBlockByHash", [.string(head.hex), false]),
      ("eth_getBlockReceipts", ["0x3"]), ("eth_getBlockTransactionCountByNumber", ["0x2"]),
      ("eth_getTransactionByHash", [hash]), ("eth_getTransactionReceipt", [hash]),
      ("eth_getTransactionByBlockNumberAndIndex", ["0x3", "0x0"]), ("debug_getRawTransaction", [hash]),
      ("debug_getRawBlock", ["0x3"]), ("eth_getBalance", [market, "0x2"]), ("eth_getCode", [market, "0x0"]),
      ("eth_getStorageAt", [market, "0x0", "0x1"]), ("eth_getProof", [market, ["0x0"], "0x2"]),
      ("eth_getTransactionCount", [.string(devnet.accounts[0].address.checksummed), "0x1"]),
      ("eth_getHeaderByNumber", ["0x2"]), ("eth_getHeaderByHash", [.string(head.hex)]),
      ("eth_getRawTransactionByHash", [hash]), ("eth_getRawTransactionByBlockNumberAndIndex", ["0x3", "0x0"]),
      ("eth_getRawTransactionByBlockHashAndIndex", [.string(head.hex), "0x0"]),
      ("eth_getTransactionBySenderAndNonce", [buyer, "0x0"]),
      ("eth_getStorageValues", [[market.string ?? "": ["0x0", "0x1"]], "0x1"]),
      ("eth_getAccount", [market, "0x2"]), ("eth_getAccountInfo", [market, "0x2"]),
      ("eth_call", [["to": market, "data": "0x"], "0x0"]), ("eth_feeHistory", ["0x3", "0x3", [50]]),
    ]
    for (method, parameters) in requests {
      let request: JSON = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": .array(parameters)]
      let (here, there) = (await devnet.answer(request), await origin.node.devnet.answer(request))
      #expect(here?["result"] != nil)
      #expect(here == there, "\(method) \(parameters)")
    }
    // What was not spent there is nothing that its node is asked for.
    let asked = origin.node.methods.count { $0 == "eth_getTransactionBySenderAndNonce" }
    #expect(await ask(devnet, "eth_getTransactionBySenderAndNonce", buyer, "0x1")["result"] == .null)
    #expect(origin.node.methods.count { $0 == "eth_getTransactionBySenderAndNonce" } == asked)
    #expect(await ask(devnet, "eth_getBalance", market, "latest")["result"]?.string == ether(2).quantity)
    #expect(await ask(devnet, "eth_getBalance", market, "0x3")["result"]?.string == ether(1).quantity)
    #expect(Set(origin.node.methods).isSubset(of: HistoryMethods.reading))
    #expect(await origin.node.devnet.blockNumber == 3)
    #expect(try await origin.node.devnet.balance(of: origin.market.address) == ether(1))
  }

  @Test("no method that does more than read is ever asked of the other chain")
  func allowed() { #expect(Set(HistoricCall.methods.keys) == HistoryMethods.reading) }

  @Test("every method that can be asked about what lies before the fork is, but for those that say why not")
  func complete() {
    // They tell of now, send, sign, change, wait or look at what is here alone.
    let present: Set<String> = [
      "eth_accounts", "eth_baseFee", "eth_blobBaseFee", "eth_blockNumber", "eth_capabilities", "eth_chainId",
      "eth_coinbase", "eth_config", "eth_fillTransaction", "eth_gasPrice", "eth_getFilterChanges",
      "eth_getFilterLogs", "eth_hashrate",
      "eth_maxPriorityFeePerGas", "eth_mining", "eth_newBlockFilter", "eth_newFilter",
      "eth_newPendingTransactionFilter", "eth_pendingTransactions", "eth_requestAccounts", "eth_sendRawTransaction",
      "eth_sendRawTransactionSync", "eth_sendTransaction", "eth_sendUnsignedTransaction", "eth_sign",
      "eth_signTransaction", "eth_signTypedData", "eth_signTypedData_v4", "eth_syncing", "eth_uninstallFilter",
      "personal_sign", "rpc_modules", "testing_buildBlockV1", "debug_getBadBlocks",
    ]
    // They refuse it in words of their own: they take the whole state, or a block as bytes.
    let whole: Set<String> = ["debug_accountRange", "debug_storageRangeAt", "debug_traceBlock"]
    let families = ["anvil_", "hardhat_", "evm_", "net_", "web3_", "txpool_"]
    let unaccounted = Devnet.methodNames.filter { name in
      HistoricCall.methods[name] == nil && !present.contains(name) && !whole.contains(name)
        && !families.contains(where: name.hasPrefix)
    }
    #expect(unaccounted == [])
    #expect(present.union(whole).isSubset(of: Devnet.methodNames))
  }

  @Test("events and fees of a range that goes over the fork are joined")
  func joined() async throws {
    let origin = try await Origin()
    let devnet = try await origin.node.fork()
    for student in 3...5 { try await devnet.send(origin.market.purchase(value: ether(1), from: student)) }
    let address = JSON.string(origin.market.address.checksummed)
    func logs(_ first: JSON, _ last: JSON) async -> [String] {
      let answer = await ask(devnet, "eth_getLogs", ["fromBlock": first, "toBlock": last, "address": address])
      return (answer["result"]?.array ?? []).map { $0["blockNumber"]?.string ?? "" }
    }
    // The contract itself tells of its beginning in block 1.
    #expect(await logs("0x0", "latest") == ["0x1", "0x2", "0x3", "0x4", "0x5", "0x6"])
    #expect(await logs("earliest", "0x2") == ["0x1", "0x2"])
    #expect(await logs("0x3", "0x4") == ["0x3", "0x4"])
    #expect(await logs("0x4", "latest") == ["0x4", "0x5", "0x6"])
    let before = origin.node.methods.count
    #expect(await logs("latest", "latest") == ["0x6"])
    #expect(origin.node.methods.count == before)
    #expect(await ask(devnet, "eth_getLogs", ["fromBlock": "0x1", "toBlock": "0x7"])["error"]?["code"]?.int == -32602)

    let fees = await ask(devnet, "eth_feeHistory", "0x5", "latest", [10, 90])["result"]
    #expect(fees?["oldestBlock"] == "0x2")
    #expect(fees?["reward"]?.array?.count == 5)
    #expect(fees?["gasUsedRatio"]?.array?.count == 5)
    let baseFees = try #require(fees?["baseFeePerGas"]?.array)
    #expect(baseFees.count == 6)
    for (number, fee) in zip(2...6, baseFees) {
      let block = await ask(devnet, "eth_getBlockByNumber", .string("0x\(number)"), false)["result"]
      #expect(block?["baseFeePerGas"] == fee)
    }
  }

  @Test("what the other chain does after the fork is not part of this one")
  func future() async throws {
    let origin = try await Origin()
    let devnet = try await origin.node.fork()
    let hash = try await origin.node.devnet.send(origin.market.purchase(value: ether(1), from: 4))
    let head = try #require(await origin.node.devnet.block()).hash
    for method in ["eth_getTransactionByHash", "eth_getTransactionReceipt"] {
      #expect(await ask(devnet, method, .string(hash.hex))["result"] == .null)
    }
    #expect(await ask(devnet, "eth_getBlockByHash", .string(head.hex), false)["result"] == .null)
    #expect(await ask(devnet, "eth_getBlockByNumber", "0x4", false)["result"] == .null)
    let market = JSON.string(origin.market.address.checksummed)
    #expect(
      await ask(devnet, "eth_getBalance", market, .string(head.hex))["error"]?["message"] == "header for hash not found"
    )
    #expect(await ask(devnet, "eth_getBalance", market)["result"]?.string == ether(1).quantity)
  }

  @Test("a block that the other chain replaced is told, and so are answers that make no sense")
  func lies() async throws {
    let origin = try await Origin()
    let devnet = try await origin.node.fork()
    func refusal(_ method: String, _ parameters: JSON...) async -> String? {
      let answer = await devnet.answer([
        "jsonrpc": "2.0", "id": 7, "method": .string(method), "params": .array(parameters),
      ])
      return answer?["error"]?["message"]?.string
    }
    origin.node.lie("eth_getBlockByNumber", ["number": "0x3", "hash": .string(Hash32.zero.hex)])
    for answer in [
      await refusal("eth_getBlockByNumber", "0x3", true), await refusal("eth_getBlockReceipts", "0x3"),
    ] { #expect(answer?.hasPrefix("block 3 of the other chain is no longer the one") == true) }
    origin.node.lie("eth_getTransactionReceipt", ["blockNumber": "0x3", "blockHash": "0x12"])
    #expect(await refusal("eth_getTransactionReceipt", .string(origin.purchase.hex)) != nil)
    for nonsense in [.null, 5, "x", [:]] as [JSON] {
      for method in ["eth_getLogs", "eth_feeHistory", "eth_getTransactionReceipt"] { origin.node.lie(method, nonsense) }
      #expect(await refusal("eth_getLogs", ["fromBlock": "0x1"]) != nil)
      try await devnet.mine()
      #expect(await refusal("eth_feeHistory", "0x10", "latest") != nil)
      #expect(await ask(devnet, "eth_getTransactionReceipt", .string(origin.purchase.hex))["result"] == .null)
    }
    origin.node.lie("eth_getBalance", 5)
    let stranger = Address(truncating: UInt256(0x57a))
    await #expect(throws: DevnetError.self) { try await devnet.balance(of: stranger) }
    origin.node.lie("eth_getBalance", nil)
    #expect(try await devnet.balance(of: stranger) == 0)
  }
}

/// The methods by which a chain may be asked of its past: none of them changes anything.
enum HistoryMethods {
  static let reading = ethereum.union(kaia.flatMap { ["kaia_\($0)", "klay_\($0)"] })

  private static let kaia = [
    "accountCreated", "call", "createAccessList", "estimateComputationCost", "estimateGas", "feeHistory", "forkStatus",
    "getAccount", "getAccountKey", "getBalance", "getBlockByHash", "getBlockByNumber", "getBlockReceipts",
    "getBlockTransactionCountByHash", "getBlockTransactionCountByNumber", "getCode", "getHeaderByHash",
    "getHeaderByNumber", "getLogs", "getParams", "getProof", "getRawTransactionByBlockHashAndIndex",
    "getRawTransactionByBlockNumberAndIndex", "getStorageAt", "getTransactionByBlockHashAndIndex",
    "getTransactionByBlockNumberAndIndex", "getTransactionByHash", "getTransactionBySenderTxHash",
    "getTransactionCount", "getTransactionReceipt", "getTransactionReceiptBySenderTxHash", "isContractAccount",
    "getRawTransactionByHash", "recoverFromMessage", "recoverFromTransaction",
  ]

  private static let ethereum: Set<String> = [
    "eth_getBlockByNumber", "eth_getBlockByHash", "eth_getBlockReceipts", "eth_getBlockTransactionCountByNumber",
    "eth_getBlockTransactionCountByHash", "eth_getUncleCountByBlockNumber", "eth_getUncleCountByBlockHash",
    "eth_getUncleByBlockNumberAndIndex", "eth_getUncleByBlockHashAndIndex", "eth_getTransactionByHash",
    "eth_getTransactionByBlockNumberAndIndex", "eth_getTransactionByBlockHashAndIndex", "eth_getTransactionReceipt",
    "eth_getLogs", "eth_getBalance", "eth_getTransactionCount", "eth_getCode", "eth_getStorageAt", "eth_getProof",
    "eth_getHeaderByNumber", "eth_getHeaderByHash", "eth_getRawTransactionByHash",
    "eth_getRawTransactionByBlockNumberAndIndex", "eth_getRawTransactionByBlockHashAndIndex",
    "eth_getTransactionBySenderAndNonce", "eth_getStorageValues", "eth_getAccount", "eth_getAccountInfo",
    "eth_call", "eth_estimateGas", "eth_createAccessList", "eth_simulateV1", "eth_feeHistory", "debug_getRawBlock",
    "debug_getRawHeader", "debug_getRawReceipts", "debug_getRawTransaction", "debug_traceTransaction",
    "debug_traceCall", "debug_traceBlockByNumber", "debug_traceBlockByHash",
  ]
}
