import Primitives
import Tries

/// A state in memory: a value, whose copies share what they have in common until one of them changes.
public struct MemoryState: Sendable {
  /// An account with its storage.
  struct Record: Sendable {
    var account: Account
    var storage: [UInt256: UInt256] = [:]
    var storageTrie = SecureTrie()
    /// The slots that the trie doesn't know yet.
    var staleSlots: Set<UInt256> = []
  }

  var records: [Address: Record] = [:]
  /// Codes, each with how many accounts have it.
  private var codes: [Hash32: (code: Code, users: Int)] = [:]
  var trie = SecureTrie()
  /// The accounts that the trie doesn't know yet.
  var stale: Set<Address> = []
  /// Whether the trie has the accounts' keys.
  let keepsKeys: Bool

  /// No accounts.
  ///
  /// - Parameter keepsKeys: whether accounts have keys of their own, which their trie then holds.
  public init(keepsKeys: Bool = false) { self.keepsKeys = keepsKeys }

  /// The accounts, in no order.
  public var addresses: some Collection<Address> { records.keys }

  /// The slots of an account that are not zero.
  public func storage(of address: Address) -> [UInt256: UInt256] { records[address]?.storage ?? [:] }

  /// Carries out changes, and gives those that take them back again.
  ///
  /// - Complexity: O(changes); O(accounts) for the first after a copy.
  @discardableResult
  public mutating func apply(_ changes: StateChanges) -> StateChanges {
    var inverse = StateChanges()
    for (address, change) in changes.accounts { inverse.accounts[address] = apply(change, to: address) }
    return inverse
  }

  private mutating func apply(_ change: StateChanges.Change, to address: Address) -> StateChanges.Change {
    stale.insert(address)
    // Taken out, and never held twice: else the first changed slot would copy all of them.
    var before = records.removeValue(forKey: address)
    let replaces = change.account == nil || change.replacesStorage
    var inverse = StateChanges.Change(
      account: before?.account, code: before.flatMap { codes[$0.account.codeHash]?.code })
    exchange(before?.account.codeHash ?? Code.empty.hash, for: change)
    if replaces, let old = before.take() {
      inverse.replacesStorage = true
      inverse.storage = old.storage
    }
    guard let account = change.account else { return inverse }
    var record = before.take() ?? Record(account: account)
    record.account = account
    for (slot, value) in change.storage {
      let old = value == 0 ? record.storage.removeValue(forKey: slot) : record.storage.updateValue(value, forKey: slot)
      if !replaces { inverse.storage[slot] = old ?? 0 }
      record.staleSlots.insert(slot)
    }
    records[address] = record
    return inverse
  }

  /// Keeps the code of a changed account, and no longer the one it had, unless others have that.
  private mutating func exchange(_ old: Hash32, for change: StateChanges.Change) {
    let new = change.account?.codeHash ?? Code.empty.hash
    guard new != old else { return }
    if new != Code.empty.hash { codes[new, default: (change.code ?? .empty, 0)].users += 1 }
    guard let users = codes[old]?.users else { return }
    codes[old]?.users = users - 1
    if users <= 1 { codes[old] = nil }
  }
}

extension MemoryState: StateReader {
  /// An account; nil if there is none.
  public func account(_ address: Address) -> Account? { records[address]?.account }

  /// A slot; 0 where nothing was stored.
  public func storage(_ address: Address, _ slot: UInt256) -> UInt256 { records[address]?.storage[slot] ?? 0 }

  /// The code with a hash; empty if it was never put here.
  public func code(_ address: Address, hash: Hash32) -> Code { codes[hash]?.code ?? .empty }

  /// Whether any slot is above 0 (EIP-7610).
  public func hasStorage(_ address: Address) -> Bool { records[address]?.storage.isEmpty == false }
}
