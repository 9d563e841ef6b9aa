import Primitives

/// The tries of a block's header over a list: transactions, receipts, withdrawals, each by its index.
public enum OrderedTrie {
  /// The root over items in their order, each as it is in the block: RLP, or type and payload (EIP-2718).
  ///
  /// - Complexity: O(n) Keccaks.
  public static func root(of items: [Bytes]) -> Hash32 {
    var trie = trie(of: items)
    return trie.root()
  }

  /// The trie over items in their order; the key of an item is `key(of:)`.
  public static func trie(of items: [Bytes]) -> MerklePatriciaTrie {
    var trie = MerklePatriciaTrie()
    for (index, item) in items.enumerated() { trie[key(of: UInt64(index))] = item }
    return trie
  }

  /// The key of an item: the RLP of its index.
  public static func key(of index: UInt64) -> Bytes { RLP.encode(.uint(index)) }
}
