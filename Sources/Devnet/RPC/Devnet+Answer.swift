import EVM
import StrictJSON

/// A method of JSON-RPC.
struct RPCMethod: Sendable {
  /// How many parameters it takes at most.
  let most: Int
  let body: @Sendable (isolated Devnet, Parameters) throws -> JSON

  init(_ most: Int, _ body: @escaping @Sendable (isolated Devnet, Parameters) throws -> JSON) {
    self.most = most
    self.body = body
  }
}

extension Devnet {
  /// The methods of a chain of Kaia's: Ethereum's, and Kaia's own.
  static let methodsOfKaia = methods.merging(kaiaMethods) { $1 }

  /// The methods that this devnet has.
  nonisolated var methods: [String: RPCMethod] { isKaia ? Self.methodsOfKaia : Self.methods }

  /// All methods of Ethereum's chains by their names.
  static let methods: [String: RPCMethod] = [
    networkMethods, blockMethods, stateMethods, transactionMethods, callMethods, logMethods, filterMethods, rawMethods,
    feeMethods, poolMethods, accountMethods,
    simulationMethods, traceMethods, configurationMethods, buildMethods, storageMethods,
    controlMethods,
  ].reduce(into: [:]) { $0.merge($1) { first, _ in first } }

  /// The methods' names, in order.
  public static let methodNames: [String] = methods.keys.sorted()

  /// The most requests of a batch.
  public static let mostRequests = 1000
  /// About the most bytes of the answer to a batch.
  static let mostAnswerBytes = 25 << 20

  /// Carries out one message of JSON-RPC 2.0, a request or a batch of them, and gives the answer; nil if it wants none
  /// because it has no id.
  public func answer(_ message: JSON) async -> JSON? {
    guard case .array(let requests) = message else { return await answer(toRequest: message) }
    guard !requests.isEmpty else { return Self.failure(DevnetError(.invalidRequest, "empty batch"), id: .null) }
    guard requests.count <= Self.mostRequests else {
      return Self.failure(DevnetError(.invalidRequest, "batch too large"), id: .null)
    }
    var answers: [JSON] = []
    var size = 0
    for request in requests {
      guard size < Self.mostAnswerBytes else {
        answers.append(Self.failure(DevnetError(.limitExceeded, "response too large"), id: request["id"] ?? .null))
        continue
      }
      guard let answer = await answer(toRequest: request) else { continue }
      size += answer.size
      answers.append(answer)
      // Others get their turn between two requests.
      await Task.yield()
    }
    return answers.isEmpty ? nil : .array(answers)
  }

  private func answer(toRequest request: JSON) async -> JSON? {
    let id = request["id"]
    do {
      let call = try self.call(in: request)
      let answer = try await taking(turns: HeavyWork.includes(call.name)) { devnet in
        var result = try await devnet.historicResult(of: call)
        if result == nil { result = try await devnet.receipt(awaitedBy: call) }
        if result == nil { result = try await devnet.restart(askedBy: call) }
        if result == nil { result = try await devnet.mining(askedBy: call) }
        return try result ?? devnet.result(of: call)
      }
      return id.map { ["jsonrpc": "2.0", "id": $0, "result": answer] }
    } catch {
      let error =
        error as? DevnetError ?? (error as? EVMError).map { DevnetError($0) }
        ?? DevnetError(.internalError, "\(error)")
      // A message that is no request at all gets an answer even without an id.
      if id == nil, error != DevnetError(.invalidRequest, "") { return nil }
      return Self.failure(error, id: id ?? .null)
    }
  }

  /// A request whose method is there and doesn't have too many parameters.
  struct Call: Sendable {
    let name: String
    let method: RPCMethod
    let parameters: Parameters
  }

  private func call(in request: JSON) throws(DevnetError) -> Call {
    guard let name = request["method"]?.string, request["jsonrpc"]?.string == "2.0" else {
      throw DevnetError(.invalidRequest, "invalid request")
    }
    switch request["id"] {
    case nil, .null, .string, .number: break
    default: throw DevnetError(.invalidRequest, "invalid request: the id is neither a string nor a number")
    }
    guard let method = methods[name] else {
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

  /// Carries a request out on this chain.
  func result(of call: Call) throws -> JSON { try call.method.body(self, call.parameters) }

  private static func failure(_ error: DevnetError, id: JSON) -> JSON {
    var body: JSONObject = ["code": .number(String(error.code.number)), "message": .string(error.message)]
    if let data = error.data { body["data"] = .bytes(data) }
    return ["jsonrpc": "2.0", "id": id, "error": .object(body)]
  }
}
