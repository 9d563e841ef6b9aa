import Primitives
import StrictJSON

/// The part of JSON-RPC that a proxy parses to falsify answers.
enum NodeTalk {
  /// Asks a node by itself.
  static func ask(_ method: String, _ params: [JSON], at node: FaultProxy.Node) -> JSON? {
    let request: JSON = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": .array(params)]
    guard let answer = node(request.serializedBytes()) else { return nil }
    return (try? JSON(parsing: answer))?["result"]
  }

  /// An answer to a request, the only one of its message.
  static func reply(to message: JSON, _ result: JSON) -> JSON {
    ["jsonrpc": "2.0", "id": message["id"] ?? .null, "result": result]
  }

  /// The hash of the raw transaction in a message; null if there is none.
  static func hashOfRaw(in message: JSON) -> JSON {
    guard let raw = message["params"]?.array?.first?.string, let bytes = try? Bytes(hex: raw) else { return .null }
    return .string(Keccak256.hash(bytes).hex)
  }

  /// The answer with an id that no request had.
  static func renumbered(_ answer: [UInt8]) -> [UInt8] {
    guard var object = (try? JSON(parsing: answer))?.object else { return answer }
    object["id"] = 4_711
    return JSON.object(object).serializedBytes()
  }

  // MARK: Answers of the past

  /// A message that asks for the state of so many blocks ago where it asked for the newest.
  static func stale(_ message: JSON, _ blocks: UInt64, at node: FaultProxy.Node) -> [UInt8] {
    let then = past(blocks, at: node)
    func old(_ request: JSON) -> JSON {
      guard var object = request.object, let params = request["params"]?.array else { return request }
      object["params"] = .array(params.map { $0 == "latest" || $0 == "pending" ? .string(then) : $0 })
      return .object(object)
    }
    return (message.array.map { .array($0.map(old)) } ?? old(message)).serializedBytes()
  }

  /// An answer in which nothing is newer than so many blocks ago.
  static func stale(_ answer: [UInt8], to message: JSON, _ blocks: UInt64, at node: FaultProxy.Node) -> [UInt8] {
    guard message.array == nil, let result = (try? JSON(parsing: answer))?["result"] else { return answer }
    let then = past(blocks, at: node)
    switch message["method"]?.string {
    case "eth_blockNumber": return reply(to: message, .string(then)).serializedBytes()
    case "eth_getTransactionReceipt", "eth_getTransactionByHash":
      guard let mined = result["blockNumber"]?.string.flatMap(number), let then = number(then), mined > then else {
        return answer
      }
      return reply(to: message, .null).serializedBytes()
    default: return answer
    }
  }

  /// The number of the block so many below the newest, as a quantity.
  private static func past(_ blocks: UInt64, at node: FaultProxy.Node) -> String {
    let head = ask("eth_blockNumber", [], at: node)?.string.flatMap(number) ?? 0
    return "0x" + String(head - min(head, blocks), radix: 16)
  }

  private static func number(_ quantity: String) -> UInt64? { UInt64(quantity.dropFirst(2), radix: 16) }
}
