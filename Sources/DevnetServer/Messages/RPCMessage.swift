import StrictJSON

/// Messages of JSON-RPC as bytes.
enum RPCMessage {
  /// Reads a message of JSON-RPC, lets `body` carry it out, and gives the answer as bytes; nil if it wants none.
  ///
  /// Reading and writing JSON takes place outside of the devnet's actor, so that others have their turn meanwhile.
  static func answer(
    toBytes message: some Collection<UInt8>, _ body: (JSON) async -> JSON?
  ) async -> [UInt8]? {
    let request: JSON
    do {
      request = try JSON(parsing: message)
    } catch {
      return failure(code: -32700, "parse error: \(error)").serializedBytes()
    }
    return await body(request)?.serializedBytes()
  }

  /// An error as the answer to a request; without an id to one of which not even that is known.
  static func failure(code: Int, _ message: String, id: JSON = .null) -> JSON {
    ["jsonrpc": "2.0", "id": id, "error": ["code": .number(String(code)), "message": .string(message)]]
  }
}
