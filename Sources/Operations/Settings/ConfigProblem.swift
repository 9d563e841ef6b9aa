import Primitives
import StrictJSON

/// A mistake in the configuration file that makes it unusable until it is mended: a limit that is silently ignored would
/// cost money.
package struct ConfigProblem: Sendable, Hashable {
  /// The kinds of mistake.
  package enum Kind: Sendable, Hashable {
    /// No setting has that name.
    case unknown(suggestion: String?)
    /// A setting that has another name now.
    case former(SettingKey)
    /// A setting at a place where it is not looked for, and the place where it is.
    case misplaced(ConfigPlace)
    /// A value of another type than the one that belongs there, in words.
    case type(expected: String)
    /// A setting that would make a built-in network another chain.
    case builtIn(network: String)
  }

  /// The place where it stands.
  package let place: ConfigPlace
  /// The kind of mistake.
  package let kind: Kind

  /// The reason in a sentence.
  package var reason: String {
    switch kind {
    case .unknown(let suggestion): "Nobody knows that key." + (suggestion.map { " Did you mean '\($0)'?" } ?? "")
    case .former(let key): "It is called \(key.name) now."
    case .misplaced(let right): "It is not read there. Its place is \(right)."
    case .type(let expected): "It has to be \(expected)."
    case .builtIn(let name): "\(name) is built in and cannot become another chain; take another name."
    }
  }
}

extension ConfigFile {
  /// The mistakes in the file, from its beginning; values are only looked at when somebody asks for them.
  package var problems: [ConfigProblem] {
    document.flatMap { name, value -> [ConfigProblem] in
      let place = ConfigPlace(keys: [name])
      switch name {
      case "profile":
        return value.string == nil ? [ConfigProblem(place: place, kind: .type(expected: "a string"))] : []
      case "profiles":
        return problems(inEachOf: value, at: place) { place, profile in
          problems(in: profile, at: place, .profile)
            + (profile["networks"].map { networks in
              problems(inEachOf: networks, at: place.appending("networks")) { place, network in
                problems(in: network, at: place, .networkInProfile)
              }
            } ?? [])
        }
      case "networks":
        return problems(inEachOf: value, at: place) { place, network in problems(in: network, at: place, .network) }
      default: return [unreadable(place, among: ["profile", "profiles", "networks"])]
      }
    }
  }

  /// The error of whoever needs a file without mistakes: where it is wrong.
  package func error(_ problem: ConfigProblem) -> SettingsError {
    let others = problems.count - 1
    let more = others > 0 ? " \(others) more \(others == 1 ? "is" : "are") wrong." : ""
    let line = line(of: problem.place)
    return SettingsError(
      .wrongFile, "The configuration file is wrong at \(problem.place).",
      about: [path ?? "", line.map { "line \($0)" }].compactMap { $0 }.joined(separator: ", "),
      reason: problem.reason + more,
      facts: .problem(problem, texts: texts(at: problem.place), file: path ?? "", line: line))
  }

  /// The mistakes in an object of objects: each is looked at by `body`, and what is no object is one.
  private func problems(
    inEachOf value: JSON, at place: ConfigPlace, _ body: (ConfigPlace, JSONObject) -> [ConfigProblem]
  ) -> [ConfigProblem] {
    let noSection = ConfigProblem.Kind.type(expected: "an object: { … }")
    guard let object = value.object else { return [ConfigProblem(place: place, kind: noSection)] }
    let sections = object.map { name, item in (place.appending(name), name, item) }
    return sections.filter { $2.object == nil }.map { place, name, _ in
      let key = SettingKey(rawValue: name)
      return ConfigProblem(place: place, kind: key.map { .misplaced(rightPlace(of: $0, near: place)) } ?? noSection)
    } + sections.flatMap { place, _, item in item.object.map { body(place, $0) } ?? [] }
  }

  private func problems(
    in section: JSONObject, at place: ConfigPlace, _ scope: SettingKey.Scope
  ) -> [ConfigProblem] {
    section.compactMap { name, value in
      let place = place.appending(name)
      guard scope != .profile || name != "networks" else { return nil }
      guard let key = place.key else {
        return unreadable(place, among: SettingKey.allCases.filter { $0.scopes.contains(scope) }.map(\.name))
      }
      if let expected = key.misfit(of: value) { return ConfigProblem(place: place, kind: .type(expected: expected)) }
      guard scope == .network, [.chainID, .kaia].contains(key), let name = place.network, Network.builtIn(name) != nil
      else { return nil }
      return ConfigProblem(place: place, kind: .builtIn(network: name))
    }
  }

  /// The problem with a key that is not read at a place.
  private func unreadable(_ place: ConfigPlace, among known: [String]) -> ConfigProblem {
    let name = place.keys.last ?? ""
    let kind: ConfigProblem.Kind =
      if let key = SettingKey(rawValue: name) {
        .misplaced(rightPlace(of: key, near: place))
      } else if let key = SettingKey.former[name] {
        .former(key)
      } else {
        .unknown(suggestion: NearMatch.closest(to: name, among: known))
      }
    return ConfigProblem(place: place, kind: kind)
  }

  /// The place where a setting is looked for, in the profile and for the network of the place where it stands by mistake.
  private func rightPlace(of key: SettingKey, near place: ConfigPlace) -> ConfigPlace {
    let profile = place.profile.flatMap { $0 == key.name ? nil : $0 } ?? currentProfile ?? "default"
    let network =
      place.network.flatMap { $0 == key.name ? nil : $0 } ?? values(.profile, profile: profile)[.network]?.first
    let scope = place.network != nil && key.scopes.contains(.network) ? .network : key.scopes[0]
    return ConfigPlace(of: key, in: scope, profile: profile, network: network ?? Network.defaultName)
  }
}

extension SettingKey {
  /// The type that a value in the file has to have, in words; nil if it has it.
  fileprivate func misfit(of value: JSON) -> String? {
    if self == .kaia { return value.bool == nil ? "true or false, without quotes" : nil }
    guard let texts = ConfigFile.texts(value) else {
      return self == .endpoint ? "a string or an array of strings" : "a string or a number"
    }
    return texts.count == 1 || self == .endpoint ? nil : "one string or number"
  }
}
