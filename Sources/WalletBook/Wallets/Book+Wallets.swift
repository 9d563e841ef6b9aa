import GRDB
import Primitives

extension Book {
  /// All wallets of the book, by title.
  ///
  /// - Throws: `bookFailed`.
  public func wallets() async throws -> [Wallet] { try await read { try Self.wallets(in: $0) } }

  /// Adds a wallet.
  ///
  /// Which keys there are the keystore knows: what the book had under the title of a key that is gone is replaced.
  ///
  /// - Throws: `invalidName`; `nameTaken` by a contact or a wallet that is watched; `bookFailed`.
  public func add(_ wallet: Wallet) async throws {
    try BookName.check(wallet.title)
    try await write { database in
      try Self.makeRoom(for: wallet.title, in: database)
      try Self.insert(wallet, in: database)
    }
  }

  /// Gives a wallet another network; nil is the one in use.
  ///
  /// - Returns: Whether the book had it.
  /// - Throws: `bookFailed`.
  public func setNetwork(_ network: String?, of title: String) async throws -> Bool {
    try await write { database in
      try database.execute(sql: "UPDATE wallet SET network = ? WHERE title = ?", arguments: [network, title])
      return database.changesCount > 0
    }
  }

  /// Gives a wallet another title.
  ///
  /// - Returns: Whether the book had it.
  /// - Throws: `invalidName`; `nameTaken`; `bookFailed`.
  @discardableResult
  public func rename(_ title: String, to newTitle: String) async throws -> Bool {
    try BookName.check(newTitle)
    return try await write { database in
      if newTitle != title { try Self.makeRoom(for: newTitle, in: database) }
      try database.execute(sql: "UPDATE wallet SET title = ? WHERE title = ?", arguments: [newTitle, title])
      return database.changesCount > 0
    }
  }

  /// Removes a wallet; what it held when stays.
  ///
  /// - Returns: Whether the book had it.
  /// - Throws: `bookFailed`.
  @discardableResult
  public func remove(_ title: String) async throws -> Bool {
    try await write { database in
      try database.execute(sql: "DELETE FROM wallet WHERE title = ?", arguments: [title])
      return database.changesCount > 0
    }
  }

  /// Makes sure that no contact and no wallet that is watched has a name.
  static func checkFree(_ name: String, in database: Database) throws {
    for (what, sql) in [
      ("wallet", "SELECT title AS name, address FROM wallet WHERE kind = 'watch'"),
      ("contact", "SELECT name, address FROM contact"),
    ] {
      let rows = try Row.fetchCursor(database.cachedStatement(sql: sql))
      while let row = try rows.next() {
        // Equal as text, however composed.
        let (taken, address): (String, String) = (try row.checked("name"), try row.checked("address"))
        guard name == taken else { continue }
        throw WalletBookError(
          .nameTaken, "There is already a \(what) \(TerminalSafe.name(taken)).",
          reason: "Its address is \((try? Address(address))?.checksummed ?? "not known").",
          advice: "Choose another name: one that means two addresses would sooner or later mean the wrong one.")
      }
    }
  }

  private static func makeRoom(for title: String, in database: Database) throws {
    try checkFree(title, in: database)
    try database.execute(sql: "DELETE FROM wallet WHERE title = ?", arguments: [title])
  }

  static func insert(_ wallet: Wallet, in database: Database) throws {
    try database.cachedStatement(
      sql: "INSERT INTO wallet (title, address, kind, network, path, created) VALUES (?, ?, ?, ?, ?, ?)"
    ).execute(arguments: [
      wallet.title, wallet.address.lowercaseHex, wallet.kind.rawValue, wallet.network, wallet.path, wallet.created,
    ])
  }

  static func wallets(in database: Database) throws -> [Wallet] {
    try Row.fetchAll(database, sql: "SELECT * FROM wallet ORDER BY title").compactMap { row in
      let (text, kind): (String, String) = (try row.checked("address"), try row.checked("kind"))
      guard let address = try? Address(text), let kind = Wallet.Kind(rawValue: kind) else { return nil }
      return Wallet(
        title: try row.checked("title"), address: address, kind: kind, network: try row.checkedIfAny("network"),
        path: try row.checkedIfAny("path"), created: try row.checked("created"))
    }
  }
}
