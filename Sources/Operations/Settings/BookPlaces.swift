import Database

/// The places of the books of gas and rates.
struct BookPlaces: Sendable {
  let settings: Settings

  /// The place of a book: a file, or a server by its address, or by a private file with that (`@` and its path).
  ///
  /// - Parameters:
  ///   - key: The setting that names it.
  ///   - name: The name of the usual file in the user's folder of data.
  ///   - owner: The book in words, as in `the file of rates`.
  func place(_ key: SettingKey, _ name: String, _ owner: String) throws(SettingsError) -> DatabasePlace {
    if let (text, origin) = try serverText(key),
      let server = try settings.server(text, for: key, of: "\(key.name) in \(origin)")
    {
      return server
    }
    return .file(try file(key, name, owner))
  }

  /// The file of a book, beside which this machine keeps what is its own; of a book on a server it stands for that.
  func file(_ key: SettingKey, _ name: String, _ owner: String) throws(SettingsError) -> String {
    if try serverText(key) == nil, let path = try settings.path(key) { return path }
    return try settings.dataFile(name, owner)
  }

  /// The text of a setting that names a server, and where that comes from; nil where it names a file, or nothing.
  private func serverText(_ key: SettingKey) throws(SettingsError) -> (text: String, origin: SettingOrigin)? {
    guard let text = try settings.value(key, expecting: "a file", { $0.isEmpty ? nil : $0 }),
      let origin = settings.raw(key)?.origin
    else { return nil }
    return text.hasPrefix("@") || PostgresAddress.isMeant(by: text) ? (text, origin) : nil
  }
}
