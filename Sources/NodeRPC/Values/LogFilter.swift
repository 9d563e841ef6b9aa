import Primitives
import StrictJSON

/// Which logs to look for.
public struct LogFilter: Sendable, Hashable {
  /// The first block; with a ``BlockTag/hash(_:)`` only that block is looked at, and ``toBlock`` is left out.
  public var fromBlock: BlockTag
  /// The last block, inclusive.
  public var toBlock: BlockTag
  /// The contracts whose logs are wanted; empty for all.
  public var addresses: [Address]
  /// For each place the topics allowed there; nil allows any.
  public var topics: [[Hash32]?]

  /// The logs of the latest block, of anybody and any event, by default.
  public init(
    fromBlock: BlockTag = .latest, toBlock: BlockTag = .latest, addresses: [Address] = [], topics: [[Hash32]?] = []
  ) {
    self.fromBlock = fromBlock
    self.toBlock = toBlock
    self.addresses = addresses
    self.topics = topics
  }

  /// The filter as a parameter.
  public var json: JSON {
    var object = JSONObject()
    if case .hash(let hash) = fromBlock {
      object["blockHash"] = .string(hash.hex)
    } else {
      object["fromBlock"] = fromBlock.json
      object["toBlock"] = toBlock.json
    }
    if addresses.count == 1 {
      object["address"] = .string(addresses[0].lowercaseHex)
    } else if !addresses.isEmpty {
      object["address"] = .array(addresses.map { .string($0.lowercaseHex) })
    }
    if !topics.isEmpty {
      object["topics"] = .array(
        topics.map { allowed in
          guard let allowed else { return .null }
          return allowed.count == 1 ? .string(allowed[0].hex) : .array(allowed.map { .string($0.hex) })
        })
    }
    return .object(object)
  }
}
