import Primitives
import Tries

/// The way a chain of Kaia's forms the roots of transactions and receipts (`governance.deriveshaimpl`).
public enum DeriveShaImpl: Int, Hashable, Sendable, CaseIterable {
  /// A Merkle-Patricia trie by index, as on Ethereum.
  case trie
  /// A binary tree of hashes; a level of odd length repeats its last.
  case binary
  /// The hash of all items, one after another.
  case concatenation

  /// The root over items in their order, each as it is in the block.
  ///
  /// - Complexity: O(n) Keccaks.
  public func root(of items: [Bytes]) -> Hash32 {
    switch self {
    case .trie: OrderedTrie.root(of: items)
    case .binary: Self.binaryRoot(of: items)
    case .concatenation: Self.concatenated(items)
    }
  }

  private static func concatenated(_ items: [Bytes]) -> Hash32 {
    var hasher = Keccak256()
    for item in items { hasher.update(item) }
    return hasher.finalize()
  }

  private static func binaryRoot(of items: [Bytes]) -> Hash32 {
    var level = items.map { Keccak256.hash($0) }
    while level.count > 1 {
      if let last = level.last, !level.count.isMultiple(of: 2) { level.append(last) }
      level = stride(from: 0, to: level.count, by: 2).map { Keccak256.hash(level[$0].bytes + level[$0 + 1].bytes) }
    }
    return level.first ?? Keccak256.hash([])
  }
}
