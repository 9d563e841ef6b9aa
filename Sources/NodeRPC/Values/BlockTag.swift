import Primitives
import StrictJSON

/// Which block a question is about.
public enum BlockTag: Sendable, Hashable, CustomStringConvertible {
  /// The newest block.
  case latest
  /// The newest block with the node's pending transactions on top.
  case pending
  /// The first block.
  case earliest
  /// The newest block that is unlikely to be replaced.
  case safe
  /// The newest block that cannot be replaced.
  case finalized
  /// A block by its height.
  case number(UInt64)
  /// A block by its hash (EIP-1898); older nodes do not know this form in questions about state.
  case hash(Hash32)

  /// The tag as a parameter.
  public var json: JSON {
    switch self {
    case .hash(let hash): return ["blockHash": .string(hash.hex)]
    default: return .string(description)
    }
  }

  /// The tag as JSON-RPC writes it: a name, or a quantity.
  public var description: String {
    switch self {
    case .latest: return "latest"
    case .pending: return "pending"
    case .earliest: return "earliest"
    case .safe: return "safe"
    case .finalized: return "finalized"
    case .number(let number): return UInt256(number).quantity
    case .hash(let hash): return hash.hex
    }
  }
}
