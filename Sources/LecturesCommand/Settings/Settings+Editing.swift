import Primitives
import StrictJSON

/// A change of one place in the configuration file.
struct ConfigChange: Sendable {
  let place: ConfigPlace
  /// The texts that stood there; nil for none, and for a section.
  let old: [String]?
  /// The texts that are to stand there; nil takes back what does.
  let new: [String]?
  /// The number of settings that are taken back.
  let removed: Int
}

extension Settings {
  /// The place in the configuration file that a text means: a place as it is written, or the name of a setting, which
  /// stands in the profile and for the network in use.
  ///
  /// - Throws: `usage` if it is neither, with the setting that may have been meant; `unknownProfile`.
  func place(of text: String) throws(CommandFailure) -> ConfigPlace {
    if text == ConfigPlace.currentProfile.description { return .currentProfile }
    if let key = SettingKey.named(text) {
      if let profileProblem { throw profileProblem }
      return try place(of: key)
    }
    if let place = ConfigPlace(text, in: file.document) { return place }
    let name = text.split(separator: ".").last.map(String.init) ?? text
    throw CommandFailure(
      .usage, "There is no setting '\(text)'." + NearMatch.phrase(for: name, among: SettingKey.all.map(\.name)),
      advice: "lectures config list shows the settings and their places.")
  }

  /// The place where a setting of the profile and the network in use is kept, or would be.
  func place(of key: SettingKey) throws(CommandFailure) -> ConfigPlace {
    let network = try networkName()
    let places = key.scopes.map { ConfigPlace(of: key, in: $0, profile: profile, network: network) }
    if let kept = places.first(where: { file.document[$0] != nil }) { return kept }
    // The parameters of a network of one's own stand in its definition.
    return Network.builtIn(network) == nil ? places[places.count - 1] : places[0]
  }

  /// The change that keeps a value.
  ///
  /// - Throws: `usage` for a value that cannot be used, read as every command reads it later.
  func setting(_ texts: [String], at place: ConfigPlace) throws(CommandFailure) -> (ConfigChange, ConfigFile) {
    guard place.key != nil || place == .currentProfile else {
      throw CommandFailure(
        .usage, "No setting stands at \(place).",
        reason: file.problems.first { $0.place == place }?.reason ?? "It is a section.",
        advice: "Docs/configuration.md says where each stands.")
    }
    if let name = place.profile, !file.profileNames.contains(name), !file.profileNames.isEmpty, name != "default" {
      throw Settings.unknownProfile(name, in: file, isNamedThere: false)
    }
    guard texts.count == 1 || place.key == .endpoint && !texts.isEmpty else {
      throw CommandFailure(.usage, "One value is due for \(place), not \(texts.count).")
    }
    var changed = file
    changed.set(texts, at: place)
    try check(changed, after: place)
    return (ConfigChange(place: place, old: file.texts(at: place), new: texts, removed: 0), changed)
  }

  /// The change that takes back what stands at a place: nothing, a setting or a section.
  ///
  /// - Throws: `settings` if a profile could not be used without it.
  func unsetting(_ place: ConfigPlace) throws(CommandFailure) -> (ConfigChange, ConfigFile) {
    var changed = file
    changed.set(nil, at: place)
    try check(changed, after: place)
    let removed = file.places.count { $0.keys.starts(with: place.keys) }
    return (ConfigChange(place: place, old: file.texts(at: place), new: nil, removed: removed), changed)
  }

  /// Makes sure that a change brings no new mistake into the file.
  private func check(_ changed: ConfigFile, after place: ConfigPlace) throws(CommandFailure) {
    let known = Set(file.problems)
    if let problem = changed.problems.first(where: { !known.contains($0) }) {
      throw CommandFailure(.usage, "\(problem.place) cannot be that; nothing was changed.", reason: problem.reason)
    }
    if let key = place.key, changed.document[place] != nil {
      let settings = inFile(changed, profile: place.profile ?? profile, network: place.network)
      if let problem = settings.explain(key).problem ?? settings.explain(.network).problem {
        throw CommandFailure(
          .usage, "The setting \(key.name) cannot be that; nothing was changed.",
          reason: [problem.message, problem.reason].compactMap { $0 }.joined(separator: " "))
      }
    }
    // A profile whose network or endpoint is gone would fail every command.
    for name in [nil] + changed.profileNames {
      let (before, after) = (problem(of: file, profile: name), problem(of: changed, profile: name))
      if let after, before == nil || name == nil && place == .currentProfile {
        throw CommandFailure(
          .settings, "\(name.map { "The profile '\($0)'" } ?? "The file") could not be used then; nothing was changed.",
          because: after)
      }
    }
  }

  /// The reason why nothing can be done with a profile of a file; nil if something can. The profile nil is the one that
  /// the file names.
  private func problem(of file: ConfigFile, profile: String?) -> CommandFailure? {
    if profile == nil, let named = file.currentProfile, !file.profileNames.isEmpty, !file.profileNames.contains(named) {
      return Settings.unknownProfile(named, in: file, isNamedThere: true)
    }
    do throws(CommandFailure) {
      _ = try inFile(file, profile: profile ?? file.currentProfile ?? "default", network: nil).network()
      return nil
    } catch {
      return error
    }
  }

  /// The settings that a file alone gives.
  private func inFile(_ file: ConfigFile, profile: String, network: String?) -> Settings {
    Settings(
      file: file, profile: profile, environment: environment.filter { !$0.key.hasPrefix("LECTURES_") },
      flags: network.map { [.network: [$0]] } ?? [:])
  }

  // MARK: In force

  /// The place in the file whose value is in force; nil if another gives it, such as a flag.
  func placeInForce(of key: SettingKey) -> ConfigPlace? {
    guard let network = try? networkName() else { return nil }
    switch explain(key).origin {
    case .profile:
      return ConfigPlace(of: key, in: key.scopes[0], profile: profile, network: network)
    case .file:
      return ConfigPlace(of: key, in: .network, profile: profile, network: network)
    default:
      return nil
    }
  }
}
