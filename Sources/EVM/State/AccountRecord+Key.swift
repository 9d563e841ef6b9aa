import Keys
import Primitives
import Tries

extension AccountRecord {
  /// The record of a chain whose accounts have keys (Klaytn's account serializer): a byte that distinguishes a person's
  /// account from a contract, then a list of nonce, balance, false and the two parts of the key, within another with
  /// storage root, code hash and the code's kind for all that have code.
  func encoded(key: AccountKey, isContract: Bool) -> Bytes {
    let hasCode = codeHash != .emptyCodeHash
    let key = hasCode && isContract ? AccountKey.fail : key
    let encodedKey = key.encoded
    let content = (try? RLP.decode(Bytes(encodedKey.dropFirst()))) ?? .list([])
    let common = RLP.Item.list([
      .uint(nonce), .uint(balance), .uint(0 as UInt64), .uint(UInt64(encodedKey.first ?? 0)), content,
    ])
    guard hasCode else { return [1] + RLP.encode(common) }
    return [isContract ? 2 : 1]
      + RLP.encode(.list([common, .hash(storageRoot), .hash(codeHash), .uint(0x10 as UInt64)]))
  }
}
