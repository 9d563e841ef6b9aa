import Primitives

extension MerklePatriciaTrie {
  /// The nodes that prove what the value of a key is, or that it has none: from the root on, each as RLP, without those
  /// that their parents hold whole (EIP-1186). A trie without keys needs none.
  ///
  /// - Complexity: O(depth), and what `root()` costs if it was not called since the last change.
  public func proof(of key: Bytes) -> [Bytes] {
    var encoder = NodeEncoder()
    var top = top
    top.resolve(from: 0, &encoder)
    var nodes: [Bytes] = []
    func add(_ encoding: Bytes) {
      if nodes.isEmpty || encoding.count >= 32 { nodes.append(encoding) }
    }
    var start = 0
    var place = top.node
    while let node = place {
      guard !node.isLeaf else {
        add(encoder.leaf(node, from: start))
        break
      }
      let branch = encoder.branch(node)
      if start < node.end {
        add(encoder.extension(to: node, named: NodeReference(encoding: branch), from: start))
        let end = Swift.min(node.end, key.nibbleCount)
        guard node.key.firstDifference(to: key, from: start, to: end) == node.end else { break }
      }
      add(branch)
      guard node.end < key.nibbleCount else { break }
      place = node.child(key.nibble(at: node.end))
      start = node.end + 1
    }
    return nodes
  }
}
