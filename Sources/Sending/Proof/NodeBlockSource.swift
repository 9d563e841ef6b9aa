import Evidence
import JSONFields
import NodeRPC
import Primitives
import StrictJSON

/// The nodes of a client, asked for what ``SealedChain`` checks; by `klay_` where they know only the old names.
///
/// Answers are read here as far as that they are of the right kind and size; what they say is checked by the code that
/// asked.
struct NodeBlockSource: KaiaBlockSource {
  let node: NodeClient

  /// More receipts than any block of Kaia's has transactions, whose size is bounded by 10 MiB.
  private static let mostItems = 1 << 17
  private static let mostMembers = 256

  func header(number: UInt64) async throws -> JSON {
    do {
      return try await ask("getHeaderByNumber", [Self.quantity(number)], Self.object)
    } catch let error as NodeError where error.isMethodMissing {
      // Old nodes give a header only as a part of its block.
      return try await ask("getBlockByNumber", [Self.quantity(number), false], Self.object)
    }
  }

  func transactions(number: UInt64, hash: Hash32) async throws -> JSON {
    try await ask("getBlockByNumber", [Self.quantity(number), true]) { json in
      try Self.list(try Self.object(json)["transactions"] ?? .array([]))
    }
  }

  func receipts(number: UInt64, hash: Hash32) async throws -> JSON {
    try await ask("getBlockReceipts", [.string(hash.hex)], Self.list)
  }

  func proof(of account: Address, number: UInt64) async throws -> JSON {
    let parameters: [JSON] = [.string(account.lowercaseHex), .array([]), Self.quantity(number)]
    do {
      return try await ask("getProof", parameters, Self.object)
    } catch let error as NodeError where error.isMethodMissing {
      return try await node.send(NodeRequest("eth_getProof", parameters, read: Self.object))
    }
  }

  /// Asks in Kaia's own view: that of `eth_` lacks fields of the hashes.
  private func ask(
    _ method: String, _ parameters: [JSON], _ read: @escaping @Sendable (JSON) throws -> JSON
  ) async throws -> JSON {
    let namespace: RPCNamespace = node.options.namespace == .klay ? .klay : .kaia
    return try await node.send(NodeRequest(namespace.method(method), parameters, read: read))
  }

  private static func quantity(_ number: UInt64) -> JSON { .string(UInt256(number).quantity) }

  @Sendable
  private static func object(_ json: JSON) throws -> JSON {
    guard !json.isNull else { return json }
    guard let object = json.object else { throw JSONFieldProblem("is no object") }
    guard object.count <= mostMembers else { throw JSONFieldProblem("has \(object.count) members") }
    return json
  }

  @Sendable
  private static func list(_ json: JSON) throws -> JSON {
    guard !json.isNull else { return .array([]) }
    guard let items = json.array else { throw JSONFieldProblem("is no list") }
    guard items.count <= mostItems else { throw JSONFieldProblem("has \(items.count) items") }
    return json
  }
}
