import Primitives
import StrictJSON

/// JSON-RPC 2.0 messages: requests to bytes, replies to results or errors.
///
/// A request alone in its HTTP exchange has the id 1; those of a batch are numbered from 1.
enum Envelope {
  static func request(_ method: String, _ params: [JSON], id: Int = 1) -> [UInt8] {
    let params = params.isEmpty ? Array("[]".utf8) : JSON.array(params).serializedBytes()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(params.count + method.utf8.count + 64)
    append(method, serializedParams: params, id: id, to: &bytes)
    return bytes
  }

  static func append(_ method: String, serializedParams: [UInt8], id: Int, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: idMark)
    if id == 1 { bytes.append(UInt8(ascii: "1")) } else { bytes.append(contentsOf: String(id).utf8) }
    bytes.append(contentsOf: methodMark)
    let name = method.utf8
    if name.allSatisfy({ $0 >= 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
      bytes.append(UInt8(ascii: "\""))
      bytes.append(contentsOf: name)
      bytes.append(UInt8(ascii: "\""))
    } else {
      bytes.append(contentsOf: JSON.string(method).serializedBytes())
    }
    bytes.append(contentsOf: paramsMark)
    bytes.append(contentsOf: serializedParams)
    bytes.append(UInt8(ascii: "}"))
  }

  private static let idMark = Array("{\"jsonrpc\":\"2.0\",\"id\":".utf8)
  private static let methodMark = Array(",\"method\":".utf8)
  private static let paramsMark = Array(",\"params\":".utf8)
  /// The beginning of nearly every node's answer to a single request.
  private static let usualBeginning = Array("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":".utf8)

  /// The result of a single request.
  ///
  /// - Throws: The node's error as `.rpc` or `.rateLimited`; `.httpStatus`, `.notJSON` or `.badReply` for what is no
  ///   answer.
  static func result(of reply: HTTPReply) throws(NodeError) -> JSON {
    if reply.status == 200, let result = usualResult(reply.body) { return result }
    let message = try json(of: reply)
    guard case .object(let object) = message else {
      throw NodeError(.badReply, kind: .malformed, detail: "It is no JSON object.", httpStatus: reply.unusualStatus)
    }
    return try result(in: object, id: 1, httpStatus: reply.unusualStatus)
  }

  /// The result of an answer that begins as usual and ends after it; nil for every other one.
  ///
  /// The bytes between the beginning and the last brace must be one JSON value, so this finds what the long way would.
  private static func usualResult(_ body: [UInt8]) -> JSON? {
    var end = body.count
    while end > 0, body[end - 1] == 0x0a || body[end - 1] == 0x20 { end -= 1 }
    let start = usualBeginning.count
    guard end > start + 1, body[end - 1] == UInt8(ascii: "}"), body.starts(with: usualBeginning) else { return nil }
    return try? JSON(parsing: body[start..<(end - 1)], limits: JSON.Limits(depth: 127, bytes: body.count))
  }

  /// The result in one message.
  ///
  /// - Parameter id: The id that it must have.
  static func result(in object: JSONObject, id: Int, httpStatus: Int? = nil) throws(NodeError) -> JSON {
    func bad(_ reason: NodeErrors.Kind, _ detail: String) -> NodeError {
      NodeError(.badReply, kind: reason, detail: detail, httpStatus: httpStatus)
    }
    if let version = object["jsonrpc"], version != .string("2.0") {
      throw bad(
        .malformed,
        "Its member jsonrpc is \(TerminalSafe.escape(version.serialized(), limit: 40)) where \"2.0\" is due.")
    }
    let result = object["result"]
    // JSON-RPC 1.0 sends both members, one of them null.
    let error = self.error(in: object)
    let given = object["id"] ?? .null
    // A node that could not read the request answers without an id.
    guard given == .number(String(id)) || (given.isNull && error != nil && (result?.isNull ?? true)) else {
      throw bad(.wrongID, "Its id is \(TerminalSafe.escape(given.serialized(), limit: 40)) where \(id) is due.")
    }
    if let error {
      guard result?.isNull ?? true else { throw bad(.resultAndError, "It must have one of them.") }
      throw self.error(error, httpStatus: httpStatus)
    }
    guard let result else { throw bad(.missingResult, "It must have one of them.") }
    return result
  }

  /// The error member, unless it is null.
  static func error(in object: JSONObject) -> JSON? {
    guard let error = object["error"], !error.isNull else { return Optional.none }
    return error
  }

  /// An error object of a node, or what some send in its place.
  static func error(_ json: JSON, httpStatus: Int? = nil) -> NodeError {
    let code = json["code"].flatMap { $0.int ?? $0.string.flatMap { Int($0) } }
    var message = json["message"]?.string ?? json.string
    if message == nil, code == nil { message = json.serialized() }
    let isLimit = NodeError.asksToSlowDown(code: code, message: message)
    return NodeError(
      isLimit ? .rateLimited : .rpc, httpStatus: httpStatus, rpcCode: code, rpcMessage: message, rpcData: json["data"])
  }

  /// The JSON of a reply, if it can be an answer of a node.
  static func json(of reply: HTTPReply) throws(NodeError) -> JSON {
    let parsed: Result<JSON, JSONError>
    do throws(JSONError) {
      parsed = .success(try JSON(parsing: reply.body, limits: JSON.Limits(depth: 128, bytes: reply.body.count)))
    } catch {
      parsed = .failure(error)
    }
    if !(200..<300).contains(reply.status) {
      // A status with a JSON-RPC error in the body is an answer, unless the status speaks for a gateway.
      let json = try? parsed.get()
      let error = json?.object.flatMap { self.error(in: $0) }
      guard let json, error != nil, !HTTPStatus.isGateways(reply.status) else {
        throw HTTPStatus.error(of: reply, rpcError: error)
      }
      return json
    }
    switch parsed {
    case .success(let json): return json
    case .failure(let error): throw NotJSON.error(of: reply, error)
    }
  }
}

extension HTTPReply {
  /// The status, if it is worth telling.
  var unusualStatus: Int? { status == 200 ? nil : status }
}
