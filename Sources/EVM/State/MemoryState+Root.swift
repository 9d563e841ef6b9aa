import Primitives
import Tries

extension MemoryState {
  /// The root of the state trie (Yellow Paper, section 4.1).
  ///
  /// - Complexity: O(k · depth) Keccaks for k changes since the last call.
  public mutating func root() -> Hash32 {
    for address in stale { updateTrie(address) }
    stale = []
    return trie.root()
  }

  private mutating func updateTrie(_ address: Address) {
    // Taken out, so that its tries are changed in place.
    guard var record = records.removeValue(forKey: address) else {
      trie[address.bytes] = nil
      return
    }
    for slot in record.staleSlots {
      record.storageTrie[slot.bigEndianBytes] = record.storage[slot].map { RLP.encode(.uint($0)) }
    }
    record.staleSlots = []
    let leaf = AccountRecord(
      nonce: record.account.nonce, balance: record.account.balance, storageRoot: record.storageTrie.root(),
      codeHash: record.account.codeHash)
    trie[address.bytes] =
      keepsKeys
      ? leaf.encoded(
        key: record.account.key, isContract: code(address, hash: leaf.codeHash).delegate == nil) : leaf.encoded
    records[address] = record
  }

  /// The nodes that prove an account, and those that prove slots of it, as `eth_getProof` answers (EIP-1186).
  public mutating func proof(
    of address: Address, slots: [UInt256]
  ) -> (account: [[UInt8]], storageRoot: Hash32, slots: [[[UInt8]]]) {
    _ = root()
    var storage = records[address]?.storageTrie ?? SecureTrie()
    let proofs = slots.map { storage.proof(of: $0.bigEndianBytes) }
    return (trie.proof(of: address.bytes), storage.root(), proofs)
  }
}
