import Primitives

extension MerklePatriciaTrie {
  /// The part of the trie at one place: a node with all below it, or nothing.
  ///
  /// It is a value; nodes that other copies share are copied before they change.
  struct Subtree: Sendable {
    private(set) var node: Node?

    private static let sixteen = [Subtree](repeating: Subtree(), count: 16)

    /// The value of a key; nil if there is none.
    func value(of key: Bytes) -> Bytes? {
      // Down by the nibbles at which the trie branches; whether those between agree is seen at the end.
      let count = key.nibbleCount
      var place = node
      while let node = place, node.end < count { place = node.child(key.nibble(at: node.end)) }
      guard let node = place, node.end == count, !node.value.isEmpty, node.key.starts(with: key) else { return nil }
      return node.value
    }

    /// Sets a value that is not empty; this place is reached with the first `start` nibbles of the key.
    mutating func insert(_ value: Bytes, at key: Bytes, from start: Int) {
      guard let end = node?.end else {
        node = Node(key: key, value: value)
        return
      }
      let shared = sharedNibbles(with: key, from: start)
      guard shared == end, let node = unique() else { return part(at: shared, for: value, at: key) }
      node.forgetReference()
      if end == key.nibbleCount {
        node.value = value
        return
      }
      if node.isLeaf { node.children = Self.sixteen }
      node.children[key.nibble(at: end)].insert(value, at: key, from: end + 1)
    }

    /// Removes a key that is there.
    mutating func remove(_ key: Bytes) {
      guard let node = unique() else { return }
      node.forgetReference()
      if node.end == key.nibbleCount {
        node.value = []
      } else {
        node.children[key.nibble(at: node.end)].remove(key)
      }
      let occupied = node.children.indices.filter { node.children[$0].node != nil }
      if occupied.isEmpty { node.children = [] }
      guard node.value.isEmpty, occupied.count < 2 else { return }
      self.node = occupied.first.flatMap { node.children[$0].node }
    }

    /// Computes the references that are missing here and below; this place hangs at the depth `start`.
    mutating func resolve(from start: Int, _ encoder: inout NodeEncoder) {
      guard let resolved = node?.isResolved(from: start), !resolved, let node = unique() else { return }
      for nibble in node.children.indices { node.children[nibble].resolve(from: node.end + 1, &encoder) }
      node.resolve(encoder.reference(of: node, from: start), from: start)
    }

    /// The node after a copy, if it is shared, so that it may be changed.
    private mutating func unique() -> Node? {
      if !isKnownUniquelyReferenced(&node) { node = node?.copy() }
      return node
    }

    /// Up to which nibble the key and the keys here are the same.
    private func sharedNibbles(with key: Bytes, from start: Int) -> Int {
      guard let node else { return start }
      return node.key.firstDifference(to: key, from: start, to: Swift.min(node.end, key.nibbleCount))
    }

    /// Puts a branch in this place, which holds what was here and a new value.
    private mutating func part(at end: Int, for value: Bytes, at key: Bytes) {
      guard let old = node else { return }
      var children = Self.sixteen
      children[old.key.nibble(at: end)] = self
      if key.nibbleCount == end {
        node = Node(key: key, end: end, value: value, children: children)
      } else {
        children[key.nibble(at: end)].node = Node(key: key, value: value)
        node = Node(key: key, end: end, value: [], children: children)
      }
    }
  }
}
