import Database
import Keystores
import Primitives

extension Settings {
  /// The name or address of the account that acts.
  package func account() throws(SettingsError) -> String? {
    try value(.account, expecting: "a name or an address") { $0.isEmpty ? nil : $0 }
  }

  /// The address of the account that acts; nil where it is named by its name, or not at all.
  ///
  /// - Throws: the mistake in an invalid address: it must not be looked up as a name.
  package func accountAddress() throws(SettingsError) -> Address? {
    guard let name = try account(), name.lowercased().hasPrefix("0x") else { return nil }
    return try value(.account, expecting: "an address") { try Address($0) }
  }

  /// The folder of the key files: `$XDG_DATA_HOME/lectures/keystores` by default.
  package func keystoreDirectory() throws(SettingsError) -> String {
    if let given = try path(.keystoreDirectory, expecting: "a directory") { return given }
    do throws(KeystoreError) {
      return try KeystoreManager.defaultDirectory(environment: environment)
    } catch {
      throw SettingsError(.noKeystores, "There is no place for keystores.", cause: error)
    }
  }

  /// The file with the password; `-` is standard input.
  package func passwordFile() throws(SettingsError) -> String? { try path(.passwordFile) }

  /// The place of the record of what is sent: the file `$XDG_DATA_HOME/lectures/outbox.sqlite` by default; nil without a
  /// home.
  ///
  /// A server is given by its address, or by a private file that has the address with a password: `@` and its path.
  package func outboxPlace() throws(SettingsError) -> DatabasePlace? {
    guard let text = try value(.outbox, expecting: "a file", { $0 }), let origin = raw(.outbox)?.origin else {
      return folders.data.map { .file("\($0)/outbox.sqlite") }
    }
    if let server = try server(text, for: .outbox, of: "outbox in \(origin)") { return server }
    return try path(.outbox).map { .file($0) }
  }

  /// The server that a text names, by its address or by a private file with that; nil for a path.
  ///
  /// - Parameters:
  ///   - key: The setting that names it.
  ///   - owner: The purpose of the server, and where the text comes from.
  package func server(_ text: String, for key: SettingKey, of owner: String) throws(SettingsError) -> DatabasePlace? {
    do {
      if text.hasPrefix("@") {
        let address = try KeyFile.read(folders.expandingHome(String(text.dropFirst())), of: "database's address")
        return .server(try PostgresAddress(address, isSecret: true, stateFolder: folders.outboxes))
      }
      if PostgresAddress.isMeant(by: text) {
        return .server(try PostgresAddress(text, isSecret: false, stateFolder: folders.outboxes))
      }
    } catch {
      // Without the text: it may have a password in it.
      throw SettingsError(
        .unusable, "The address of the \(owner) cannot be used.",
        reason: (error as? DatabaseError).map { [$0.message, $0.reason ?? ""].joined(separator: " ").trimmed },
        facts: .setting(key), cause: error is DatabaseError ? nil : error)
    }
    return nil
  }
}
