import Database
import Primitives

/// The table of makers' money.
struct MakerTable {
  let database: Connection

  /// All amounts.
  func all() throws -> [FundsKey: MakerFunds] {
    var funds: [FundsKey: MakerFunds] = [:]
    try database.forEachRow("SELECT owner, token, spender, balance, allowance FROM maker") { row in
      var row = StoredRow(row)
      let key = FundsKey(owner: try row.address(), token: try row.address(), spender: try row.address())
      funds[key] = MakerFunds(balance: try row.word(), allowance: try row.word())
    }
    return funds
  }

  /// Keeps amounts.
  func keep(_ amounts: MakerFunds, for key: FundsKey) throws {
    try database.execute(
      """
      INSERT INTO maker (owner, token, spender, balance, allowance) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (owner, token, spender) DO UPDATE SET balance = excluded.balance, allowance = excluded.allowance
      """,
      Self.values(key) + [amounts.balance.bigEndianBytes, amounts.allowance.bigEndianBytes])
  }

  /// Forgets amounts.
  func forget(_ key: FundsKey) throws {
    try database.execute("DELETE FROM maker WHERE owner = ? AND token = ? AND spender = ?", Self.values(key))
  }

  /// The columns of a key.
  static func values(_ key: FundsKey) -> [(any Storable)?] { [key.owner.bytes, key.token.bytes, key.spender.bytes] }
}
