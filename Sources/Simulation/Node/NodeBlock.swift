import JSONFields
import NodeRPC
import Primitives

/// A block of a node's chain, as far as an execution after it wants to know it.
public struct NodeBlock: Sendable, Hashable {
  /// The number of the chain that it is of (EIP-155).
  public let chainID: UInt256
  /// The block as the node gives it.
  public let header: NodeRPC.Block
  /// Nil if the node doesn't tell, as in Kaia's own namespaces.
  public let difficulty: UInt256?
  /// PREVRANDAO since the merge (EIP-4399).
  public let mixHash: Hash32
  /// Whether it has a root of withdrawals (EIP-4895).
  public let hasWithdrawals: Bool
  /// The blob gas beyond the target so far (EIP-4844).
  public let excessBlobGas: UInt64?
  /// The blob gas of its transactions (EIP-4844).
  public let blobGasUsed: UInt64?
  /// The root of the beacon chain's block before (EIP-4788).
  public let parentBeaconBlockRoot: Hash32?
  /// Whether it has a hash of requests (EIP-7685).
  public let hasRequests: Bool

  /// Its height.
  public var number: UInt64 { header.number }
  /// Its hash.
  public var hash: Hash32 { header.hash }

  /// Reads what a header has beyond the fields of `NodeRPC.Block`.
  ///
  /// - Throws: `badAnswer` for a pending block or a field of another form.
  public init(chainID: UInt256, header: NodeRPC.Block) throws {
    guard !header.isPending else {
      throw SimulationError(.badAnswer, "The node gave a pending block where one of its chain is due.")
    }
    self.chainID = chainID
    self.header = header
    do {
      let fields = try JSONFields(header.raw)
      difficulty = try fields.optional("difficulty", .quantity)
      mixHash = try fields.optional("mixHash", .hash) ?? .zero
      hasWithdrawals = try fields.optional("withdrawalsRoot", .hash) != nil
      excessBlobGas = try fields.optional("excessBlobGas", .quantity)
      blobGasUsed = try fields.optional("blobGasUsed", .quantity)
      parentBeaconBlockRoot = try fields.optional("parentBeaconBlockRoot", .hash)
      hasRequests = try fields.optional("requestsHash", .hash) != nil
    } catch {
      throw SimulationError(.badAnswer, "The header of block \(header.number) makes no sense.", reason: "\(error)")
    }
  }

  /// Asks a node for a block and for its chain.
  ///
  /// - Throws: `unknownBlock`, `badAnswer` if the node gives another block than the one asked for, `stateUnavailable`.
  public static func read(_ tag: BlockTag, from client: NodeClient) async throws -> NodeBlock {
    let namespace = client.options.namespace
    let answer: (UInt256, NodeRPC.Block?)
    do {
      answer = try await client.send(
        together: NodeRequest<UInt256>.chainID(namespace: namespace),
        NodeRequest<NodeRPC.Block?>.block(tag, namespace: namespace))
    } catch {
      throw SimulationError(error, reading: "of block \(tag)")
    }
    guard let header = answer.1 else {
      throw SimulationError(
        .unknownBlock, "The node knows no block \(tag).", advice: "Ask for one that it has, or ask another node.")
    }
    let isOther =
      switch tag {
      case .number(let number): header.number != number
      case .hash(let hash): header.hash != hash
      default: false
      }
    if isOther {
      throw SimulationError(
        .badAnswer, "The node gave another block than \(tag).", reason: "It is \(header.number), \(header.hash).",
        advice: "Try another endpoint.")
    }
    return try NodeBlock(chainID: answer.0, header: header)
  }
}
