import Primitives

extension MerklePatriciaTrie {
  /// Writes nodes as RLP (Yellow Paper, appendices B to D), one after another into the same buffer.
  ///
  /// A branch must be resolved below: its children are written by their references.
  struct NodeEncoder: Sendable {
    private var bytes: Bytes = []

    /// The name of a node that hangs at the depth `start`.
    mutating func reference(of node: Node, from start: Int) -> NodeReference {
      if node.isLeaf { return NodeReference(encoding: leaf(node, from: start)) }
      let reference = NodeReference(encoding: branch(node))
      guard start < node.end else { return reference }
      return NodeReference(encoding: `extension`(to: node, named: reference, from: start))
    }

    /// The list of the rest of the key and the value.
    mutating func leaf(_ node: Node, from start: Int) -> Bytes {
      begin(pathCount(start, node.end) + stringCount(node.value))
      append(path: node.key, start, node.end, flag: 0x20)
      append(string: node.value)
      return bytes
    }

    /// The list of the path between the branch and the nibble `start`, and the branch's name.
    mutating func `extension`(to node: Node, named reference: NodeReference, from start: Int) -> Bytes {
      begin(pathCount(start, node.end) + reference.encodedCount)
      append(path: node.key, start, node.end, flag: 0)
      append(reference)
      return bytes
    }

    /// The list of sixteen children and the value.
    mutating func branch(_ node: Node) -> Bytes {
      begin(node.children.reduce(stringCount(node.value)) { $0 + ($1.node?.reference.encodedCount ?? 1) })
      for child in node.children {
        if let child = child.node { append(child.reference) } else { bytes.append(0x80) }
      }
      append(string: node.value)
      return bytes
    }

    /// Begins a node: a list whose items have so many bytes.
    private mutating func begin(_ count: Int) {
      bytes.removeAll(keepingCapacity: true)
      append(header: 0xc0, count)
    }

    /// The number of bytes of a path in RLP; a path of one byte is its own encoding, for it is always below 0x80.
    private func pathCount(_ start: Int, _ end: Int) -> Int {
      let count = (end - start) / 2 + 1
      return count == 1 ? 1 : headerCount(count) + count
    }

    private func stringCount(_ string: Bytes) -> Int {
      string.count == 1 && string[0] < 0x80 ? 1 : headerCount(string.count) + string.count
    }

    private func headerCount(_ count: Int) -> Int { count < 56 ? 1 : 1 + (71 - count.leadingZeroBitCount) / 8 }

    private mutating func append(header base: UInt8, _ count: Int) {
      guard count >= 56 else { return bytes.append(base + UInt8(count)) }
      let digits = headerCount(count) - 1
      bytes.append(base + 55 + UInt8(digits))
      for digit in (0..<digits).reversed() { bytes.append(UInt8(truncatingIfNeeded: count >> (8 * digit))) }
    }

    private mutating func append(string: Bytes) {
      if string.count != 1 || string[0] >= 0x80 { append(header: 0x80, string.count) }
      bytes += string
    }

    private mutating func append(_ reference: NodeReference) {
      if reference.isHash { bytes.append(0xa0) }
      reference.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }

    /// The nibbles `start..<end` of a key after a half byte that distinguishes leaf from extension and odd from even
    /// ("hex prefix", appendix C).
    private mutating func append(path key: Bytes, _ start: Int, _ end: Int, flag: UInt8) {
      let count = (end - start) / 2 + 1
      if count > 1 { append(header: 0x80, count) }
      let isOdd = (end - start) & 1 == 1
      bytes.append(isOdd ? flag | 0x10 | UInt8(key.nibble(at: start)) : flag)
      let first = isOdd ? start + 1 : start
      if first & 1 == 0 {
        bytes += key[(first >> 1)..<(end >> 1)]
      } else {
        for index in stride(from: first, to: end, by: 2) {
          bytes.append(UInt8(key.nibble(at: index) << 4 | key.nibble(at: index + 1)))
        }
      }
    }
  }
}
