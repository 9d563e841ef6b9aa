import EVM
import JSONFields
import Primitives
import StrictJSON
import Testing
import Transactions

@testable import Devnet

@Suite("The kaia and klay namespaces")
struct KaiaMethodTests {
  @Test("they are there on Kaia's chains alone, under both names")
  func namespaces() async throws {
    let ethereum = try await Devnet.start()
    let question: JSON = ["jsonrpc": "2.0", "id": 1, "method": "klay_blockNumber", "params": []]
    #expect(await ethereum.answer(question)?["error"]?["code"]?.int == -32601)
    let fixture = try await KaiaFixture()
    #expect(await fixture.result("klay_blockNumber") == "0x0")
    #expect(await fixture.result("kaia_chainID") == "0x3e9")
    #expect(await fixture.result("kaia_chainId") == "0x3e9")
    let modules = await fixture.result("rpc_modules").object
    #expect(modules?["kaia"] == "1.0" && modules?["klay"] == "1.0" && modules?["eth"] == "1.0")
    let names = Set(RPCMethod.kaia.keys.filter { $0.hasPrefix("kaia_") }.map { $0.dropFirst(5) })
    #expect(names == Set(RPCMethod.kaia.keys.filter { $0.hasPrefix("klay_") }.map { $0.dropFirst(5) }))
  }

  @Test("a fee-delegated transaction is shown with who pays it, and found by the sender's hash")
  func objects() async throws {
    let fixture = try await KaiaFixture()
    let transaction = try fixture.transfer(.shared(percent: 30))
    let hash = JSON.string(transaction.hash.hex)
    #expect(await fixture.result("kaia_sendRawTransaction", .string(transaction.encoded.hex)) == hash)
    let shown = await fixture.result("kaia_getTransactionByHash", hash)
    #expect(shown["type"] == "TxTypeFeeDelegatedValueTransferWithRatio" && shown["typeInt"] == 10)
    #expect(shown["from"] == fixture.sender.json && shown["feePayer"] == fixture.payer.json)
    #expect(shown["feeRatio"] == "0x1e" && shown["value"] == "0x7" && shown["gasPrice"] == .quantity(KaiaFixture.price))
    #expect(shown["signatures"]?.array?.count == 1 && shown["feePayerSignatures"]?.array?.count == 1)
    #expect(shown["senderTxHash"] == .string(transaction.senderTxHash.hex) && shown["hash"] == hash)
    #expect(shown["blockNumber"] == "0x1" && shown["transactionIndex"] == "0x0")
    let senderHash = JSON.string(transaction.senderTxHash.hex)
    #expect(await fixture.result("klay_getTransactionBySenderTxHash", senderHash) == shown)

    let receipt = await fixture.result("kaia_getTransactionReceipt", hash)
    #expect(await fixture.result("kaia_getTransactionReceiptBySenderTxHash", senderHash) == receipt)
    #expect(receipt["transactionHash"] == hash && receipt["hash"] == nil && receipt["cumulativeGasUsed"] == nil)
    #expect(receipt["status"] == "0x1" && receipt["txError"] == nil && receipt["gasUsed"] == "0x8ca0")
    #expect(receipt["effectiveGasPrice"] == .quantity(KaiaFixture.price) && receipt["contractAddress"] == .null)
    #expect(receipt["feePayer"] == fixture.payer.json && receipt["logs"] == [])

    let ethereum = await fixture.result("eth_getTransactionByHash", hash)
    #expect(ethereum["type"] == "0x0" && ethereum["feePayer"] == nil && ethereum["to"] == KaiaFixture.receiver.json)
    #expect(ethereum["v"] == shown["signatures"]?.array?.first?["V"])
    let ethereumReceipt = await fixture.result("eth_getTransactionReceipt", hash)
    #expect(ethereumReceipt["type"] == "0x0" && ethereumReceipt["cumulativeGasUsed"] == "0x8ca0")
    #expect(ethereumReceipt["txError"] == nil && ethereumReceipt["feePayer"] == nil)

    let block = await fixture.result("kaia_getBlockByNumber", "latest", true)
    #expect(block["transactions"] == [shown] && block["baseFeePerGas"] == "0x5d21dba00")
    #expect(block["gasLimit"] == nil && block["miner"] == nil && block["blockScore"] == "0x1")
    #expect(block["reward"] == "0x0000000000000000000000000000000000c0ffee")
    #expect(await fixture.result("kaia_getBlockReceipts", "latest") == [receipt])
    #expect(await fixture.result("kaia_getRawTransactionByHash", hash) == .string(transaction.encoded.hex))
  }

