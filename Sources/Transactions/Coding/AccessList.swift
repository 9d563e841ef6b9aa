import Primitives

/// One account of an access list and the storage keys of it that the transaction announces (EIP-2930).
public struct AccessListEntry: Hashable, Sendable {
  /// The account.
  public var address: Address
  /// The storage keys, 32 bytes each.
  public var storageKeys: [Hash32]

  /// Announces an account and some of its storage.
  public init(address: Address, storageKeys: [Hash32] = []) {
    self.address = address
    self.storageKeys = storageKeys
  }
}

extension [AccessListEntry] {
  /// The list as RLP has it: `[[address, [key, …]], …]`.
  var item: RLP.Item {
    .list(
      map { entry in
        .list([.address(entry.address), .list(entry.storageKeys.map { .bytes($0.bytes) })])
      })
  }

  /// Reads the next field as an access list.
  init(reading reader: inout FieldReader) throws(TransactionError) {
    let items = try reader.list("accessList")
    self = []
    reserveCapacity(items.count)
    for (index, item) in items.enumerated() {
      var entry = try FieldReader(item, count: 2, place: .element(of: "accessList", index: index))
      append(AccessListEntry(address: try entry.address("address"), storageKeys: try entry.hashes("storageKeys")))
    }
  }
}
