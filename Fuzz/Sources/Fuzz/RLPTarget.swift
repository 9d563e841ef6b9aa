import Primitives

/// What decodes, encodes to the same bytes; what an item is read as, makes the item again.
func fuzzRLP(_ bytes: Bytes) {
  do throws(RLPError) {
    let item = try RLP.decode(bytes)
    require(RLP.encode(item) == bytes, "RLP is not canonical")
    require(RLP.encodedCount(item) == bytes.count, "RLP counts its bytes wrongly")
    require((try? RLP.decode(bytes[...])) == item, "RLP of a slice differs")
    checkAccessors(item)
  } catch {
    if let offset = error.offset { require((0...bytes.count).contains(offset), "an offset outside: \(error)") }
    requirePresentable(error, of: "RLP")
  }
  checkSequence(bytes)
}

/// Items one after another: each moves the offset forward, by exactly its own bytes.
private func checkSequence(_ bytes: Bytes) {
  var offset = 0
  while offset < bytes.count {
    let start = offset
    guard let item = try? RLP.decode(bytes, at: &offset) else { return }
    require(offset > start && offset <= bytes.count, "an offset that does not move")
    require(RLP.encode(item)[...] == bytes[start..<offset], "RLP in a sequence is not canonical")
  }
}

private func checkAccessors(_ item: RLP.Item) {
  if let number = try? item.uint256() { require(RLP.Item.uint(number) == item, "uint256 of \(item)") }
  if let number = try? item.uint64() { require(RLP.Item.uint(number) == item, "uint64 of \(item)") }
  if let address = try? item.address() { require(RLP.Item.address(address) == item, "address of \(item)") }
  if let hash = try? item.hash() { require(RLP.Item.hash(hash) == item, "hash of \(item)") }
  if let list = try? item.list() {
    require((try? item.bytes()) == nil, "a list that is bytes")
    list.forEach(checkAccessors)
  }
}
