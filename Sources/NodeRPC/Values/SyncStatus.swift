import JSONFields
import Primitives
import StrictJSON

/// The progress of a node that is still syncing.
public struct SyncStatus: Sendable, Hashable, NodeReply {
  /// The height at which it began to sync; nil where the node does not tell.
  public let startingBlock: UInt64?
  /// The height it has come to; nil likewise.
  public let currentBlock: UInt64?
  /// The height it knows of; nil likewise.
  public let highestBlock: UInt64?
  /// The answer as the node gave it.
  public let raw: JSON

  /// Reads `eth_syncing`'s answer when it is not `false`; nodes differ in what they tell.
  init(reply json: JSON) throws(JSONFieldProblem) {
    let fields = try JSONFields(json)
    startingBlock = try fields.optional("startingBlock", .quantity)
    currentBlock = try fields.optional("currentBlock", .quantity)
    highestBlock = try fields.optional("highestBlock", .quantity)
    raw = json
  }
}
