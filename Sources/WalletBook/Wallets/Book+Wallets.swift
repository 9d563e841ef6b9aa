import Database
import Primitives

extension Book {
  /// All wallets of the book, by title.
  ///
  /// - Throws: `bookFailed`.
  public func wallets() async throws -> [Wallet] { try await file.read { try Self.wallets(in: $0) } }

  /// Adds a wallet.
  ///
  /// Which keys there are the keystore knows: what the book had under the title of a key that is gone is replaced.
  ///
  /// - Throws: `invalidName`; `nameTaken` by a contact or a wallet that is watched; `bookFailed`.
  public func add(_ wallet: Wallet) async throws {
    try BookName.check(wallet.title)
    try await file.write { database in
      try Self.makeRoom(for: wallet.title, in: database)
      try Self.insert(wallet, in: database)
    }
  }

  /// Gives a wallet another network; nil is the one in use.
  ///
  /// - Returns: Whether the book had it.
  /// - Throws: `bookFailed`.
  public func setNetwork(_ network: String?, of title: String) async throws -> Bool {
    try await file.write { try $0.execute("UPDATE wallet SET network = ? WHERE title = ?", [network, title]) > 0 }
  }

  /// Gives a wallet another title.
  ///
  /// - Returns: Whether the book had it.
  /// - Throws: `invalidName`; `nameTaken`; `bookFailed`.
  @discardableResult
  public func rename(_ title: String, to newTitle: String) async throws -> Bool {
    try BookName.check(newTitle)
    return try await file.write { database in
      if newTitle != title { try Self.makeRoom(for: newTitle, in: database) }
      return try database.execute("UPDATE wallet SET title = ? WHERE title = ?", [newTitle, title]) > 0
    }
  }

  /// Removes a wallet; what it held when stays.
  ///
  /// - Returns: Whether the book had it.
  /// - Throws: `bookFailed`.
  @discardableResult
  public func remove(_ title: String) async throws -> Bool {
    try await file.write { try $0.execute("DELETE FROM wallet WHERE title = ?", [title]) > 0 }
  }

  /// Makes sure that no contact and no wallet that is watched has a name.
  static func checkFree(_ name: String, in database: Connection) throws {
    for (what, sql) in [
      ("wallet", "SELECT title AS name, address FROM wallet WHERE kind = 'watch'"),
      ("contact", "SELECT name, address FROM contact"),
    ] {
      try database.forEachRow(sql) { row in
        // Equal as text, however composed.
        let (taken, address): (String, String) = (try row.value("name"), try row.value("address"))
        guard name == taken else { return }
        throw WalletBookError(
          .nameTaken, "There is already a \(what) \(TerminalSafe.name(taken)).",
          reason: "Its address is \((try? Address(address))?.checksummed ?? "not known").",
          advice: "Choose another name: one that means two addresses would sooner or later mean the wrong one.")
      }
    }
  }

  private static func makeRoom(for title: String, in database: Connection) throws {
    try checkFree(title, in: database)
    try database.execute("DELETE FROM wallet WHERE title = ?", [title])
  }

  static func insert(_ wallet: Wallet, in database: Connection) throws {
    try database.execute(
      "INSERT INTO wallet (title, address, kind, network, path, created) VALUES (?, ?, ?, ?, ?, ?)",
      [wallet.title, wallet.address.lowercaseHex, wallet.kind, wallet.network, wallet.path, wallet.created])
  }

  static func wallets(in database: Connection) throws -> [Wallet] {
    try database.rows("SELECT * FROM wallet ORDER BY title").compactMap { row in
      let (text, kind): (String, String) = (try row.value("address"), try row.value("kind"))
      guard let address = try? Address(text), let kind = Wallet.Kind(rawValue: kind) else { return nil }
      return Wallet(
        title: try row.value("title"), address: address, kind: kind, network: try row.optional("network"),
        path: try row.optional("path"), created: try row.value("created"))
    }
  }
}

extension Wallet.Kind: Storable {}
