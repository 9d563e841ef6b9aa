import Evidence
import NodeRPC
import Primitives
import StrictJSON
import Tries

/// A block as an index keeps it.
package struct IndexedBlock: Sendable, Hashable {
  /// The height.
  package let number: UInt64
  /// The block's hash.
  package let hash: Hash32
  /// The hash of the block before.
  package let parent: Hash32
  /// Seconds since 1970.
  package let time: UInt64
  /// The filter over the addresses and topics of its logs; nil where it is not known.
  package let bloom: Bloom?
  /// Whether its hash is that of the fields that came with it.
  package let isHashed: Bool
  /// The root of its receipts; nil where its hash does not prove it.
  package let receipts: ReceiptsRoot?

  /// A block of its parts.
  package init(
    number: UInt64, hash: Hash32, parent: Hash32, time: UInt64, bloom: Bloom? = nil, isHashed: Bool = false,
    receipts: ReceiptsRoot? = nil
  ) {
    (self.number, self.hash, self.parent, self.time) = (number, hash, parent, time)
    (self.bloom, self.isHashed, self.receipts) = (bloom, isHashed, receipts)
  }

  /// A node's block.
  package init(_ block: Block) {
    let bytes = block.raw["logsBloom"]?.string.flatMap { try? Hex.decode($0) }
    let isHashed = Self.isHashed(block.raw)
    self.init(
      number: block.number, hash: block.hash, parent: block.parentHash, time: block.timestamp,
      bloom: bytes.flatMap { try? Bloom($0) }, isHashed: isHashed,
      receipts: isHashed ? ReceiptsRoot(header: block.raw) : nil)
  }

  /// Whether a block has the hash that came with it, as a header of Ethereum's or of a chain of Kaia's that is known.
  ///
  /// The forms cannot be confused: fields have the hash in one of them, or in none.
  private static func isHashed(_ raw: JSON) -> Bool {
    guard raw["hash"]?.string != nil else { return false }
    if raw["sha3Uncles"] != nil { return (try? EthereumHeader(json: raw)) != nil }
    return [KaiaChain.mainnet, .kairos].contains { (try? KaiaHeader(json: raw, chain: $0)) != nil }
  }

  /// Whether the two are one block, whatever else is known of it.
  package static func == (left: IndexedBlock, right: IndexedBlock) -> Bool { left.hash == right.hash }

  /// Hashes the block's hash alone.
  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }

}

/// An event of a contract, at its place in the chain.
package struct IndexedEvent: Sendable {
  /// The contract.
  package let contract: Address
  /// The height of its block.
  package let block: UInt64
  /// The hash of its block.
  package let hash: Hash32
  /// The place among all logs of the block.
  package let place: UInt64
  /// The time of its block, in seconds since 1970.
  package let time: UInt64
  /// The transaction that logged it.
  package let transaction: Hash32
  /// The topics, that of the event in front.
  package let topics: [Hash32]
  /// The parameters without index, encoded.
  package let data: Bytes

  /// A log in a block.
  init(_ log: Log, at place: UInt64, of transaction: Hash32, in block: IndexedBlock) {
    (contract, topics, data) = (log.address, log.topics, log.data)
    (self.block, hash, time) = (block.number, block.hash, block.time)
    (self.place, self.transaction) = (place, transaction)
  }
}