  @Test("what has no recipient is sent to the sender in Ethereum's view, and a failure tells its number in Kaia's")
  func views() async throws {
    let fixture = try await KaiaFixture()
    let cancel = try fixture.transaction(.cancel)
    try await fixture.send(cancel)
    let shown = await fixture.result("eth_getTransactionByHash", .string(cancel.hash.hex))
    #expect(shown["to"] == fixture.sender.json && shown["chainId"] == nil)
    try await fixture.devnet.setCode([0xfe], of: KaiaFixture.receiver)
    let failing = try fixture.transaction(.execution(to: KaiaFixture.receiver, value: 0, input: []), nonce: 1)
    try await fixture.send(failing)
    let receipt = await fixture.result("kaia_getTransactionReceipt", .string(failing.hash.hex))
    #expect(receipt["status"] == "0x0" && receipt["txError"] == "0x2")
  }

  @Test("raw transactions are taken by the rules of each namespace")
  func raw() async throws {
    let fixture = try await KaiaFixture()
    func dynamic(_ nonce: UInt64) throws -> Bytes {
      try UnsignedTransaction.feeMarket(
        FeeMarketTransaction(
          chainID: fixture.devnet.chainID, nonce: nonce, maxPriorityFeePerGas: 0, maxFeePerGas: 30_000_000_000,
          gasLimit: 21_000, to: KaiaFixture.receiver, value: 1, data: [], accessList: [])
      ).signed(by: fixture.keys[0]).encoded
    }
    func send(_ method: String, _ bytes: Bytes) async -> String {
      let answer = await fixture.ask(method, .string(bytes.hex))
      return answer["error"]?["message"]?.string ?? "sent"
    }
    let native = try fixture.transaction(.cancel, nonce: 4).encoded
    #expect(await send("eth_sendRawTransaction", native) == "undefined tx type")
    #expect(await send("kaia_sendRawTransaction", try dynamic(0)) == "undefined tx type")
    #expect(await send("kaia_sendRawTransaction", [0x78] + (try dynamic(0))) == "sent")
    #expect(await send("eth_sendRawTransaction", try dynamic(1)) == "sent")
    #expect(await send("eth_sendRawTransaction", [0x78] + (try dynamic(2))) == "undefined tx type")
    let legacy = try UnsignedTransaction.legacy(
      LegacyTransaction(
        chainID: fixture.devnet.chainID, nonce: 2, gasPrice: 25_000_000_000, gasLimit: 21_000, to: KaiaFixture.receiver,
        value: 1,
        data: [])
    ).signed(by: fixture.keys[0]).encoded
    #expect(await send("kaia_sendRawTransaction", legacy) == "sent")
    let answer = await fixture.ask("kaia_sendRawTransactions", [.string(try dynamic(3).hex), .string(native.hex)])
    #expect(answer["error"]?["message"] == "Index 1: undefined tx type")
    #expect(await send("klay_sendRawTransaction", native) == "sent")
    let anchoring = try fixture.transaction(.anchoring(data: [1]), nonce: 5)
    #expect(
      await send("kaia_sendRawTransaction", anchoring.encoded)
        == "locally anchoring chaindata tx is not allowed in this node")
    #expect(try await fixture.send(anchoring)?.isSuccess == true)
    #expect(
      await fixture.result("kaia_getRawTransactionByBlockNumberAndIndex", "0x1", "0x0")
        == .string(([0x78] + (try dynamic(0))).hex))
  }

  @Test("prices follow the base fee and its bounds")
  func prices() async throws {
    let fixture = try await KaiaFixture()
    #expect(await fixture.result("kaia_lowerBoundGasPrice") == "0x5d21dba00")
    #expect(await fixture.result("kaia_upperBoundGasPrice") == .quantity(750_000_000_000 as UInt256))
    #expect(await fixture.result("eth_gasPrice") == .quantity(27_500_000_000 as UInt256))
    #expect(await fixture.result("kaia_gasPrice") == .quantity(27_500_000_000 as UInt256))
    #expect(await fixture.result("eth_maxPriorityFeePerGas") == "0x0")
    try await fixture.devnet.setNextBaseFee(100_000_000_000)
    try await fixture.send(fixture.transaction(.cancel, price: 100_000_000_007))
    // After a block at 100 Gkei almost without gas: five percent less, and the tip was 7.
    #expect(await fixture.result("kaia_maxPriorityFeePerGas") == "0x7")
    let next = try #require(await fixture.devnet.nextHeader.baseFee)
    #expect(next < 95_010_000_000 && next > 94_990_000_000)
    #expect(await fixture.result("kaia_gasPrice") == .quantity(next * 115 / 100 + 7))
    let history = await fixture.result("kaia_feeHistory", "0x1", "latest", [])
    #expect(history["gasUsedRatio"]?.array?.first?.numberText == "\(21_000.0 / 60_000_000)")
  }

  @Test("the chain tells its parameters and forks")
  func parameters() async throws {
    let fixture = try await KaiaFixture()
    let parameters = await fixture.result("kaia_getParams", "latest")
    #expect(parameters["kip71.lowerboundbasefee"]?.numberText == "25000000000")
    #expect(parameters["kip71.gastarget"]?.numberText == "30000000")
    let status = await fixture.result("kaia_forkStatus", "latest")
    #expect(status["IsOsaka"] == true && status["IsKaia"] == true)
    let early = try await KaiaFixture { $0.fork = .cancun }
    #expect(await early.result("kaia_forkStatus", "latest")["IsPrague"] == false)
    #expect(await fixture.result("kaia_getChainConfig", "latest")["chainId"]?.numberText == "1001")
    #expect(await fixture.result("kaia_isSenderTxHashIndexingEnabled") == true)
  }

  @Test("a transaction is filled with what it does not say, and tells it unsigned")
  func filling() async throws {
    let fixture = try await KaiaFixture()
    let filled = await fixture.result(
      "eth_fillTransaction", ["from": fixture.sender.json, "to": KaiaFixture.receiver.json, "value": "0x5"])
    #expect(filled["tx"]?["nonce"] == "0x0" && filled["tx"]?["gas"] == "0x5208" && filled["tx"]?["r"] == "0x0")
    let raw = try Bytes(hex: try #require(filled["raw"]?.string))
    #expect(filled["tx"]?["hash"]?.string == Keccak256.hash(raw).hex)
    // Signed it is what the devnet sends itself.
    var object = try #require(filled["tx"]?.object)
    for field in ["v", "r", "s", "hash"] { object[field] = nil }
    let signed = try UnsignedTransaction(json: .object(object)).signed(by: fixture.keys[0])
    #expect(await fixture.ask("eth_sendRawTransaction", .string(Hex.encode(signed.encoded)))["result"] != nil)
    #expect(await fixture.result("eth_etherbase") == Address(truncating: 0xc0ffee).json)
  }

  @Test("blobs are told by block and by transaction, whole or their beginning")
  func blobs() async throws {
    let fixture = try await KaiaFixture { $0.fork = .osaka }
    // A polynomial that is 0 has a commitment and proofs at infinity.
    let infinity = [0xc0] + Bytes(repeating: 0, count: 47)
    let sidecar = try BlobSidecar(
      version: .cellProofs, blobs: [Bytes(repeating: 0, count: BlobSidecar.blobSize)], commitments: [infinity],
      proofs: Array(repeating: infinity, count: BlobSidecar.cellsPerBlob))
    let transaction = BlobTransaction(
      chainID: fixture.devnet.chainID, nonce: 0, maxPriorityFeePerGas: 0, maxFeePerGas: 50_000_000_000,
      gasLimit: 50_000,
      to: KaiaFixture.receiver, value: 0, data: [], accessList: [], maxFeePerBlobGas: 1_000_000_000_000,
      blobVersionedHashes: [try #require(BlobSidecar.versionedHash(of: infinity))])
    let signed = try UnsignedTransaction.blob(transaction).signed(by: fixture.keys[0], sidecar: sidecar)
    let hash = JSON.string(signed.hash.hex)
    #expect(await fixture.ask("eth_sendRawTransaction", .string(Hex.encode(signed.encoded)))["result"] == hash)
    let told = await fixture.result("eth_getBlobSidecarByTxHash", hash, true)
    #expect(told["txHash"] == hash && told["txIndex"] == "0x0")
    #expect(told["blobSidecar"]?["blobs"]?[0]?.string?.utf8.count == 2 + 2 * BlobSidecar.blobSize)
    let short = await fixture.result("eth_getBlobSidecars", "latest", false)
    #expect(short.array?.count == 1 && short[0]?["blobSidecar"]?["blobs"]?[0]?.string?.utf8.count == 66)
    #expect(short[0]?["blobSidecar"]?["commitments"]?[0]?.string == Hex.encode(infinity))
    let missing = await fixture.ask("eth_getBlobSidecarByTxHash", .string(Hash32.zero.hex), true)
    #expect(missing["error"]?["message"]?.string == "transaction not found: \(Hash32.zero.hex)")
  }
}
