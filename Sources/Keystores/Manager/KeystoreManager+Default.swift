import Platform

extension KeystoreManager {
  /// A user's own directory of keys: `$XDG_DATA_HOME/lectures/keystores`, else `~/.local/share/lectures/keystores`.
  ///
  /// - Parameter environment: a variable's value, by name; nil for the process's own environment.
  /// - Throws: `io` when neither variable says where the user's data is. A relative path counts as none, as XDG asks.
  public static func defaultDirectory(
    environment: [String: String]? = nil
  ) throws(KeystoreError) -> String {
    func path(_ name: String) -> String? {
      let value = environment.map { $0[name] } ?? getenv(name).map { String(cString: $0) }
      guard var value, value.hasPrefix("/") else { return nil }
      while value.count > 1, value.hasSuffix("/") { value.removeLast() }
      return value
    }
    if let data = path("XDG_DATA_HOME") { return data + "/lectures/keystores" }
    if let home = path("HOME") { return home + "/.local/share/lectures/keystores" }
    throw KeystoreError(
      .io, "There is no place for a user's keys.", reason: "Neither XDG_DATA_HOME nor HOME is an absolute path.",
      advice: "Set HOME, or say which directory of keys to use.")
  }
}
