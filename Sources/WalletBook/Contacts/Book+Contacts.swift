import Database
import Primitives

extension Book {
  /// All contacts, by name.
  ///
  /// - Throws: `bookFailed`.
  public func contacts() async throws -> [Contact] { try await file.read { try Self.contacts(in: $0) } }

  /// The address of a contact, or of a wallet that is watched, by its name; nil if there is none. It blocks shortly.
  ///
  /// - Throws: `bookFailed`.
  public func address(named name: String) throws -> Address? {
    try file.read { database in
      try Self.contacts(in: database).first { $0.name == name }?.address
        ?? Self.wallets(in: database).first { $0.kind == .watch && $0.title == name }?.address
    }
  }

  /// Adds a contact.
  ///
  /// - Throws: `invalidName`; `nameTaken` by another contact or a wallet of the book; `bookFailed`.
  public func add(_ contact: Contact) async throws {
    try BookName.check(contact.name)
    try await file.write { database in
      try Self.checkFree(contact.name, in: database)
      try Self.insert(contact, in: database)
    }
  }

  /// Gives a contact another name.
  ///
  /// - Throws: `invalidName`; `nameTaken`; `notFound`; `bookFailed`.
  public func renameContact(_ name: String, to newName: String) async throws {
    try BookName.check(newName)
    try await file.write { database in
      if newName != name { try Self.checkFree(newName, in: database) }
      let changed = try database.execute("UPDATE contact SET name = ? WHERE name = ?", [newName, name])
      guard changed > 0 else { throw try Self.unknownContact(name, in: database) }
    }
  }

  /// Removes a contact.
  ///
  /// - Returns: The contact as it was.
  /// - Throws: `notFound`; `bookFailed`.
  @discardableResult
  public func removeContact(_ name: String) async throws -> Contact {
    try await file.write { database in
      guard let contact = try Self.contacts(in: database).first(where: { $0.name == name }) else {
        throw try Self.unknownContact(name, in: database)
      }
      try database.execute("DELETE FROM contact WHERE name = ?", [contact.name])
      return contact
    }
  }

  private static func unknownContact(_ name: String, in database: Connection) throws -> WalletBookError {
    let names = try contacts(in: database).map(\.name)
    return WalletBookError(
      .notFound, "There is no contact \(TerminalSafe.name(name)).",
      advice: NearMatch.closest(to: name, among: names).map { "Did you mean \(TerminalSafe.name($0))?" })
  }

  static func insert(_ contact: Contact, in database: Connection) throws {
    try database.execute(
      "INSERT INTO contact (name, address, created) VALUES (?, ?, ?)",
      [contact.name, contact.address.lowercaseHex, contact.created])
  }

  static func contacts(in database: Connection) throws -> [Contact] {
    try database.rows("SELECT * FROM contact ORDER BY name").compactMap { row in
      let text: String = try row.value("address")
      guard let address = try? Address(text) else { return nil }
      return Contact(name: try row.value("name"), address: address, created: try row.value("created"))
    }
  }
}
