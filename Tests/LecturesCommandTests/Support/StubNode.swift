import Foundation
import Primitives
import StrictJSON
import Synchronization

/// A node on the loopback with one block after another and no rules: it mines whatever it is sent, as it is told to.
final class StubNode: Sendable {
  struct Chain: Sendable {
    var chainID = 1337
    /// Whole units, by address in small letters; others have none.
    var balances: [String: Int] = [:]
    var nonces: [String: Int] = [:]
    /// Addresses with code, in small letters.
    var contracts: Set<String> = []
    /// What every call returns, in hexadecimal; nil reverts with ``revertData``.
    var callResult: String? = "0x"
    /// What calls and estimates revert with; nil if they don't.
    var revertData: String?
    /// Why raw transactions are refused; nil takes them.
    var refusal: String?
    /// Whether what is sent is mined, and with which status.
    var status: Int? = 1
    /// Whose transactions they are said to be.
    var sender = WalletHome.owner
    /// The contract that receipts say was made.
    var created: String?
    var logs: [JSON] = []

    var block = 7
    /// The raw transactions that came, in order.
    fileprivate(set) var sent: [String] = []
  }

  let url: String
  private let listener: Int32
  private let chain: Mutex<Chain>

  /// The raw transactions that came, in order.
  var sent: [String] { chain.withLock { $0.sent } }

  init(_ change: (inout Chain) -> Void = { _ in }) throws {
    var start = Chain()
    change(&start)
    chain = Mutex(start)
    #if os(Linux)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    listener = socket(AF_INET, kind, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let listens = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard listens else { throw POSIXError(.EADDRNOTAVAIL) }
    url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    Thread.detachNewThread { [weak self] in
      while case let client = accept(listener, nil, nil), client >= 0 {
        Thread.detachNewThread { [weak self] in StubNode.serve(client) { self } }
      }
      close(listener)
    }
  }

  // Wakes the thread in accept, which then ends.
  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  func change(_ body: (inout Chain) -> Void) { chain.withLock { body(&$0) } }

  // MARK: JSON-RPC

  private func reply(to request: JSON) -> JSON {
    if let batch = request.array { return .array(batch.map(reply)) }
    var answer: JSONObject = ["jsonrpc": "2.0", "id": request["id"] ?? .null]
    do throws(Refusal) {
      answer["result"] = try chain.withLock { (chain) throws(Refusal) in
        try StubNode.result(request["method"]?.string ?? "", request["params"]?.array ?? [], &chain)
      }
    } catch {
      var object: JSONObject = ["code": .number("\(error.code)"), "message": .string(error.message)]
      if let data = error.data { object["data"] = .string(data) }
      answer["error"] = .object(object)
    }
    return .object(answer)
  }

  private struct Refusal: Error {
    var code = -32000
    var message: String
    var data: String?
  }

  private static func result(_ method: String, _ params: [JSON], _ chain: inout Chain) throws(Refusal) -> JSON {
    let subject = params.first?.string ?? ""
    switch method {
    case "eth_chainId": return hex(chain.chainID)
    case "eth_blockNumber": return hex(chain.block)
    case "eth_gasPrice": return hex(1_000_000_000)
    case "eth_getBalance":
      let whole = Amount.klay(chain.balances[subject] ?? 0)
      return .string(whole.wei.quantity)
    case "eth_getTransactionCount": return hex(chain.nonces[subject] ?? 0)
    case "eth_getCode": return chain.contracts.contains(subject) ? "0x6000" : "0x"
    case "eth_estimateGas", "eth_call":
      if let data = chain.revertData { throw Refusal(code: 3, message: "execution reverted", data: data) }
      return method == "eth_call" ? .string(chain.callResult ?? "0x") : hex(21_000)
    case "eth_sendRawTransaction":
      if let refusal = chain.refusal { throw Refusal(message: refusal) }
      chain.sent.append(subject)
      chain.nonces[chain.sender.lowercased(), default: 0] += 1
      if chain.status != nil { chain.block += 1 }
      return .string(hash(of: subject))
    case "eth_getTransactionByHash":
      return chain.sent.contains { hash(of: $0) == subject } ? transaction(subject, chain) : .null
    case "eth_getTransactionReceipt":
      guard chain.sent.contains(where: { hash(of: $0) == subject }), let status = chain.status else { return .null }
      return receipt(subject, status, chain)
    case "eth_getBlockByNumber":
      return [
        "number": hex(chain.block), "hash": .string(word(1)), "parentHash": .string(word(2)),
        "timestamp": hex(1_795_231_620), "gasLimit": hex(30_000_000), "gasUsed": hex(21_000), "transactions": [],
      ]
    case "eth_getLogs": return .array(chain.logs)
    default: throw Refusal(code: -32601, message: "the method \(method) does not exist")
    }
  }

  private static func transaction(_ hash: String, _ chain: Chain) -> JSON {
    [
      "hash": .string(hash), "blockNumber": chain.status == nil ? .null : hex(chain.block),
      "from": .string(chain.sender.lowercased()), "to": .string(WalletHome.student.lowercased()), "nonce": "0x0",
      "value": .string(Amount.klay(1).wei.quantity), "gas": hex(50_000), "gasPrice": hex(1_000_000_000), "input": "0x",
      "type": "0x0",
    ]
  }

  private static func receipt(_ hash: String, _ status: Int, _ chain: Chain) -> JSON {
    [
      "transactionHash": .string(hash), "blockNumber": hex(chain.block), "blockHash": .string(word(1)),
      "transactionIndex": "0x0", "from": .string(chain.sender.lowercased()), "to": .null,
      "contractAddress": chain.created.map { .string($0) } ?? .null, "status": hex(status), "gasUsed": hex(21_000),
      "cumulativeGasUsed": hex(21_000), "effectiveGasPrice": hex(1_000_000_000), "logs": .array(chain.logs),
    ]
  }

  private static func hex(_ number: Int) -> JSON { .string("0x" + String(number, radix: 16)) }
  private static func word(_ number: Int) -> String { "0x" + String(repeating: "0", count: 63) + "\(number)" }
  private static func hash(of raw: String) -> String {
    Keccak256.hash((try? Bytes(hex: raw)) ?? []).hex
  }

  // MARK: HTTP

  private static func serve(_ client: Int32, _ node: () -> StubNode?) {
    defer { close(client) }
    var buffer: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      while let (body, rest) = message(in: buffer) {
        buffer = rest
        guard let node = node(), let request = try? JSON(parsing: body) else { return }
        let answer = node.reply(to: request).serializedBytes()
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(answer.count)\r\n\r\n"
        let bytes = Array(head.utf8) + answer
        #if os(Linux)
          let flags = Int32(MSG_NOSIGNAL)
        #else
          let flags: Int32 = 0
        #endif
        guard bytes.withUnsafeBytes({ send(client, $0.baseAddress, $0.count, flags) }) == bytes.count else { return }
      }
      let count = read(client, &part, part.count)
      guard count > 0 else { return }
      buffer += part[..<count]
    }
  }

  /// The first whole request's body, and what came behind it.
  private static func message(in buffer: [UInt8]) -> (body: [UInt8], rest: [UInt8])? {
    guard let end = buffer.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let head = String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
    let length =
      head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
      .flatMap { Int($0.dropFirst(15).trimmingPrefix(" ")) } ?? 0
    guard buffer.count >= end.upperBound + length else { return nil }
    return (Array(buffer[end.upperBound..<(end.upperBound + length)]), Array(buffer[(end.upperBound + length)...]))
  }
}
