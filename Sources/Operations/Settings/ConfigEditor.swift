import Primitives
import StrictJSON

/// A change of one place in the configuration file.
package struct ConfigChange: Sendable {
  /// The place that is changed.
  package let place: ConfigPlace
  /// The texts that stood there; nil for none, and for a section.
  package let old: [String]?
  /// The number of settings that are taken back.
  package let removed: Int
}

/// Changes of the configuration file, each checked before it is kept: no setting gets a value that could not be read.
package struct ConfigEditor: Sendable {
  private let settings: Settings

  /// An editor of the file that settings were read from, for the profile and the network in use.
  package init(_ settings: Settings) { self.settings = settings }

  private var file: ConfigFile { settings.file }

  // MARK: Places

  /// The place in the configuration file that a text means: a place as it is written, or the name of a setting, which
  /// stands in the profile and for the network in use.
  ///
  /// - Throws: `unknownSetting` if it is neither, with the setting that may have been meant; `unknownProfile`.
  package func place(of text: String) throws(SettingsError) -> ConfigPlace {
    if text == ConfigPlace.currentProfile.description { return .currentProfile }
    if let key = SettingKey(rawValue: text) {
      if let problem = settings.profileProblem { throw problem }
      return place(of: key)
    }
    if let place = ConfigPlace(text, in: file.document) { return place }
    let name = text.split(separator: ".").last.map(String.init) ?? text
    throw SettingsError(
      .unknownSetting,
      "There is no setting '\(text)'." + NearMatch.phrase(for: name, among: SettingKey.allCases.map(\.name)))
  }

  /// The place where a setting of the profile and the network in use is kept, or would be.
  private func place(of key: SettingKey) -> ConfigPlace {
    let places = key.scopes.map { place(of: key, in: $0) }
    if let kept = places.first(where: { file.document[$0] != nil }) { return kept }
    // The parameters of a network of one's own stand in its definition.
    return Network.builtIn(settings.networkName) == nil ? places[places.count - 1] : places[0]
  }

  private func place(of key: SettingKey, in scope: SettingKey.Scope) -> ConfigPlace {
    ConfigPlace(of: key, in: scope, profile: settings.profile, network: settings.networkName)
  }

  /// The place in the file whose value is in force; nil if another gives it, such as a variable.
  package func placeInForce(of key: SettingKey) -> ConfigPlace? {
    switch settings.explain(key).origin {
    case .profile: place(of: key, in: key.scopes[0])
    case .file: place(of: key, in: .network)
    default: nil
    }
  }

  /// The origin of a value that is stronger than the one at a place of the file; nil if that is in force.
  package func stronger(than place: ConfigPlace) -> SettingOrigin? {
    guard let key = place.key, placeInForce(of: key) != place else { return nil }
    return settings.explain(key).origin
  }

  /// Whether the value at a place of the file is in force.
  package func isInForce(_ place: ConfigPlace) -> Bool {
    place.key != nil && isInUse(place) && stronger(than: place) == nil
  }

  /// Whether a place is looked at with the profile and the network in use.
  package func isInUse(_ place: ConfigPlace) -> Bool {
    (place.profile ?? settings.profile) == settings.profile
      && (place.network ?? settings.networkName) == settings.networkName
  }

  // MARK: Changes

  /// The change that keeps texts at a place, or with nil takes back what stands there: nothing, a setting or a section;
  /// nothing is written.
  ///
  /// - Returns: The change, and the settings after it.
  /// - Throws: `noSetting` and `badChange` for a value that cannot be used, read as it is read later; `breaksProfile`.
  package func change(_ place: ConfigPlace, to texts: [String]?) throws(SettingsError) -> (ConfigChange, Settings) {
    if let texts { try check(texts, at: place) }
    var changed = file
    changed.set(texts, at: place)
    try check(changed, after: place)
    let removed = texts == nil ? file.places.count { $0.keys.starts(with: place.keys) } : 0
    return (ConfigChange(place: place, old: file.texts(at: place), removed: removed), settings.with(file: changed))
  }

  /// Makes a change in the file as it is now, checked while nobody else changes it.
  ///
  /// - Returns: The change, and the settings after it.
  /// - Throws: The errors of ``change(_:to:)``; `unwritable`.
  package func write(_ texts: [String]?, at place: ConfigPlace) throws(SettingsError) -> (ConfigChange, Settings) {
    try ConfigFile.update(file.path) { (file) throws(SettingsError) in
      let (change, settings) = try ConfigEditor(settings.with(file: file)).change(place, to: texts)
      file = settings.file
      return (change, settings)
    }
  }

  /// Keeps values in the profile in use, as a deployment keeps the address and block of its contract.
  ///
  /// - Throws: `unwritable`.
  package func keep(_ values: [SettingKey: String]) throws(SettingsError) {
    let (profile, network) = (settings.profile, settings.networkName)
    try ConfigFile.update(file.path) { $0.set(values.mapValues { [$0] }, profile: profile, network: network) }
  }

  /// Adds a text to a setting that is a list, for the network in use in the profile in use; one for the same thing is
  /// replaced.
  ///
  /// - Parameter isSame: Whether a text of the list is for the same thing.
  /// - Throws: `unwritable`.
  package func add(
    _ text: String, to key: SettingKey, replacing isSame: (String) -> Bool
  ) throws(SettingsError) {
    let place = place(of: key, in: key.scopes[0])
    try ConfigFile.update(file.path) { file in
      let others = (file.texts(at: place) ?? []).flatMap(Settings.list).filter { !isSame($0) }
      file.set([(others + [text]).joined(separator: ",")], at: place)
    }
  }

  /// Keeps a network and the given values in the profile, and the profile as the one to take; a network that nobody knows
  /// yet is defined by them.
  ///
  /// - Returns: The settings that are kept beside the network.
  /// - Throws: The reason why the network or a value cannot be used.
  package func use(_ name: String) throws -> [SettingKey] {
    let adoption = try NetworkAdoption(of: name, by: settings)
    // An unusable network is not kept.
    _ = try adoption.settings(after: settings)
    try ConfigFile.update(file.path) { adoption.change(&$0) }
    return adoption.keys
  }

  /// Keeps the network of an invitation and its contract, as a named network is kept; what else was
  /// given is kept with it.
  ///
  /// - Throws: The reason why the network or a value cannot be used.
  package func use(_ invitation: Invitation) throws -> [SettingKey] {
    try ConfigEditor(settings(giving: invitation)).use(invitation.network)
  }

  /// The settings as they would be with an invitation taken; nothing is kept.
  ///
  /// - Throws: The reason why the network or a value cannot be used.
  package func settings(taking invitation: Invitation) throws -> Settings {
    let given = try settings(giving: invitation)
    return try NetworkAdoption(of: invitation.network, by: given).settings(after: given)
  }

  /// The settings with what an invitation says given for the run.
  private func settings(giving invitation: Invitation) throws(SettingsError) -> Settings {
    settings.with(settings.given.values.merging(try invitation.values(in: settings)) { $1 }, file: file)
  }

  /// The settings that there are for the network of an invitation, as far as they are others than it says.
  package struct Replaced: Sendable {
    package fileprivate(set) var chainID: UInt256?
    package fileprivate(set) var contract: String?
    package fileprivate(set) var endpoints: [String]?
    package fileprivate(set) var site: String?

    package var isEmpty: Bool { chainID == nil && contract == nil && endpoints == nil && site == nil }
  }

  /// The settings that an invitation would replace.
  package func replaced(by invitation: Invitation) throws -> Replaced {
    var replaced = Replaced()
    let kept = file.values(.networkInProfile, profile: settings.profile, network: invitation.network)
    replaced.contract = kept[.contract]?.first.flatMap { text in
      (try? Address(text)) == invitation.contract ? nil : text
    }
    // A network that the program knows by itself is nobody's work: only what a person set up is replaced.
    let isOwn = file.networkNames.contains(invitation.network)
    let known = isOwn ? try settings.definition(of: invitation.network) : nil
    let chainID = kept[.chainID]?.first.map(Network.chainID) ?? known?.chainID
    if chainID != invitation.chainID { replaced.chainID = chainID }
    if invitation.site != nil, let site = kept[.site]?.first, site != invitation.site { replaced.site = site }
    guard !invitation.endpoints.isEmpty else { return replaced }
    let endpoints = kept[.endpoint] ?? known?.endpoints
    if endpoints != invitation.endpoints { replaced.endpoints = endpoints }
    return replaced
  }

  // MARK: Checks

  private func check(_ texts: [String], at place: ConfigPlace) throws(SettingsError) {
    guard place.key != nil || place == .currentProfile else {
      throw SettingsError(
        .noSetting, "No setting stands at \(place).",
        reason: file.problems.first { $0.place == place }?.reason ?? "It is a section.")
    }
    if let name = place.profile, !file.profileNames.contains(name), !file.profileNames.isEmpty, name != "default" {
      throw file.unknownProfile(name, isNamedThere: false)
    }
    guard texts.count == 1 || place.key == .endpoint && !texts.isEmpty else {
      throw SettingsError(.badChange, "One value is due for \(place), not \(texts.count).")
    }
    // A list of nothing would read as one that was never kept.
    guard texts.allSatisfy({ !$0.trimmed.isEmpty }) else {
      throw SettingsError(
        .badChange, "An empty text is no value of \(place); nothing was changed.",
        facts: place.key.map { .setting($0) })
    }
  }

  /// Makes sure that a change brings no new mistake into the file.
  private func check(_ changed: ConfigFile, after place: ConfigPlace) throws(SettingsError) {
    let known = Set(file.problems)
    if let problem = changed.problems.first(where: { !known.contains($0) }) {
      throw SettingsError(
        .badChange, "\(problem.place) cannot be that; nothing was changed.", reason: problem.reason)
    }
    if let key = place.key, changed.document[place] != nil {
      let settings = settings.inFile(changed, profile: place.profile ?? settings.profile, network: place.network)
      if let problem = settings.explain(key).problem ?? settings.explain(.network).problem {
        throw SettingsError(.badChange, "The setting \(key.name) cannot be that; nothing was changed.", cause: problem)
      }
    }
    // A profile whose network or endpoint is gone would fail every run.
    for name in [nil] + changed.profileNames {
      let (before, after) = (problem(of: file, profile: name), problem(of: changed, profile: name))
      if let after, before == nil || name == nil && place == .currentProfile {
        throw SettingsError(
          .breaksProfile,
          "\(name.map { "The profile '\($0)'" } ?? "The file") could not be used then; nothing was changed.",
          cause: after)
      }
    }
  }

  /// The reason why nothing can be done with a profile of a file; nil if something can. The profile nil is the one that
  /// the file names.
  private func problem(of file: ConfigFile, profile: String?) -> SettingsError? {
    if profile == nil, let named = file.currentProfile, !file.profileNames.isEmpty, !file.profileNames.contains(named) {
      return file.unknownProfile(named, isNamedThere: true)
    }
    do throws(SettingsError) {
      _ = try settings.inFile(file, profile: profile ?? file.currentProfile ?? "default", network: nil).network()
      return nil
    } catch {
      return error
    }
  }
}
