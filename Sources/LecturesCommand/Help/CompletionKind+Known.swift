import ArgumentParser

/// The kinds of values that only this program knows, as arguments declare them.
enum KnownKind: String, Sendable {
  /// The accounts whose keys are here.
  case accounts
  /// The accounts, and the wallets that are watched.
  case wallets
  case contacts
  /// All that has a name here, for an address.
  case names
  case lectures, networks, profiles
  /// The settings, by name, and the places of the configuration file.
  case settings
  /// The values of the setting that stands before.
  case settingValues
}

extension CompletionKind {
  /// Values that this program knows.
  ///
  /// The parser tells other tools (``CommandDescription``) the word of this form alone. Nobody runs it: ``CompletionScript``
  /// stands in place of the parser's own scripts.
  static func known(_ kind: KnownKind) -> CompletionKind { .shellCommand(kind.rawValue) }
}
