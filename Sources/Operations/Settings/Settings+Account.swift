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

  /// The file that records what is sent: `$XDG_DATA_HOME/lectures/outbox.sqlite` by default; nil without a home.
  package func outboxPath() throws(SettingsError) -> String? {
    try path(.outbox) ?? folders.data.map { "\($0)/outbox.sqlite" }
  }
}
