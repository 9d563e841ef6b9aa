import Primitives

extension MerklePatriciaTrie: Sequence {
  /// A key and its value.
  public typealias Element = (key: Bytes, value: Bytes)

  /// The keys with their values, in the order of the keys' bytes; a key comes before those that begin with it.
  ///
  /// - Complexity: O(1); O(n) for the whole way.
  public func makeIterator() -> Iterator { Iterator(top) }

  /// Walks a trie as it was when the walk began.
  public struct Iterator: IteratorProtocol, Sendable {
    /// The subtrees still to come, the next one last.
    private var places: [Subtree]

    fileprivate init(_ top: Subtree) { places = [top] }

    /// The next leaf in the order of keys; nil after the last.
    public mutating func next() -> Element? {
      while let place = places.popLast() {
        guard let node = place.node else { continue }
        places += node.children.reversed()
        if !node.value.isEmpty { return (node.fullKey, node.value) }
      }
      return nil
    }
  }
}
