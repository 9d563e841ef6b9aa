import Localization
import Primitives

/// The settings from what is given for a run, the environment, the profile and defaults, in that order.
///
/// Nothing is read before somebody asks: a mistyped time limit is no reason for another setting to fail.
package struct Settings: Sendable {
  /// The configuration file.
  package let file: ConfigFile
  /// The profile in use; it need not be in the file.
  package let profile: String
  /// The name of the network in use; it need not be known.
  package let networkName: String
  /// The environment's variables.
  package let environment: [String: String]
  /// The values that were given for this run.
  package let given: GivenSettings
  /// The reason why the profile in use cannot be; nil if it is in the file, or may be made.
  package let profileProblem: SettingsError?
  private let layers: [SettingsLayer]

  /// The relation of a run to the configuration file.
  package enum FileUse: Sendable {
    /// The run reads the settings, which have to be without mistake.
    case reading
    /// The run makes the file or the profile, if it is not there yet.
    case making
    /// The run shows and mends the mistakes.
    case mending
  }

  /// Puts the layers together and reads the configuration file.
  package init(
    _ given: GivenSettings, environment: [String: String], use: FileUse = .reading
  ) throws(SettingsError) {
    for (name, key) in SettingKey.former where environment[SettingKey.variable(name)]?.trimmed.isEmpty == false {
      throw SettingsError(
        .former, "\(SettingKey.variable(name)) is called \(key.variable) now.",
        reason: "A maximum fee is elsewhere a price per gas; this one is the total.")
    }
    let named = given.path ?? Self.variable("config", in: environment)
    let file = try ConfigFile.read(
      named ?? Self.path(environment), mustExist: named != nil && use == .reading)
    if use != .mending, let problem = file.problems.first { throw file.error(problem) }
    let chosen = given.profile ?? Self.variable("profile", in: environment)
    let kept = chosen == nil ? file.currentProfile : nil
    let profile = chosen ?? kept ?? "default"
    // A name in the file that none of its profiles has is mistyped: the limits of the one that was meant would be ignored,
    // and one that was made by that name would hide it for good.
    let mayBeNew = (use == .making || profile == "default") && (kept == nil || file.profileNames.isEmpty)
    let isUsable = mayBeNew || file.profileNames.contains(profile)
    let problem = isUsable ? nil : file.unknownProfile(profile, isNamedThere: kept != nil)
    if use != .mending, let problem { throw problem }
    self.init(given, file, profile, environment, problem)
  }

  private init(
    _ given: GivenSettings, _ file: ConfigFile, _ profile: String, _ environment: [String: String],
    _ problem: SettingsError?
  ) {
    (self.file, self.profile, self.environment, self.given, profileProblem) = (
      file, profile, environment, given, problem
    )
    let outer = [
      SettingsLayer(values: given.values) { .given(given.name($0)) }, SettingsLayer.environment(environment),
    ]
    let kept = file.values(.profile, profile: profile)
    networkName = (outer.map(\.values) + [kept]).lazy.compactMap { $0[.network]?.first }.first ?? Network.defaultName
    let all = kept.merging(file.values(.networkInProfile, profile: profile, network: networkName)) { value, _ in value }
    layers = outer + [SettingsLayer(values: all) { _ in .profile(profile) }]
  }

  /// The settings as they would be with these values given for the run, and this file.
  package func with(_ values: [SettingKey: [String]]? = nil, file: ConfigFile) -> Settings {
    var given = given
    if let values { given.values = values }
    return Settings(given, file, profile, environment, nil)
  }

  /// The settings that a file alone gives.
  func inFile(_ file: ConfigFile, profile: String, network: String?) -> Settings {
    var given = given
    given.values = network.map { [.network: [$0]] } ?? [:]
    let own = SettingKey.variable("")
    return Settings(given, file, profile, environment.filter { !$0.key.hasPrefix(own) }, nil)
  }

  /// The settings that count on a network: these on the network in use, else those that the file has for it.
  package func on(_ network: Network) -> Settings { on(network.name) }

  /// The settings that count on a network of this name.
  func on(_ name: String) -> Settings {
    name == networkName ? self : inFile(file, profile: profile, network: name)
  }

  /// The path of the configuration file where none is given; nil if there is no home directory to have one in.
  package static func path(_ environment: [String: String]) -> String? {
    variable("config", in: environment) ?? UserFolders(environment).config.map { "\($0)/config.json" }
  }

  private static func variable(_ name: String, in environment: [String: String]) -> String? {
    environment[SettingKey.variable(name)].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The user's folders for this program.
  package var folders: UserFolders { UserFolders(environment) }

  // MARK: Parts

  /// The settings of the currency-rate monitor.
  package var rates: RatesSettings { RatesSettings(settings: self) }
  /// The settings of the gas monitor and its oracle.
  package var gas: GasSettings { GasSettings(settings: self) }
  /// The settings of what may be spent.
  package var spending: SpendingSettings { SpendingSettings(settings: self) }

  /// The language that people are spoken to in; that of the system where nothing else was chosen.
  package func language() throws(SettingsError) -> Language {
    try value(.language, expecting: "en, ko or uk") { Language($0) } ?? .ofSystem(environment)
  }

  /// The least level of what servers log; nil where nothing was chosen.
  package func logLevel() throws(SettingsError) -> LogLevel? {
    try value(.logLevel, expecting: LogLevel.allCases.map(\.rawValue).joined(separator: ", ")) {
      LogLevel(rawValue: $0)
    }
  }

  // MARK: Looking up

  /// A value as it was written and where; the strongest layer that has one wins.
  package func raw(_ key: SettingKey) -> (texts: [String], origin: SettingOrigin)? {
    for layer in layers {
      if let texts = layer.values[key] { return (texts, layer.origin(key)) }
    }
    return nil
  }

  /// The value of another setting in the place that gives this one; nil if that place has none.
  func text(_ other: SettingKey, beside key: SettingKey) -> String? {
    (layers.first { $0.values[key] != nil } ?? layers.last)?.values[other]?.first
  }

  /// The value of a setting, read by `parse`; nil if nobody gave one.
  ///
  /// - Throws: `misused` or `unusable`, with the place of the value that cannot be read.
  package func value<Value>(
    _ key: SettingKey, expecting what: String, _ parse: (String) throws -> Value?
  ) throws(SettingsError) -> Value? {
    guard let (texts, origin) = raw(key), let text = texts.first else { return nil }
    if key.isPath, !origin.isOfSession, key.paths(in: text).contains(where: UserFolders.isRelative) {
      throw unusable(
        key, text, origin, "It has to begin with / or ~/: what is kept would name another file in each folder.")
    }
    var cause: (any Error)?
    do {
      if let value = try parse(text) { return value }
    } catch {
      cause = error
    }
    let reason = "It has to be \(what)."
    if case .given = origin {
      throw SettingsError(
        .misused, "The value '\(key.shown(text))' of \(origin) cannot be read.", reason: reason, facts: .setting(key),
        cause: cause
      )
    }
    throw unusable(key, text, origin, reason, cause)
  }

  private func unusable(
    _ key: SettingKey, _ text: String, _ origin: SettingOrigin, _ reason: String, _ cause: (any Error)? = nil
  ) -> SettingsError {
    SettingsError(
      .unusable, "The setting \(key.name) cannot be read.",
      about: "'\(key.shown(text))' in \(origin)" + (origin == .profile(profile) ? " of \(file.path ?? "")" : ""),
      reason: reason,
      facts: .setting(key), cause: cause)
  }

  /// A setting, its origin, and the problem with it; endpoints without their keys.
  package func explain(_ key: SettingKey) -> SettingExplanation { SettingExplanation(of: key, in: self) }

  /// Every setting, its origin, and the problem with it.
  package func explained() -> [SettingExplanation] { SettingKey.allCases.map(explain) }

  /// A path that a setting names; nil if nobody named one.
  func path(_ key: SettingKey, expecting what: String = "a file") throws(SettingsError) -> String? {
    try value(key, expecting: what) { $0.isEmpty ? nil : folders.expandingHome($0) }
  }

  /// A file of its name in the user's folder of data.
  ///
  /// - Parameter owner: The file in words, as in `the file of rates`.
  /// - Throws: `noPlace` without a home.
  func dataFile(_ name: String, _ owner: String) throws(SettingsError) -> String {
    guard let folder = folders.data else {
      throw SettingsError(
        .noPlace, "There is no place for \(owner).", reason: "HOME is not set.", facts: .variable("XDG_DATA_HOME"))
    }
    return "\(folder)/\(name)"
  }

  /// The parts of a text with commas between them.
  static func list(_ text: String) -> [String] {
    text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
  }

  /// Variables that look like settings and are none, each with the setting that may have been meant.
  package var strayVariables: [(name: String, suggestion: String?)] {
    let known = SettingKey.allCases.filter(\.isOverridable).map(\.variable) + SettingKey.otherVariables
    return environment.keys.sorted()
      .filter { $0.hasPrefix(SettingKey.variable("")) && !known.contains($0) }
      .map { ($0, NearMatch.closest(to: $0, among: known)) }
  }
}
