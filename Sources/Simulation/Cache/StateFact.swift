import EVM
import Keys
import Primitives

/// Something that is known of the state after a block, and how it is written down.
enum StateFact: Sendable, Hashable {
  case account(Address, Account)
  case slot(Address, UInt256, UInt256)
  case code(Code)
  /// The key that may sign for an account, on chains where it can be changed.
  case key(Address, AccountKey)

  /// The fact as a list of RLP, its kind first.
  var item: RLP.Item {
    switch self {
    case .account(let address, let account):
      .list([
        .uint(1 as UInt64), .address(address), .uint(account.nonce), .uint(account.balance), .hash(account.codeHash),
      ])
    case .slot(let address, let slot, let value):
      .list([.uint(2 as UInt64), .address(address), .uint(slot), .uint(value)])
    case .code(let code): .list([.uint(3 as UInt64), .bytes(code.bytes)])
    case .key(let address, let key): .list([.uint(4 as UInt64), .address(address), .bytes(key.encoded)])
    }
  }

  /// Reads what `item` gives; nil for anything else.
  init?(_ item: RLP.Item) {
    guard let items = try? item.list(), let kind = try? items.first?.uint64() else { return nil }
    switch (kind, items.count) {
    case (1, 5):
      guard let address = try? items[1].address(), let nonce = try? items[2].uint64(),
        let balance = try? items[3].uint256(), let hash = try? items[4].hash()
      else { return nil }
      self = .account(address, Account(nonce: nonce, balance: balance, codeHash: hash))
    case (2, 4):
      guard let address = try? items[1].address(), let slot = try? items[2].uint256(),
        let value = try? items[3].uint256()
      else { return nil }
      self = .slot(address, slot, value)
    case (3, 2):
      guard let bytes = try? items[1].bytes() else { return nil }
      self = .code(Code(bytes))
    case (4, 3):
      guard let address = try? items[1].address(), let bytes = try? items[2].bytes(),
        let key = try? AccountKey(decoding: bytes)
      else { return nil }
      self = .key(address, key)
    default: return nil
    }
  }
}
