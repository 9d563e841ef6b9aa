import FixtureSupport
import NodeDoubles
import NodeRPC
import Primitives
import StrictJSON
import Testing

/// Answers that geth gave (ethereum/execution-apis, CC0), over HTTP to the typed methods.
@Suite(
  "Answers of the execution API's tests",
  .enabled(if: Fixtures.available("execution-apis"), "fixtures not found: set LECTURES_FIXTURES"))
struct ExecutionAPIVectorTests {
  /// One exchange of a `.io` file.
  private struct Exchange {
    let file: String
    let method: String
    let reply: String
    let json: JSON
  }

  @Test("every answer to a method that is typed here is read, every error kept")
  func answers() async throws {
    let exchanges = try Self.exchanges()
    let current = Current()
    let server = try HostileServer { _ in [.reply(current.text)] }
    defer { server.stop() }
    let client = try client(server)
    var passed = 0
    var asked = 0
    for exchange in exchanges {
      current.text = exchange.reply
      guard let check = Self.checks[exchange.method] else { continue }
      asked += 1
      do {
        let matches = try await check(client, exchange.json["result"] ?? .null)
        #expect(exchange.json["error"] == nil, "\(exchange.file): an error was taken for a result")
        #expect(matches, "\(exchange.file)")
        if matches { passed += 1 }
      } catch let error as NodeError {
        let expected = exchange.json["error"]
        #expect(error.code == .rpc && expected != nil, "\(exchange.file): \(error)")
        #expect(
          error.rpcCode == expected?["code"]?.int && error.rpcMessage == expected?["message"]?.string,
          "\(exchange.file)")
        if let data = expected?["data"]?.string, error.rpcCode == 3 {
          #expect(error.revertData?.hex == data, "\(exchange.file)")
        }
        if error.code == .rpc { passed += 1 }
      }
    }
    #expect(passed == asked)
    #expect(asked > 90)
    Fixtures.report("execution-apis/tests (typed JSON-RPC answers)", passed: passed)
  }

  private typealias Check = @Sendable (NodeClient, JSON) async throws -> Bool

  private static let checks: [String: Check] = [
    "eth_chainId": { .string(try await $0.chainID().quantity) == $1 },
    "eth_blockNumber": { .string(UInt256(try await $0.blockNumber()).quantity) == $1 },
    "eth_getBalance": { .string(try await $0.balance(of: .zero).wei.quantity) == $1 },
    "eth_getTransactionCount": { .string(UInt256(try await $0.transactionCount(of: .zero)).quantity) == $1 },
    "eth_getCode": { .string(try await $0.code(of: .zero).hex) == $1 },
    "eth_getStorageAt": { .string(try await $0.storage(of: .zero, slot: 0).hex) == $1 },
    "eth_call": { .string(try await $0.call(CallRequest()).hex) == $1 },
    "eth_estimateGas": { .string(UInt256(try await $0.estimateGas(CallRequest())).quantity) == $1 },
    "eth_sendRawTransaction": { .string(try await $0.sendRawTransaction([0]).hex) == $1 },
    "eth_syncing": { try await $0.syncing() == nil && $1 == false },
    "eth_createAccessList": { client, json in
      let estimate = try await client.accessList(CallRequest())
      return JSON.array(estimate.accessList.map(\.json)) == json["accessList"]
        && estimate.error == json["error"]?.string
    },
    "eth_feeHistory": { client, json in
      let history = try await client.feeHistory(blocks: 1)
      return history.gasUsedRatio.count == json["gasUsedRatio"]?.array?.count
        && JSON.array(history.baseFeePerGas.map { .string($0.quantity) }) == json["baseFeePerGas"]
    },
    "eth_getBlockByNumber": { try await block($0, $1, by: .latest) },
    "eth_getBlockByHash": { try await block($0, $1, by: .hash(.zero)) },
    "eth_getTransactionByHash": transaction, "eth_getTransactionByBlockHashAndIndex": transaction,
    "eth_getTransactionByBlockNumberAndIndex": transaction,
    "eth_getTransactionReceipt": { client, json in
      guard let receipt = try await client.transactionReceipt(asked(json["transactionHash"])) else {
        return json.isNull
      }
      return matches(receipt, json)
    },
    "eth_getBlockReceipts": { client, json in
      guard let receipts = try await client.blockReceipts(.latest) else { return json.isNull }
      return receipts.count == json.array?.count && zip(receipts, json.array ?? []).allSatisfy(matches)
    },
    "eth_getLogs": { client, json in
      let logs = try await client.logs(LogFilter())
      return logs.count == json.array?.count && zip(logs, json.array ?? []).allSatisfy(matches)
    },
    "net_version": { .string(try await $0.send(.networkVersion())) == $1 },
  ]

  private static func block(_ client: NodeClient, _ json: JSON, by tag: BlockTag) async throws -> Bool {
    guard let block = try await client.block(tag) else { return json.isNull }
    return .string(block.hash.hex) == json["hash"] && .string(UInt256(block.number).quantity) == json["number"]
      && .string(UInt256(block.timestamp).quantity) == json["timestamp"]
      && block.baseFeePerGas?.quantity == json["baseFeePerGas"]?.string
      && block.transactionHashes.count == json["transactions"]?.array?.count && block.raw == json
  }

  private static let transaction: Check = { client, json in
    guard let transaction = try await client.transaction(asked(json["hash"])) else { return json.isNull }
    return .string(transaction.hash.hex) == json["hash"] && .string(transaction.input.hex) == json["input"]
      && .string(transaction.value.wei.quantity) == json["value"] && transaction.to?.lowercaseHex == json["to"]?.string
      && .string(UInt256(transaction.nonce).quantity) == json["nonce"]
  }

  /// The hash that an answer is about; zero asks for the answer null.
  @Sendable private static func asked(_ hash: JSON?) -> Hash32 { (hash?.string).flatMap { try? Hash32($0) } ?? .zero }

  @Sendable private static func matches(_ receipt: Receipt, _ json: JSON) -> Bool {
    .string(receipt.transactionHash.hex) == json["transactionHash"]
      && .string(UInt256(receipt.gasUsed).quantity) == json["gasUsed"]
      && (receipt.status == nil) == (json["status"] == nil) && (receipt.root == nil) == (json["root"] == nil)
      && receipt.contractAddress?.lowercaseHex == json["contractAddress"]?.string
      && zip(receipt.logs, json["logs"]?.array ?? []).allSatisfy(matches)
  }

  @Sendable private static func matches(_ log: Log, _ json: JSON) -> Bool {
    .string(log.data.hex) == json["data"] && .array(log.topics.map { .string($0.hex) }) == json["topics"]
      && .string(log.address.lowercaseHex) == json["address"]
      && log.blockNumber.map { UInt256($0).quantity } == json["blockNumber"]?.string
  }

  private static func exchanges() throws -> [Exchange] {
    var exchanges: [Exchange] = []
    for file in try Fixtures.files(under: "execution-apis/tests", suffix: ".io") {
      var method = ""
      for line in String(decoding: try Fixtures.bytes(file), as: UTF8.self).split(separator: "\n") {
        if line.hasPrefix(">> ") {
          method = try JSON(parsing: String(line.dropFirst(3)))["method"]?.string ?? ""
        } else if line.hasPrefix("<< ") {
          let json = try JSON(parsing: String(line.dropFirst(3)))
          // Each question is asked alone here, so its id is 1, wherever it stands in its file.
          var reply = json.object ?? JSONObject()
          reply["id"] = 1
          exchanges.append(Exchange(file: file, method: method, reply: JSON.object(reply).serialized(), json: json))
        }
      }
    }
    return exchanges
  }
}
