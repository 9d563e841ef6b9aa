import EVM
import JSONFields
import Primitives
import StrictJSON

/// The methods that list a contract's storage and the accounts of the state, and others of `debug_` for clients.
enum StorageMethods {
  static let table: [String: RPCMethod] = [
    "debug_storageRangeAt": RPCMethod(5) { devnet, parameters in
      let block = try devnet.ledger.existing(.hash(parameters(0).hash()))
      let first = Hash32(try parameters(3).slot())
      let limit = Int(clamping: min(try parameters(4).looseUInt64(), 1024))
      return try storage(
        of: parameters(2).address(), in: block, before: parameters(1).looseUInt64(), from: first, limit: limit,
        devnet.chain)
    },
    "debug_accountRange": RPCMethod(6) { devnet, parameters in
      let (start, limit) = (try parameters.optional(1)?.bytes() ?? [], try parameters.optional(2)?.looseUInt64() ?? 256)
      let (leavesOutCode, leavesOutStorage) = (
        try parameters.optional(3)?.bool() ?? false, try parameters.optional(4)?.bool() ?? false
      )
      return try accounts(
        of: devnet.state(at: parameters.block(0)), from: start,
        limit: Int(clamping: min(limit == 0 ? 256 : limit, 256)),
        withCode: !leavesOutCode, withStorage: !leavesOutStorage)
    },
    "debug_getBadBlocks": RPCMethod(0) { _, _ in [] },
  ]

  /// Accounts after a block, in the order of the hashes of their addresses, as geth gives them.
  private static func accounts(
    of state: ChangedState, from start: Bytes, limit: Int, withCode: Bool, withStorage: Bool
  ) throws -> JSON {
    var state = try state.merged()
    let places = state.addresses.map { (hash: Keccak256.hash($0.bytes), address: $0) }
      .filter { !$0.hash.bytes.lexicographicallyPrecedes(start) }.sorted { $0.hash < $1.hash }
    var accounts = JSONObject()
    var size = 0
    for (hash, address) in places.prefix(limit) {
      guard let account = state.account(address) else { continue }
      var fields: JSONObject = [
        "balance": .string(account.balance.description), "nonce": .number("\(account.nonce)"),
        "root": .hash(state.proof(of: address, slots: []).storageRoot), "codeHash": .hash(account.codeHash),
      ]
      let code = state.code(address, hash: account.codeHash).bytes
      if withCode, !code.isEmpty { fields["code"] = .bytes(code) }
      let storage = withStorage ? state.storage(of: address) : [:]
      if !storage.isEmpty {
        fields["storage"] = .object(
          JSONObject(
            storage.sorted { $0.key < $1.key }.map {
              // geth writes the values as the trie has them: without leading zeros and without 0x.
              (Hash32($0.key).hex, .string(String(Bytes($0.value.bigEndianBytes.drop { $0 == 0 }).hex.dropFirst(2))))
            }))
      }
      fields["address"] = .string(address.checksummed)
      fields["key"] = .hash(hash)
      accounts[address.checksummed] = .object(fields)
      size += JSON.object(fields).size
      guard size <= TraceOptions.mostBytes else {
        throw DevnetError(
          .limitExceeded, "the accounts are longer than \(TraceOptions.mostBytes >> 20) MiB: ask for fewer")
      }
    }
    var object: JSONObject = [
      "root": .string(String(state.root().hex.dropFirst(2))), "accounts": .object(accounts),
    ]
    if places.count > limit { object["next"] = .string(Base64.encode(places[limit].hash.bytes)) }
    return .object(object)
  }

  /// The slots of a contract before one of a block's transactions, in the order of the hashes of their keys.
  private static func storage(
    of address: Address, in block: DevnetBlock, before index: UInt64, from first: Hash32, limit: Int, _ chain: Chain
  ) throws -> JSON {
    guard index <= UInt64(block.transactions.count), block.number > 0 else {
      throw DevnetError(.unknownTransaction, "transaction index \(index) out of range for block \(block.hash)")
    }
    var state = try chain.state(afterBlock: block.number - 1).merged()
    state.apply(try BlockReplay(chain).machine(after: Int(index), of: block).state.changes)
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
