import Primitives
import StrictJSON

/// The settings from flags, the environment, the profile and defaults, in that order.
///
/// Nothing is read before a command asks: a mistyped timeout is no reason for `network use` to fail.
struct Settings: Sendable {
  let file: ConfigFile
  /// The profile in use; it need not be in the file.
  let profile: String
  let environment: [String: String]
  /// The open descriptor to read passwords from.
  private(set) var passwordDescriptor: Int32?
  private let flags: SettingsLayer
  private let layers: [SettingsLayer]

  /// The reason why the profile in use cannot be; nil if it is in the file, or may be made.
  let profileProblem: CommandFailure?

  /// The relation of a command to the configuration file.
  enum FileUse: Sendable {
    /// It reads the settings, which have to be without mistake.
    case reading
    /// It makes the file or the profile, if it is not there yet.
    case making
    /// It shows and mends the mistakes.
    case mending
  }

  /// Puts the layers together and reads the configuration file.
  init(_ given: GivenSettings, environment: [String: String], use: FileUse = .reading) throws(CommandFailure) {
    try SettingKey.refuseFormer(in: environment)
    self.environment = environment
    passwordDescriptor = given.passwordDescriptor
    let named = given.path ?? Settings.namedPath(environment)
    file = try ConfigFile.read(named ?? Settings.usualPath(environment), mustExist: named != nil && use == .reading)
    if use != .mending { try file.requireValid() }
    let chosen = given.profile ?? environment["LECTURES_PROFILE"].flatMap { $0.isEmpty ? nil : $0 }
    let kept = chosen == nil ? file.currentProfile : nil
    profile = chosen ?? kept ?? "default"
    // A name in the file that none of its profiles has is mistyped: the limits of the one that was meant would be ignored,
    // and one that was made by that name would hide it for good.
    let mayBeNew = (use == .making || profile == "default") && (kept == nil || file.profileNames.isEmpty)
    profileProblem =
      mayBeNew || file.profileNames.contains(profile)
      ? nil : Settings.unknownProfile(profile, in: file, isNamedThere: kept != nil)
    if use != .mending, let profileProblem { throw profileProblem }
    (flags, layers) = Settings.layers(given.values, environment, file, profile)
  }

  /// - Parameter isNamedThere: true if the file itself names it as the one to take.
  static func unknownProfile(_ name: String, in file: ConfigFile, isNamedThere: Bool) -> CommandFailure {
    CommandFailure(
      .unknownProfile, "There is no profile '\(name)'." + NearMatch.phrase(for: name, among: file.profileNames),
      reason: file.profileNames.isEmpty
        ? "The configuration file has none yet." : "There are: \(file.profileNames.joined(separator: ", ")).",
      place: isNamedThere ? "It stands under \"profile\" in \(file.path ?? "")" : file.path,
      advice: isNamedThere
        ? "Choose one: lectures config set profile NAME, or lectures network use NETWORK --profile NAME"
        : "Make it: lectures network use NAME --profile \(name)")
  }

  /// The settings as they would be with these flags and this file.
  func with(flags values: [SettingKey: [String]], file: ConfigFile) -> Settings {
    var settings = Settings(file: file, profile: profile, environment: environment, flags: values)
    settings.passwordDescriptor = passwordDescriptor
    return settings
  }

  /// The settings of a file, whose mistakes are passed over.
  init(file: ConfigFile, profile: String, environment: [String: String], flags values: [SettingKey: [String]]) {
    self.file = file
    self.profile = profile
    self.environment = environment
    (passwordDescriptor, profileProblem) = (nil, nil)
    (flags, layers) = Settings.layers(values, environment, file, profile)
  }

  private static func layers(
    _ values: [SettingKey: [String]], _ environment: [String: String], _ file: ConfigFile, _ profile: String
  ) -> (SettingsLayer, [SettingsLayer]) {
    let flags = SettingsLayer(values: values) { .flag($0.flag) }
    let kept = SettingsLayer(values: file.values(profile: profile)) { _ in .profile(profile) }
    return (flags, [flags, .environment(environment), kept])
  }

  /// The path of the configuration file where no option names one; nil if there is no home directory to have one in.
  static func path(_ environment: [String: String]) -> String? { namedPath(environment) ?? usualPath(environment) }

  private static func namedPath(_ environment: [String: String]) -> String? {
    environment["LECTURES_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// `$XDG_CONFIG_HOME/lectures/config.json`, or the same under `~/.config`.
  private static func usualPath(_ environment: [String: String]) -> String? {
    directory(environment, "XDG_CONFIG_HOME", ".config").map { "\($0)/lectures/config.json" }
  }

  /// `$XDG_CACHE_HOME/lectures`, or the same under `~/.cache`: data that can be read from the chain once more.
  var cacheDirectory: String? {
    Settings.directory(environment, "XDG_CACHE_HOME", ".cache").map { "\($0)/lectures" }
  }

  /// `$XDG_DATA_HOME/lectures`, or the same under `~/.local/share`: data that cannot be replaced.
  var dataDirectory: String? {
    Settings.directory(environment, "XDG_DATA_HOME", ".local/share").map { "\($0)/lectures" }
  }

  /// `$XDG_STATE_HOME/lectures`, or the same under `~/.local/state`: the progress of this machine, apart from data that
  /// is backed up.
  var stateDirectory: String? {
    Settings.directory(environment, "XDG_STATE_HOME", ".local/state").map { "\($0)/lectures" }
  }

  /// A base directory of the XDG specification, which wants it absolute.
  private static func directory(_ environment: [String: String], _ name: String, _ home: String) -> String? {
    if let base = environment[name], base.hasPrefix("/") { return base }
    return environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/\(home)" : nil }
  }

  /// The values given on the command line.
  var flagValues: [SettingKey: [String]] { flags.values }

  // MARK: Looking up

  /// A value as it was written and where; the strongest layer that has one wins.
  func raw(_ key: SettingKey, network: String? = nil) -> (texts: [String], origin: SettingOrigin)? {
    for layer in layers {
      if let texts = layer.values[key] { return (texts, layer.origin(key)) }
    }
    guard key.isOfNetwork, let network else { return nil }
    if let texts = file.values(profile: profile, network: network)[key] { return (texts, .profile(profile)) }
    return nil
  }

  /// The value of another setting in the place that gives this one; nil if that place has none.
  func text(_ other: SettingKey, beside key: SettingKey, network: String) -> String? {
    let layer = layers.first { $0.values[key] != nil }
    return (layer?.values ?? file.values(profile: profile, network: network))[other]?.first
  }

  /// The value of a setting, read by `parse`; nil if nobody gave one.
  ///
  /// - Throws: `usage` or `settings`, naming the place of the value that cannot be read.
  func value<Value>(
    _ key: SettingKey, network: String? = nil, expecting what: String, _ parse: (String) throws -> Value?
  ) throws(CommandFailure) -> Value? {
    guard let (texts, origin) = raw(key, network: network), let text = texts.first else { return nil }
    let cause: any Error
    do {
      if let value = try parse(text) { return value }
      cause = CommandFailure(.other, "It has to be \(what).")
    } catch {
      cause = error
    }
    if case .flag = origin {
      throw CommandFailure(.usage, "The value '\(text)' of \(origin) cannot be read.", because: cause)
    }
    throw CommandFailure(
      .settings, "The setting \(key.name) cannot be read.", because: cause,
      place: "'\(text)' in \(origin)" + (origin == .profile(profile) ? " of \(file.path ?? "")" : ""),
      advice: "Mend it there, or give \(key.flag).")
  }
}
