import Locking
import Primitives
import StrictJSON

/// A node on the loopback with one block after another and no rules: it mines whatever it is sent, as it is told to, and
/// says what it is told to.
package final class StubNode: Sendable {
  /// A request to the node.
  package struct Call: Sendable {
    package let method: String
    package let params: [JSON]
    /// How often the method was called, this time included.
    package let turn: Int
  }

  /// The node's answer to a request.
  package enum Answer: Sendable {
    case result(JSON)
    /// A JSON-RPC error; the HTTP status counts outside of batches.
    case error(code: Int = -32000, String, data: JSON? = nil, status: Int = 200)
    /// The acts on the connection instead of an answer; in a batch they replace the whole batch's answer.
    case acts([HostileServer.Act])
  }

  /// Answers the first calls of a method with the first answers, and all later ones with the last.
  package static func inTurn(_ answers: [Answer]) -> @Sendable (Call, inout Chain) -> Answer? {
    { call, _ in answers[min(call.turn, answers.count) - 1] }
  }

  package struct Chain: Sendable {
    package var chainID = 1337
    /// Whole units, by address in small letters; others have none.
    package var balances: [String: Int] = [:]
    package var nonces: [String: Int] = [:]
    /// Addresses with code, in small letters.
    package var contracts: Set<String> = []
    /// The return data of every call, in hexadecimal.
    package var callResult = "0x"
    /// The revert data of calls and estimates; nil where they succeed.
    package var revertData: String?
    /// Why raw transactions are refused; nil takes them.
    package var refusal: String?
    /// Whether what is sent is mined, and with which status.
    package var status: Int? = 1
    /// Whose transactions they are said to be, and whose they go to: the first two accounts of every devnet.
    package var sender = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266"
    package var receiver = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8"
    /// The contract that receipts say was made.
    package var created: String?
    package var logs: [JSON] = []
    package var block = 7
    /// By method, what is said in place of the chain's own answer; nil falls back to that one.
    package var answers: [String: @Sendable (Call, inout Chain) -> Answer?] = [:]

    /// The requests that came, in order.
    package fileprivate(set) var calls: [Call] = []
    /// The raw transactions that were taken, in order.
    package fileprivate(set) var sent: [String] = []
  }

  private let server: HostileServer
  private let chain: Guarded<Chain>

  package var url: String { server.url }
  /// The raw transactions that were taken, in order.
  package var sent: [String] { chain.withLock { $0.sent } }
  /// The requests of a method, in order.
  package func calls(of method: String) -> [Call] { chain.withLock { $0.calls.filter { $0.method == method } } }
  /// How many HTTP exchanges there were: a batch is one.
  package var exchanges: Int { server.requests.count }

  package init(_ change: (inout Chain) -> Void = { _ in }) throws {
    var start = Chain()
    change(&start)
    let chain = Guarded(start)
    self.chain = chain
    server = try HostileServer { request in
      guard let json = try? JSON(parsing: request.body) else { return [.close] }
      return chain.withLock { $0.acts(for: json) }
    }
  }

  package func change(_ body: (inout Chain) -> Void) { chain.withLock { body(&$0) } }
}

extension StubNode.Chain {
  fileprivate mutating func acts(for json: JSON) -> [HostileServer.Act] {
    var messages: [JSON] = []
    var status = 200
    for request in json.array ?? [json] {
      var message: JSONObject = ["jsonrpc": "2.0", "id": request["id"] ?? .null]
      switch answer(request["method"]?.string ?? "", request["params"]?.array ?? []) {
      case .result(let result): message["result"] = result
      case .error(let code, let text, let data, let errorStatus):
        var error: JSONObject = ["code": .number("\(code)"), "message": .string(text)]
        if let data { error["data"] = data }
        message["error"] = .object(error)
        status = errorStatus
      case .acts(let acts): return acts
      }
      messages.append(.object(message))
    }
    return json.array == nil
      ? [.reply(messages[0].serialized(), status: status)] : [.reply(JSON.array(messages).serialized())]
  }

