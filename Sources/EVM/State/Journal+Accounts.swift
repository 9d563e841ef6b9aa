import Keys
import Primitives

extension Journal {
  /// Where an account is, after fetching it if need be.
  func entry(_ address: Address) throws -> Int32 {
    let place = address.withUnsafeBytes { Int($0[19] & 63) }
    let hint = entryHints[place]
    if hint >= 0, entries[Int(hint)].address == address { return hint }
    let position = try positions[address] ?? fetch(address)
    entryHints[place] = position
    return position
  }

  private func fetch(_ address: Address) throws -> Int32 {
    let account = try reader.account(address)
    let position = Int32(entries.count)
    storages += 1
    entries.append(
      Entry(
        address: address, original: account, account: account ?? Account(), exists: account != nil, storage: storages,
        storageIsNew: account == nil))
    positions[address] = position
    return position
  }

  /// Whether this is the transaction's first access to an account; it isn't from then on.
  func access(_ entry: Int32) -> Bool {
    guard entries[Int(entry)].accessed != transaction else { return false }
    entries[Int(entry)].accessed = transaction
    undo.append(.accountAccess(entry))
    return true
  }

  /// The code of an account, after fetching it if need be.
  func code(_ entry: Int32) throws -> Code {
    let hash = entries[Int(entry)].account.codeHash
    if hash == Code.empty.hash { return .empty }
    if let code = codes[hash] { return code }
    let code = try reader.code(entries[Int(entry)].address, hash: hash)
    codes[hash] = code
    return code
  }

  /// Marks an account as touched: if it is empty at the transaction's end it vanishes (EIP-161).
  func touch(_ entry: Int32) {
    guard entries[Int(entry)].touched != transaction else { return }
    entries[Int(entry)].touched = transaction
    touched.append(entry)
    undo.append(.touch(entry))
  }

  /// Puts an account into the state, empty if it wasn't there.
  func ensureExists(_ entry: Int32) {
    touch(entry)
    guard !entries[Int(entry)].exists else { return }
    undo.append(.existence(entry, false))
    entries[Int(entry)].exists = true
  }

  func setBalance(_ entry: Int32, _ balance: UInt256) {
    ensureExists(entry)
    undo.append(.balance(entry, entries[Int(entry)].account.balance))
    entries[Int(entry)].account.balance = balance
  }

  func setNonce(_ entry: Int32, _ nonce: UInt64) {
    ensureExists(entry)
    undo.append(.nonce(entry, entries[Int(entry)].account.nonce))
    entries[Int(entry)].account.nonce = nonce
  }

  func setCode(_ entry: Int32, _ code: Code) {
    ensureExists(entry)
    undo.append(.code(entry, entries[Int(entry)].account.codeHash))
    entries[Int(entry)].account.codeHash = code.hash
    codes[code.hash] = code
  }

  func setKey(_ entry: Int32, _ key: AccountKey) {
    ensureExists(entry)
    undo.append(.key(entry, Int32(replacedKeys.count)))
    replacedKeys.append(entries[Int(entry)].account.key)
    entries[Int(entry)].account.key = key
  }

  /// Begins an account's storage anew, without any slot.
  func clearStorage(_ entry: Int32) {
    let old = entries[Int(entry)]
    undo.append(.storage(entry, old.storage, isNew: old.storageIsNew))
    storages += 1
    entries[Int(entry)].storage = storages
    entries[Int(entry)].storageIsNew = true
  }

  /// Marks an account as made in this transaction. It had no storage, so that no slot is asked of the reader any more;
  /// the slots that an access list named stay warm.
  func markCreated(_ entry: Int32) {
    let old = entries[Int(entry)]
    undo.append(.storage(entry, old.storage, isNew: old.storageIsNew))
    entries[Int(entry)].storageIsNew = true
    guard old.created != transaction else { return }
    entries[Int(entry)].created = transaction
    undo.append(.creation(entry))
  }

  /// Moves wei; false, and nothing is changed, if the sender has less or the recipient would have too much.
  func transfer(_ amount: UInt256, from sender: Int32, to recipient: Int32) -> Bool {
    ensureExists(recipient)
    guard amount != 0 else { return true }
    let balance = entries[Int(sender)].account.balance
    guard balance >= amount else { return false }
    setBalance(sender, balance - amount)
    let (sum, overflow) = entries[Int(recipient)].account.balance.addingReportingOverflow(amount)
    guard !overflow else {
      setBalance(sender, balance)
      return false
    }
    setBalance(recipient, sum)
    return true
  }

  /// Marks an account for deletion at the transaction's end; false if it was marked before.
  func destroy(_ entry: Int32) -> Bool {
    guard entries[Int(entry)].destroyed != transaction else { return false }
    entries[Int(entry)].destroyed = transaction
    destroyed.append(entry)
    undo.append(.destruction(entry))
    return true
  }

  /// Whether an account has any storage now.
  ///
  /// - Complexity: O(slots known) for an account of which some are; else O(1).
  func hasStorage(_ entry: Int32) throws -> Bool {
    let account = entries[Int(entry)]
    if account.hasSlots, slots.contains(where: { $0.storage == account.storage && $0.value != 0 }) { return true }
    return account.storageIsNew ? false : try reader.hasStorage(account.address)
  }

  /// Whether an account is in the state and not empty.
  func isAlive(_ entry: Int32) -> Bool {
    entries[Int(entry)].exists && !entries[Int(entry)].account.isEmpty
  }

  // MARK: By address

  /// An account as it is now; nil if there is none.
  ///
  /// - Throws: what the reader throws.
  public func account(_ address: Address) throws -> Account? {
    let entry = try entry(address)
    return entries[Int(entry)].exists ? entries[Int(entry)].account : nil
  }

  /// An account's code.
  ///
  /// - Throws: what the reader throws.
  public func code(_ address: Address) throws -> Code { try code(entry(address)) }

  /// The key that may sign for an account; `.fail`, which nobody can sign with, for a contract.
  ///
  /// - Throws: what the reader throws.
  public func signingKey(of address: Address) throws -> AccountKey {
    let entry = try entry(address)
    let account = entries[Int(entry)].account
    guard account.codeHash != Code.empty.hash, try code(entry).delegate == nil else { return account.key }
    return .fail
  }

  /// Sets what may sign for an account.
  ///
  /// - Throws: what the reader throws.
  public func setKey(_ address: Address, _ key: AccountKey) throws { setKey(try entry(address), key) }

  /// Sets an account's balance in wei.
  ///
  /// - Throws: what the reader throws.
  public func setBalance(_ address: Address, _ balance: UInt256) throws { setBalance(try entry(address), balance) }

  /// Adds to an account's balance, which saturates; adding nothing touches the account.
  ///
  /// - Throws: what the reader throws.
  public func addBalance(_ address: Address, _ amount: UInt256) throws {
    let entry = try entry(address)
    let (sum, overflow) = entries[Int(entry)].account.balance.addingReportingOverflow(amount)
    setBalance(entry, overflow ? .max : sum)
  }

  /// Sets an account's nonce.
  ///
  /// - Throws: what the reader throws.
  public func setNonce(_ address: Address, _ nonce: UInt64) throws { setNonce(try entry(address), nonce) }

  /// Sets an account's code.
  ///
  /// - Throws: what the reader throws.
  public func setCode(_ address: Address, _ code: Code) throws { setCode(try entry(address), code) }

  /// Takes all of an account's storage away.
  ///
  /// - Throws: what the reader throws.
  public func clearStorage(_ address: Address) throws { clearStorage(try entry(address)) }
}
