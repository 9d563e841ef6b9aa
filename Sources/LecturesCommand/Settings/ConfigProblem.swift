import Primitives
import StrictJSON

/// A mistake in the configuration file that makes it unusable until it is mended: a limit that is silently ignored would
/// cost money.
struct ConfigProblem: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
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

  let place: ConfigPlace
  let kind: Kind

  /// The reason in a sentence.
  var reason: String {
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
  /// The mistakes in the file, from its beginning; values are only looked at when a command asks for them.
  var problems: [ConfigProblem] {
    var problems: [ConfigProblem] = []
    for (name, value) in document {
      let place = ConfigPlace(keys: [name])
      switch name {
      case "profile":
        if value.string == nil { problems.append(ConfigProblem(place: place, kind: .type(expected: "a string"))) }
      case "profiles":
        for (place, profile) in sections(value, at: place, &problems) {
          check(profile, at: place, .profile, &problems)
          guard let networks = profile["networks"] else { continue }
          for (place, network) in sections(networks, at: place.appending("networks"), &problems) {
            check(network, at: place, .networkInProfile, &problems)
          }
        }
      case "networks":
        for (place, network) in sections(value, at: place, &problems) { check(network, at: place, .network, &problems) }
      default:
        problems.append(unreadable(place, among: ["profile", "profiles", "networks"]))
      }
    }
    return problems
  }

  /// The objects within an object, with their places.
  private func sections(
    _ value: JSON, at place: ConfigPlace, _ problems: inout [ConfigProblem]
  ) -> [(ConfigPlace, JSONObject)] {
    let section = ConfigProblem.Kind.type(expected: "an object: { … }")
    guard let object = value.object else {
      problems.append(ConfigProblem(place: place, kind: section))
      return []
    }
    var result: [(ConfigPlace, JSONObject)] = []
    for (name, item) in object {
      let place = place.appending(name)
      if let item = item.object {
        result.append((place, item))
      } else if let key = SettingKey.named(name) {
        problems.append(ConfigProblem(place: place, kind: .misplaced(rightPlace(of: key, near: place))))
      } else {
        problems.append(ConfigProblem(place: place, kind: section))
      }
    }
    return result
  }

  private func check(
    _ section: JSONObject, at place: ConfigPlace, _ scope: SettingKey.Scope, _ problems: inout [ConfigProblem]
  ) {
    let known = SettingKey.all.filter { $0.scopes.contains(scope) }
    for (name, value) in section where !(scope == .profile && name == "networks") {
      let place = place.appending(name)
      guard let key = place.key else {
        problems.append(unreadable(place, among: known.map(\.name)))
        continue
      }
      if let expected = key.misfit(of: value) {
        problems.append(ConfigProblem(place: place, kind: .type(expected: expected)))
      } else if scope == .network, [.chainID, .kaia].contains(key), let name = place.network,
        Network.builtIn(name) != nil
      {
        problems.append(ConfigProblem(place: place, kind: .builtIn(network: name)))
      }
    }
  }

  /// The problem with a key that is not read at a place.
  private func unreadable(_ place: ConfigPlace, among known: [String]) -> ConfigProblem {
    let name = place.keys.last ?? ""
    if let key = SettingKey.named(name) {
      return ConfigProblem(place: place, kind: .misplaced(rightPlace(of: key, near: place)))
    }
    if let key = SettingKey.former[name] { return ConfigProblem(place: place, kind: .former(key)) }
    return ConfigProblem(place: place, kind: .unknown(suggestion: NearMatch.closest(to: name, among: known)))
  }

  /// The place where a setting is looked for, in the profile and for the network of the place where it stands by mistake.
  private func rightPlace(of key: SettingKey, near place: ConfigPlace) -> ConfigPlace {
    let profile = place.profile.flatMap { $0 == key.name ? nil : $0 } ?? currentProfile ?? "default"
    let network = place.network.flatMap { $0 == key.name ? nil : $0 } ?? values(profile: profile)[.network]?.first
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