  private mutating func answer(_ method: String, _ params: [JSON]) -> StubNode.Answer {
    let call = StubNode.Call(method: method, params: params, turn: calls.count { $0.method == method } + 1)
    calls.append(call)
    return answers[method]?(call, &self) ?? ownAnswer(call)
  }

  private mutating func ownAnswer(_ call: StubNode.Call) -> StubNode.Answer {
    let subject = call.params.first?.string ?? ""
    switch call.method {
    case "eth_chainId": return .result(hex(chainID))
    case "eth_blockNumber": return .result(hex(block))
    case "eth_gasPrice": return .result(hex(1_000_000_000))
    case "eth_getBalance": return .result(.string(Amount.klay(balances[subject] ?? 0).wei.quantity))
    case "eth_getTransactionCount": return .result(hex(nonces[subject] ?? 0))
    case "eth_getCode": return .result(contracts.contains(subject) ? "0x6000" : "0x")
    case "eth_estimateGas", "eth_call":
      if let revertData { return .error(code: 3, "execution reverted", data: .string(revertData)) }
      return .result(call.method == "eth_call" ? .string(callResult) : hex(Self.leastGas(call.params.first)))
    case "eth_sendRawTransaction":
      if let refusal { return .error(refusal) }
      sent.append(subject)
      nonces[sender, default: 0] += 1
      if status != nil { block += 1 }
      return .result(.string(hash(of: subject)))
    case "eth_getTransactionByHash": return .result(wasSent(subject) ? transaction(subject) : .null)
    case "eth_getTransactionReceipt":
      guard wasSent(subject), let status else { return .result(.null) }
      return .result(receipt(subject, status))
    case "eth_getBlockByNumber":
      let mined: [JSON] = status == nil || call.params.last == true ? [] : sent.map { .string(hash(of: $0)) }
      return .result([
        "number": hex(block), "hash": word(1), "parentHash": word(2), "timestamp": hex(1_795_231_620),
        "gasLimit": hex(30_000_000), "gasUsed": hex(21_000), "transactions": .array(mined),
      ])
    case "eth_getLogs": return .result(.array(logs))
    default: return .error(code: -32601, "the method \(call.method) does not exist")
    }
  }

  /// The intrinsic gas of a transaction (EIP-2028, EIP-2).
  private static func leastGas(_ request: JSON?) -> Int {
    let data = (try? Bytes(hex: request?["data"]?.string ?? "0x")) ?? []
    return data.reduce(request?["to"] == nil ? 53_000 : 21_000) { $0 + ($1 == 0 ? 4 : 16) }
  }

  private func wasSent(_ hash: String) -> Bool { sent.contains { self.hash(of: $0) == hash } }

  /// A transaction as the node tells it, in the newest block if what is sent is mined.
  package func transaction(_ hash: String) -> JSON {
    [
      "hash": .string(hash), "blockNumber": status == nil ? .null : hex(block), "from": .string(sender),
      "to": .string(receiver), "nonce": "0x0", "value": .string(Amount.klay(1).wei.quantity), "gas": hex(50_000),
      "gasPrice": hex(1_000_000_000), "input": "0x", "type": "0x0",
    ]
  }

  /// A receipt in a block, the newest by default.
  package func receipt(_ hash: String, _ status: Int, block: Int? = nil) -> JSON {
    [
      "transactionHash": .string(hash), "blockNumber": hex(block ?? self.block), "blockHash": word(1),
      "transactionIndex": "0x0",
      "from": .string(sender), "to": .null, "contractAddress": created.map { .string($0) } ?? .null,
      "status": hex(status), "gasUsed": hex(21_000), "cumulativeGasUsed": hex(21_000),
      "effectiveGasPrice": hex(1_000_000_000), "logs": .array(logs),
    ]
  }

  private func hex(_ number: Int) -> JSON { .string("0x" + String(number, radix: 16)) }
  private func word(_ number: Int) -> JSON { .string("0x" + String(repeating: "0", count: 63) + "\(number)") }
  private func hash(of raw: String) -> String { Keccak256.hash((try? Bytes(hex: raw)) ?? []).hex }
}
