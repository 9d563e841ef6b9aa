import Devnet
import StrictJSON

extension Devnet {
  /// Carries out one message of JSON-RPC, as bytes; nil if it wants no answer.
  ///
  /// Reading and writing JSON takes place outside of the actor, so that others have their turn meanwhile.
  nonisolated func answer(toBytes message: some Collection<UInt8> & Sendable) async -> [UInt8]? {
    let request: JSON
    do {
      request = try JSON(parsing: message)
    } catch {
      return Self.failure(code: -32700, "parse error: \(error)").serializedBytes()
    }
    return await answer(request)?.serializedBytes()
  }

  /// The answer to a message of which not even the id is known.
  static func failure(code: Int, _ message: String) -> JSON {
    ["jsonrpc": "2.0", "id": .null, "error": ["code": .number(String(code)), "message": .string(message)]]
  }
}
