import EVM
import JSONFields
import StrictJSON

/// Reads messages of JSON-RPC 2.0, lets the methods that they name carry them out, and makes the answers.
enum RPCDispatcher {
  /// About the most bytes of the answer to a batch.
  static let mostAnswerBytes = 25 << 20

  /// Carries out one message of JSON-RPC 2.0, a request or a batch of them, and gives the answer; nil if it wants none
  /// because it has no id.
  static func answer(_ message: JSON, _ devnet: isolated Devnet) async -> JSON? {
    guard case .array(let requests) = message else { return await answer(toRequest: message, devnet) }
    guard !requests.isEmpty else { return failure(DevnetError(.invalidRequest, "empty batch"), id: .null) }
    guard requests.count <= Devnet.mostRequests else {
      return failure(DevnetError(.invalidRequest, "batch too large"), id: .null)
    }
    var answers: [JSON] = []
    var size = 0
    for request in requests {
      guard size < mostAnswerBytes else {
        answers.append(failure(DevnetError(.limitExceeded, "response too large"), id: request["id"] ?? .null))
        continue
      }
      guard let answer = await answer(toRequest: request, devnet) else { continue }
      size += answer.size
      answers.append(answer)
      // Others get their turn between two requests.
      await Task.yield()
    }
    return answers.isEmpty ? nil : .array(answers)
  }

  private static func answer(toRequest request: JSON, _ devnet: isolated Devnet) async -> JSON? {
    let id = request["id"]
    do {
      let call = try call(in: request, devnet)
      let answer = try await HeavyRequestQueue.taking(turns: HeavyRequestQueue.includes(call.name), on: devnet) {
        devnet in
        try await call.method.body(devnet, call.parameters)
      }
      return id.map { ["jsonrpc": "2.0", "id": $0, "result": answer] }
    } catch {
      let error =
        error as? DevnetError ?? (error as? EVMError).map { DevnetError($0) }
        ?? DevnetError(.internalError, "\(error)")
      // A message that is no request at all gets an answer even without an id.
      if id == nil, error != DevnetError(.invalidRequest, "") { return nil }
      return failure(error, id: id ?? .null)
    }
  }

  /// A request whose method is there and doesn't have too many parameters.
  private struct Call: Sendable {
    let name: String
    let method: RPCMethod
    let parameters: Parameters
  }

  private static func call(in request: JSON, _ devnet: isolated Devnet) throws(DevnetError) -> Call {
    guard let name = request["method"]?.string, request["jsonrpc"]?.string == "2.0" else {
      throw DevnetError(.invalidRequest, "invalid request")
    }
    switch request["id"] {
    case nil, .null, .string, .number: break
    default: throw DevnetError(.invalidRequest, "invalid request: the id is neither a string nor a number")
    }
    guard let method = devnet.chain.kind.methods[name] else {
      throw DevnetError(.methodNotFound, "the method \(name.prefix(100)) does not exist/is not available")
    }
    let values: [JSON]
    switch request["params"] {
    case nil, .null: values = []
    case .array(let items): values = items
    default: throw DevnetError(.invalidParameters, "non-array args")
    }
    guard values.count <= method.most else {
      throw DevnetError(.invalidParameters, "too many arguments, want at most \(method.most)")
    }
    return Call(name: name, method: method, parameters: Parameters(values: values))
  }

  private static func failure(_ error: DevnetError, id: JSON) -> JSON {
    var body: JSONObject = ["code": .number(String(error.number)), "message": .string(error.message)]
    if let data = error.data { body["data"] = .bytes(data) }
    return ["jsonrpc": "2.0", "id": id, "error": .object(body)]
  }
}
