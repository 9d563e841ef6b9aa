import Localization

extension Settings {
  /// The language that people are spoken to in; that of the system where nothing else was chosen.
  package func language() throws(SettingsError) -> Language {
    try value(.language, expecting: "en, ko or uk") { Language($0) } ?? .ofSystem(environment)
  }
}
