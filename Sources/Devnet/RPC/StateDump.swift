import EVM
import JSONFields
import Keys
import Primitives
import StrictJSON

/// A state as anvil's JSON has it.
enum StateDump {
  /// Writes all accounts.
  static func json(of state: MemoryState) -> JSON {
    var accounts = JSONObject()
    for address in state.addresses.sorted() {
      guard let account = state.account(address) else { continue }
      var storage = JSONObject()
      for (slot, value) in state.storage(of: address).sorted(by: { $0.key < $1.key }) {
        storage[Hash32(slot).hex] = .hash(Hash32(value))
      }
      let code = account.codeHash == Code.empty.hash ? Code.empty : state.code(address, hash: account.codeHash)
      var fields: JSONObject = [
        "nonce": .number(String(account.nonce)), "balance": .quantity(account.balance), "code": .bytes(code.bytes),
        "storage": .object(storage),
      ]
      if account.hasOwnKey { fields["key"] = .bytes(account.key.encoded) }
      accounts[address.bytes.hex] = .object(fields)
    }
    return [
      "block": .null, "accounts": .object(accounts), "best_block_number": .null, "blocks": [], "transactions": [],
    ]
  }

  /// Reads the accounts of a dump as changes of a chain's state; a nonce that is higher there stays.
  ///
  /// - Throws: `invalidParameters` with the place of what can't be read, `originFailed`.
  static func changes(_ dump: JSON, over chain: Chain) throws -> StateChanges {
    guard let accounts = dump["accounts"]?.object else {
      throw DevnetError(.invalidParameters, "the dump has no object \"accounts\"")
    }
    var changes = StateChanges()
    for (text, json) in accounts {
      let fields = Argument(json: json, place: "accounts.\(text.prefix(60))")
      let address = try Argument(json: .string(text), place: fields.place).address()
      let code = Code(try fields.field("code")?.bytes() ?? [])
      let nonce = try max(fields.field("nonce")?.looseUInt64() ?? 0, chain.nonce(of: address))
      let key = try fields.field("key")?.accountKey() ?? .legacy
      var change = StateChanges.Change(
        account: EVM.Account(
          nonce: nonce, balance: try fields.field("balance")?.looseUInt256() ?? 0, codeHash: code.hash,
          key: key),
        code: code.count == 0 ? nil : code)
      if let storage = fields.field("storage") {
        guard let slots = storage.json.object else { throw storage.invalid("it is not an object") }
        for (key, value) in slots {
          let slot = try Argument(json: .string(key), place: storage.place).slot()
          change.storage[slot] = try Argument(json: value, place: "\(storage.place).\(key.prefix(70))").slot()
        }
      }
      changes.accounts[address] = change
    }
    return changes
  }
}

extension Devnet {
  /// All accounts as anvil's JSON has them: `{"accounts": {address: {"nonce", "balance", "code", "storage"}}, …}`, with
  /// a `key` where an account of Kaia's has one of its own. The blocks are not in it.
  ///
  /// - Throws: `unknownState` over another chain's state.
  /// - Complexity: O(accounts).
  public func dumpState() throws -> JSON { StateDump.json(of: try chain.state.whole()) }

  /// Adds the accounts of a dump to those that are there, as anvil does: balance and code are the dump's, the nonce is the
  /// higher one, and of the storage the dump's slots are set. What else a dump says is left aside.
  ///
  /// - Throws: `invalidParameters` with the place of what can't be read, `storageFailed`, `originFailed`.
  public func loadState(_ dump: JSON) throws {
    let changes = try StateDump.changes(dump, over: chain)
    try ledger.edit(changes)
    for (address, change) in changes.accounts {
      ledger.pool.removePassed(of: address, nonce: change.account?.nonce ?? 0)
    }
  }
}
