/// The change of a configuration file that keeps a network and the given values in the profile, and the profile as the one
/// to take; a network that nobody knows yet is defined by the values.
struct NetworkAdoption: Sendable {
  private let name: String
  private let profile: String
  private let values: [SettingKey: [String]]
  private let defining: [SettingKey: [String]]

  /// The change for a network by its name, and for what was given.
  ///
  /// - Throws: `noChainID` for a new network without one.
  init(of name: String, by settings: Settings) throws(SettingsError) {
    (self.name, profile) = (name, settings.profile)
    var values = settings.given.values
    values[.network] = [name]
    let isNew = try settings.definition(of: name) == nil && values[.endpoint] != nil
    if isNew && values[.chainID] == nil {
      throw SettingsError(
        .noChainID, "A network of your own needs a chain id.",
        reason: "What is signed for one chain must not be good on another.")
    }
    self.values = values
    defining = values.filter { isNew && $0.key.scopes.contains(.network) }
  }

  /// The settings that are kept beside the network.
  var keys: [SettingKey] { SettingKey.allCases.filter { values[$0] != nil && $0 != .network } }

  /// Changes a file.
  func change(_ file: inout ConfigFile) {
    file.set([profile], at: .currentProfile)
    for key in SettingKey.allCases where defining[key] != nil {
      file.set(defining[key], at: ConfigPlace(of: key, in: .network, profile: profile, network: name))
    }
    file.set(values.filter { defining[$0.key] == nil }, profile: profile, network: name)
  }

  /// The settings as they are after the change; nothing is written.
  ///
  /// - Throws: The reason why the network or a value cannot be used.
  func settings(after settings: Settings) throws -> Settings {
    var file = settings.file
    change(&file)
    if let problem = file.problems.first {
      guard !settings.file.problems.contains(problem) else { throw file.error(problem) }
      // The file has no such mistake: nothing of this is kept.
      throw SettingsError(
        .badChange, "\(problem.place) cannot be that; nothing was changed.", reason: problem.reason)
    }
    let changed = settings.with(values, file: file)
    for setting in changed.explained() where values[setting.key] != nil {
      if let problem = setting.problem { throw problem }
    }
    return changed
  }
}
