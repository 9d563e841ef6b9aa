import EVM
import Primitives
import StrictJSON

extension Devnet {
  /// What looks into a contract's storage, and what else `debug_` has for clients.
  static let storageMethods: [String: RPCMethod] = [
    "debug_storageRangeAt": RPCMethod(5) { devnet, parameters in
      let block = try devnet.existing(.hash(parameters(0).hash()))
      let first = Hash32(try parameters(3).slot())
      let limit = Int(clamping: min(try parameters(4).looseUInt64(), 1024))
      return try devnet.storage(
        of: parameters(2).address(), in: block, before: parameters(1).looseUInt64(), from: first, limit: limit)
    },
    "debug_getBadBlocks": RPCMethod(0) { _, _ in [] },
  ]

  /// The slots of a contract before one of a block's transactions, in the order of the hashes of their keys.
  private func storage(
    of address: Address, in block: Block, before index: UInt64, from first: Hash32, limit: Int
  ) throws -> JSON {
    guard index <= UInt64(block.transactions.count), block.number > 0 else {
      throw DevnetError(.unknownTransaction, "transaction index \(index) out of range for block \(block.hash)")
    }
    var state = try chain.state(afterBlock: block.number - 1).merged()
    state.apply(try replay(block, to: Int(index)).state.changes)
    let slots = state.storage(of: address).map { (hash: Keccak256.hash($0.key.bigEndianBytes), slot: $0) }
      .filter { !($0.hash < first) }.sorted { $0.hash < $1.hash }
    let storage = slots.prefix(limit).map { entry in
      (
        entry.hash.hex,
        ["key": .hash(Hash32(entry.slot.key)), "value": .hash(Hash32(entry.slot.value))] as JSON
      )
    }
    return [
      "storage": .object(JSONObject(storage)), "nextKey": slots.count > limit ? .hash(slots[limit].hash) : .null,
    ]
  }
}
